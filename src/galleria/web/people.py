"""Who is asking: a random secret in a cookie, of which the database knows only the hash. No accounts."""

import hashlib
import re
import secrets
import unicodedata

from starlette.requests import HTTPConnection

from galleria.core.errors import GalleriaError
from galleria.core.text import _

COOKIE = "galleria"
COOKIE_AGE = 400 * 24 * 3600  # seconds; browsers keep no cookie longer
LONGEST_NAME = 24

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


class BadName(GalleriaError):
    """A name that can't be shown at a table."""


def fresh_token() -> str:
    """A secret of 256 bits."""
    return secrets.token_urlsafe(32)


def token_hash(token: str | None) -> bytes | None:
    """What the database knows of a token; None when it is not one of ours."""
    if token is None or not _TOKEN.fullmatch(token):
        return None
    return hashlib.sha256(token.encode()).digest()


def shown_token(request: HTTPConnection) -> str | None:
    """What the asker shows to be known by: a program `Authorization: Bearer ...`, a browser its cookie."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else request.cookies.get(COOKIE)


def clean_name(text: str) -> str:
    """The name as it will be shown, white space tidied. Raises `BadName`."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise BadName(_("Please give a name."))
    if len(name) > LONGEST_NAME:
        raise BadName(
            _("A name has at most %(most)s characters; this one has %(n)s.") % {"most": LONGEST_NAME, "n": len(name)}
        )
    if any(c in "|:" or unicodedata.category(c)[0] == "C" for c in name):
        raise BadName(_("A name can’t contain | or : or invisible characters."))
    return name
