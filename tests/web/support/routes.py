"""What the server answers to."""

from galleria.web import api, pages


def paths(router: object) -> list[tuple[str, str]]:
    """(method, path) of all routes, as the program declares them."""
    return [(method, route.path) for route in router.routes for method in sorted(route.methods)]  # type: ignore[attr-defined]


PAGES = paths(pages.router)
API = paths(api.router)
