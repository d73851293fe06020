"""Settings of every test run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.real.homeserver import Homeserver

# A machine that is busy with something else is no fault of the code under test.
# The same examples at every run, so that a green tree stays green; `make fuzz` draws new ones.
_SLOW = [HealthCheck.too_slow]
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=_SLOW)
settings.register_profile("fuzz", deadline=None, max_examples=1_000, suppress_health_check=_SLOW)
settings.load_profile("steady")


@pytest.fixture(scope="session")
def homeserver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Homeserver]:
    """A Synapse for all tests of this process; each makes people and rooms of its own there."""
    home = Homeserver(tmp_path_factory.mktemp("synapse"))
    home.start()
    yield home
    home.stop()
