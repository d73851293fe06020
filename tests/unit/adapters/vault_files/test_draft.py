"""What a plan wants of a note, beside what a person made of it."""

from __future__ import annotations

from progressive_memory.adapters.vault_files.draft import drafted
from progressive_memory.domain.plan import InsertUnder, ReplaceBlock

ID = "t-20260513-bir57qupad"
NOTE = f"## Tasks\n\n- [ ] weld ^{ID}\n\n## Archive\n"
MOVED = (
    ReplaceBlock(ID, f"- [ ] weld ^{ID}", ""),
    InsertUnder("Archive", f"- [x] weld ^{ID}", ID, first=True),
)


def test_an_entry_that_moves_while_a_person_rewords_it_stays_where_it_is() -> None:
    draft = drafted("note.md", MOVED, NOTE.encode())
    assert b"- [ ]" not in (draft.after or b"")
    theirs = NOTE.replace("weld", "weld it").encode()

    both = draft.beside(NOTE.encode(), theirs)

    assert theirs == both.after
    assert MOVED[:1] == tuple(each.operation for each in both.displaced)
    assert theirs == draft.without_ours(both.after, both.displaced)


def test_an_entry_that_a_person_puts_in_at_the_same_place_is_not_put_in_twice() -> None:
    before = NOTE.replace(f"- [ ] weld ^{ID}\n\n", "").encode()
    draft = drafted("note.md", (InsertUnder("Tasks", f"- [ ] weld ^{ID}", ID),), before)
    theirs = NOTE.replace("weld", "weld it").encode()

    assert theirs == draft.beside(before, theirs).after
