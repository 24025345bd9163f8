"""One-time keys: a secret for a link and its QR code, and a short code to type. Only hashes of both are stored."""

import hashlib
import re
import secrets
from dataclasses import dataclass

import segno

LIFE = 600
"""Seconds for which a key opens."""

# No letter that looks like another one or like a digit. 30**8 codes, of which hardly any is valid at a time.
_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 8
_LINK = re.compile(r"[A-Za-z0-9_-]{22}")
_CODE = re.compile(f"[{_LETTERS}]{{{_LENGTH}}}")


@dataclass(frozen=True, slots=True)
class Key:
    """What is shown to the person who asked for a key, and kept nowhere."""

    link: str
    """The secret in the link."""
    code: str
    """The short one, in two halves."""
    expires: int
    """Seconds since 1970, UTC."""


def fresh(expires: int) -> Key:
    """A new key."""
    code = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
    half = _LENGTH // 2
    return Key(secrets.token_urlsafe(16), f"{code[:half]}-{code[half:]}", expires)


def hashed(secret: str) -> bytes | None:
    """What the database knows of a link's secret or of a code as typed; None when it is neither. Takes its time."""
    secret = secret.strip()
    if _LINK.fullmatch(secret):
        return hashlib.sha256(secret.encode()).digest()
    code = re.sub(r"[\s-]", "", secret[:40]).upper()
    if not _CODE.fullmatch(code):
        return None
    # Short as it is, a code must not be found from a stolen hash while it is valid.
    return hashlib.scrypt(code.encode(), salt=b"galleria one-time code", n=2**14, r=8, p=1, dklen=32)


def qr_code(address: str) -> str:
    """The address as a QR code: an SVG element, dark on light whatever the colours of the page, as cameras need it."""
    code = segno.make(address, error="m", micro=False)
    return str(code.svg_inline(omitsize=True, svgclass="qr", lineclass=None, light="#fff", dark="#111"))
