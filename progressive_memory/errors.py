"""Every error this package raises, with its exit code and what to type next.

```
ProgressiveMemoryError              exit 1
├ UserError                         the message is the whole output, never a traceback
│ ├ ConfigInvalid  UnknownGroup  VaultNotFound  UnknownEntry  UnknownFlush  GroupNameInvalid
│ ├ UnknownNote  NoteNameInvalid
├ VaultError
│ ├ NoteChangedOnDisk               exit 5
│ ├ NoteUnwritable  VaultLocked
│ ├ NoteUnreadable                  never read: PathEscapesVault (exit 6), NotDownloaded
├ ProtocolViolation                 exit 6: the refusals of docs/protocol.md, each with its own code
├ ChatSourceError                   an export that cannot be read at all
├ SearchIndexError  StateUnavailable
├ LoginFailed  LoginRevoked         a live chat: our login
├ ChatRefused  NotSent              its server: to us at all, to one message of ours
├ SpoolUnavailable                  what came from a live chat cannot be kept
└ ModelUnavailable                  the flush goes on with the `rules` extractor
```

Expected outcomes (nothing routed, budget stopped) are values, not errors; so is bad text written
by a person (`domain.problem.Problem`). See DESIGN §9 for exit codes.
"""

from __future__ import annotations


class ProgressiveMemoryError(Exception):
    """The root: `code` names it for programs, `next_step` says what a person can type next."""

    code = "error"
    exit_code = 1

    def __init__(self, message: str, *, next_step: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.next_step = next_step


class UserError(ProgressiveMemoryError):
    """Something the caller asked for cannot be had as asked."""

    code = "user_error"


class ConfigInvalid(UserError):
    """A settings file has an unknown key or a bad value; the message names the line."""

    code = "config_invalid"


class VaultNotFound(UserError):
    """No `progressive-memory.toml` here or in any folder above."""

    code = "vault_not_found"


class UnknownGroup(UserError):
    """No group of that name, and no room id mapped to one."""

    code = "unknown_group"


class GroupNameInvalid(UserError):
    """A group name that no file system, Obsidian or link could carry, or that is taken."""

    code = "group_name_invalid"


class UnknownNote(UserError):
    """No note of that path or name in the vault, or several."""

    code = "unknown_note"


class NoteNameInvalid(UserError):
    """A path that no note can be given: no disk or link could carry it, or it is taken."""

    code = "note_name_invalid"


class UnknownEntry(UserError):
    """No entry, pending item or message with that id in any group."""

    code = "unknown_entry"


class NothingToForget(UserError):
    """Nobody of that name in the log, or no message of those days."""

    code = "nothing_to_forget"
    exit_code = 3


class UnknownFlush(UserError):
    """No flush with that id in the journal (before-images are kept 30 days)."""

    code = "unknown_flush"


class FlushCut(UserError):
    """A flush whose images a forget has taken out: there is nothing to bring back."""

    code = "flush_cut"


class VaultError(ProgressiveMemoryError):
    """Something about the files of the vault."""

    code = "vault_error"


class NoteChangedOnDisk(VaultError):
    """A person has edited the same lines since; the message carries the diff."""

    code = "changed_on_disk"
    exit_code = 5


class NoteUnwritable(VaultError):
    """A note we must not edit: invalid or duplicate-key YAML, not UTF-8, conflict markers."""

    code = "note_unwritable"


class NoteUnreadable(VaultError):
    """A note that must not be read: a verb over many notes says so and goes on without it."""

    code = "note_unreadable"


class NotDownloaded(NoteUnreadable):
    """The file's name is on this machine and its bytes are in the cloud: reading would wait for a
    download, and writing would make a second version.
    """

    code = "not_downloaded"


class PathEscapesVault(NoteUnreadable):
    """A path that is absolute, climbs out, goes through a symlink or into another group."""

    code = "path_escapes_vault"
    exit_code = 6


class VaultLocked(VaultError):
    """Another process held the vault's write lock for too long."""

    code = "vault_locked"


class ProtocolViolation(ProgressiveMemoryError):
    """The disclosure protocol refuses the call; `code` names the rule. See docs/protocol.md."""

    code = "refused"
    exit_code = 6

    def __init__(self, code: str, message: str, *, next_step: str = "") -> None:
        super().__init__(message, next_step=next_step)
        self.code = code


class ChatSourceError(ProgressiveMemoryError):
    """A chat file that cannot be read at all: wrong format, wrong encoding, truncated."""

    code = "chat_source"


class SearchIndexError(ProgressiveMemoryError):
    """The derived search index cannot be used; `pmem reindex` rebuilds it."""

    code = "search_index"


class StateUnavailable(ProgressiveMemoryError):
    """The file of disclosures and seen entries cannot be opened or written."""

    code = "state_unavailable"


class LoginFailed(ProgressiveMemoryError):
    """No login to a chat's server can be had, or the one that is kept cannot be used."""

    code = "login_failed"


class ChatRefused(ProgressiveMemoryError):
    """The chat's server knows us, and refuses to tell us anything."""

    code = "chat_refused"


class LoginRevoked(ProgressiveMemoryError):
    """The chat's server does not know our login any more: somebody has to log in again."""

    code = "login_revoked"


class NotSent(ProgressiveMemoryError):
    """The chat's server refuses a message of ours for good."""

    code = "not_sent"


class SpoolUnavailable(ProgressiveMemoryError):
    """The spool cannot be opened or written, or was damaged and has been put aside."""

    code = "spool_unavailable"


class ModelUnavailable(ProgressiveMemoryError):
    """The model's endpoint gave no answer that can be used; `code` says how it failed:
    `model_unreachable`, `model_refused` (key, name of the model, request), `model_busy`,
    `model_slow`, `model_moved` or `model_garbled`. Never holds the key or text of a chat.
    """

    def __init__(self, code: str, message: str, *, next_step: str = "") -> None:
        super().__init__(message, next_step=next_step)
        self.code = code


class HostUnavailable(ProgressiveMemoryError):
    """The agent host gives no answer: its gateway does not run, or its command is gone."""

    code = "host_unavailable"
