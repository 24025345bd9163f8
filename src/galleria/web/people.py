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

# The first sign that is found counts: browsers say that they are others as well.
_BROWSERS = (
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


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


def device_name(agent: str) -> str:
    """What a device is called in the list of one's devices, from how its browser introduces itself."""
    browser = next((name for sign, name in _BROWSERS if sign in agent), agent.partition("/")[0].strip())
    system = next((name for sign, name in _SYSTEMS if sign in agent), "")
    return ", ".join(part for part in (browser, system) if part)[:64] or "?"


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
