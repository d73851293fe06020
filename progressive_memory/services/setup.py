"""`pmem init`: lays the template into a new or an existing vault, and never overwrites."""

from __future__ import annotations

from collections.abc import Mapping

from progressive_memory.domain.init_report import InitReport
from progressive_memory.domain.plan import CreateNote, Edit, Plan
from progressive_memory.ports import Ports
from progressive_memory.vault.ids import short_hash
from progressive_memory.vault.layout import SETTINGS

TEMPLATE_ID = 'vault_id = "new-vault"'
"""The line of the template's settings file that takes the vault's own id."""


def init(ports: Ports, template: Mapping[str, str], vault: str) -> InitReport:
    """Create the files of `template` that are missing; say which were created and which kept.

    `vault` is the vault's place as the report shall name it.
    The settings file comes first, so that a vault cut short can be finished by a second `init`.
    """
    settings = ports.settings
    with ports.vault.exclusive():
        missing = [path for path in template if ports.vault.read(path) is None]
        missing.sort(key=lambda path: (path != SETTINGS, path))
        texts = {path: template[path] for path in missing}
        if SETTINGS in texts:
            texts[SETTINGS] = texts[SETTINGS].replace(
                TEMPLATE_ID, f'vault_id = "{settings.vault_id}"', 1
            )
        now = ports.clock.now()
        edits = tuple(Edit(path, (CreateNote(text),), None) for path, text in texts.items())
        applied = ports.vault.apply(
            Plan(id=f"init-{short_hash(now.isoformat())}", verb="init", at=now, edits=edits)
        )
    created = {change.path for change in applied.changes}
    return InitReport(
        vault=vault,
        vault_id=settings.vault_id,
        language=settings.language,
        created=tuple(sorted(created)),
        kept=tuple(sorted(set(template) - created)),
    )
