"""Why something was not done. Each says so in one sentence, and nothing has changed."""

from collections.abc import Mapping

from galleria.core import GalleriaError


class Unknown(GalleriaError):
    """There is no such table, game or link."""


class Foreign(GalleriaError):
    """It is somebody else's seat, or only the host may do this."""


class Stale(GalleriaError):
    """The answer was made for an earlier situation."""


class Illegal(GalleriaError):
    """The rules do not allow it; the text is the reason."""


class Unready(GalleriaError):
    """The table is not in a state for this: not begun, begun already, or over."""


class Invalid(GalleriaError):
    """Some fields can't be used: `errors` has a sentence for each."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__(next(iter(errors.values())))
        self.errors = dict(errors)
