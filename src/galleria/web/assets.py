"""Files for the browser: ours, the games' and npm packages'. Their addresses change with the content."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from starlette.applications import Starlette
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from galleria.core import Game

VENDOR = ("htmx.org", "@fontsource-variable/fraunces", "@fontsource-variable/figtree")
"""The npm packages whose files are served; nothing else in node_modules is."""

_HERE = Path(__file__).parent


class _Forever(StaticFiles):
    """Files whose address changes when they do."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


class Assets:
    """All files, and their addresses: `/static/<hash of everything>/<path>`, so that files find each other."""

    def __init__(self, games: Iterable[Game], modules: Path) -> None:
        roots = {f"vendor/{package}": modules / package for package in VENDOR}
        roots |= {f"games/{game.name}": game.folder / "static" for game in games}
        roots[""] = _HERE / "static"
        self._roots = {prefix: folder for prefix, folder in roots.items() if folder.is_dir()}
        self.version = self._fingerprint()

    def _fingerprint(self) -> str:
        digest = hashlib.sha256()
        for prefix, folder in self._roots.items():
            # An npm package's content is fixed by its version.
            files = [folder / "package.json"] if prefix.startswith("vendor/") else sorted(folder.rglob("*"))
            for path in files:
                if path.is_file():
                    digest.update(f"{prefix}/{path.relative_to(folder)}\0".encode() + path.read_bytes())
        return digest.hexdigest()[:12]

    def url(self, path: str) -> str:
        """The address of a file, for pages."""
        return f"/static/{self.version}/{path}"

    def has(self, path: str) -> bool:
        """Whether there is such a file."""
        return any(
            (folder / path.removeprefix(f"{prefix}/")).is_file()
            for prefix, folder in self._roots.items()
            if path.startswith(f"{prefix}/") or not prefix
        )

    def mount(self, app: Starlette) -> None:
        """Serve everything."""
        for prefix, folder in self._roots.items():
            place = f"/{prefix}" if prefix else ""
            app.mount(f"/static/{self.version}{place}", _Forever(directory=folder))
        for prefix, folder in self._roots.items():
            app.mount(f"/static/{prefix}".rstrip("/"), StaticFiles(directory=folder))
