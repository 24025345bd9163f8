"""The three things that can be wrong with what somebody gives us. Each message is one sentence with place and mend."""


class GalleriaError(Exception):
    """Base: its text can be shown to a person as it is."""


class IllegalAction(GalleriaError):
    """The rules do not allow this answer now."""


class BoxError(GalleriaError):
    """A box file or an option is wrong."""


class RecordError(GalleriaError):
    """The text of a match is damaged or belongs to another game, box or version."""
