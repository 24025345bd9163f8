"""Moments and spans of time in the reader's language."""

from datetime import UTC, datetime, timedelta

from babel.dates import format_timedelta

from galleria.core.text import _, language

from .database import now


def ago(moment: int) -> str:
    """How long ago a moment was (seconds since 1970). The pages' script says the same while time passes."""
    passed = now() - moment
    if passed < 60:
        return _("just now")
    return format_timedelta(timedelta(seconds=-passed), add_direction=True, threshold=1, locale=language())


def machine(moment: int) -> str:
    """For `datetime` attributes."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def clock(seconds: int) -> str:
    """As a clock shows it: 1:05, 1:00:05."""
    minutes, rest = divmod(max(seconds, 0), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def span(seconds: int) -> str:
    """About how long: 2 days, 5 hours."""
    return format_timedelta(timedelta(seconds=max(seconds, 60)), granularity="minute", threshold=1.5, locale=language())
