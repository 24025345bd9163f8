"""What the server answers to."""

from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI


def routes(app: Any, prefix: str = "") -> Iterator[tuple[str, str]]:
    """(method, path) of everything that the application's routers answer to."""
    for route in app.routes:
        if (inner := getattr(route, "original_router", None)) is not None:
            yield from routes(inner)
        elif hasattr(route, "methods"):
            for method in sorted(route.methods - {"HEAD"}):
                yield method, prefix + route.path


def pages(app: FastAPI) -> set[tuple[str, str]]:
    """Of these, what pages are and do."""
    return {found for found in routes(app) if not found[1].startswith(("/api/", "/openapi", "/healthz"))}


def api(app: FastAPI) -> set[tuple[str, str]]:
    """Of these, the API."""
    return {found for found in routes(app) if found[1].startswith("/api/")}
