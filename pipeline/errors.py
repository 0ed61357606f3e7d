"""Every error that the factory raises on purpose.

    FactoryError
    ├── SettingsError       the settings file: what key, what is wrong, the nearest valid name
    ├── InputError          a source, document folder or schema file that cannot be opened or understood at all
    │   └── RecordError     one record in it: the reader's caller sends it to quarantine and goes on
    ├── ModelError          a model that is not installed or does not load
    └── ReleaseError        a release that cannot be made
        ├── VersionExists   releases are never overwritten
        └── InvalidRelease  the proof failed; `faults` lists the first ones

Messages say what, where and what to do. They never quote a ticket's text: messages travel into logs.
"""

from __future__ import annotations

from collections.abc import Sequence


class FactoryError(Exception):
    """Base of all errors that are the caller's or the input's, not a bug of ours."""


class SettingsError(FactoryError):
    """The settings cannot be used as they are."""


class InputError(FactoryError):
    """A whole input cannot be read."""


class RecordError(InputError):
    """One record cannot be read. `str(error)` is the quarantine's reason: it names fields, never their values."""


class ModelError(FactoryError):
    """A model is missing or broken."""


class ReleaseError(FactoryError):
    """A release cannot be made."""


class VersionExists(ReleaseError):
    """A release of that version is already there."""


class InvalidRelease(ReleaseError):
    """A release does not pass its own validation."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = list(faults)
        super().__init__(f"{len(self.faults)} fault(s); the first: " + "; ".join(self.faults[:5]))
