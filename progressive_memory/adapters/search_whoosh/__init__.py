"""SearchIndex on Whoosh 2.7.4, of the `[whoosh]` extra: one folder a group (DESIGN §7).

Nothing here parses a query's text, and no searcher is ever refreshed: every fork of Whoosh serves
deleted documents after a refresh, and this engine does not rely on 2.7.4 being different.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from progressive_memory.domain.notice import Tell
from progressive_memory.errors import ConfigInvalid

if TYPE_CHECKING:
    from progressive_memory.adapters.search_whoosh.index import WhooshSearchIndex


def whoosh_search_index(folder: Path, tell: Tell = lambda _: None) -> WhooshSearchIndex:
    """The engine, with its indexes below `folder`; `tell` is told of one that was made anew.

    Raises:
        ConfigInvalid: the `[whoosh]` extra is not installed.
    """
    try:
        with warnings.catch_warnings():  # it is from 2016: invalid escapes, `is` with a number
            warnings.simplefilter("ignore", DeprecationWarning)
            warnings.simplefilter("ignore", SyntaxWarning)
            from progressive_memory.adapters.search_whoosh.index import WhooshSearchIndex
    except ImportError as error:
        raise ConfigInvalid(
            'the search engine "whoosh" needs the package Whoosh 2.7.4',
            next_step="pip install 'progressive-memory[whoosh]', or set engine = \"sqlite\" "
            "under [search] in progressive-memory.toml",
        ) from error
    return WhooshSearchIndex(folder, tell)


__all__ = ["whoosh_search_index"]
