"""What is wrong with a page for those who can't see, point or scroll well."""

import json

from playwright.sync_api import Page

from galleria.web.settings import default_modules

AXE = (default_modules() / "axe-core" / "axe.min.js").read_text("utf-8")


PICTURES = {
    "color-contrast": "axe-core sees the page behind a picture, not the shape that is painted under its text",
    "label-content-name-mismatch": "every number on a drawn card counts as its label; its name says them in words",
}
"""Rules that cannot be applied to what is drawn on a board, and why."""


def complaints(page: Page) -> list[str]:
    """What axe-core finds wrong, place by place."""
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{page.url} {wrong['id']}: {wrong['help']}: {node['html'][:300]} {json.dumps(node['any'][:1])[:300]}"
        for wrong in found["violations"]
        for node in wrong["nodes"]
        if wrong["id"] not in PICTURES or not page.locator(f"#board {node['target'][0]}").count()
    ]


def too_wide(page: Page) -> list[str]:
    """What makes the page scroll sideways."""
    return page.evaluate("""() => {
      const width = document.documentElement.clientWidth;
      if (document.documentElement.scrollWidth <= width) return [];
      return [...document.querySelectorAll("body *")]
        .filter((e) => e.getBoundingClientRect().right > width + 1 && getComputedStyle(e).position !== "absolute")
        .slice(0, 5).map((e) => `${e.tagName}.${e.getAttribute("class")}#${e.id}`).concat("the page is too wide");
    }""")


def too_small(page: Page) -> list[str]:
    """Controls beside the board under 44 by 44 pixels; links within a sentence may be as high as their line."""
    return page.evaluate("""() => [...document.querySelectorAll("a[href], button, select, summary, input")]
      .filter((e) => !e.closest("#board, .unseen") && !e.matches(".skip, [type=hidden]") && e.checkVisibility())
      .filter((e) => !(e.tagName === "A" && getComputedStyle(e).display === "inline"))
      .map((e) => [e, (e.matches("[type=radio], [type=checkbox]") && e.closest("label") || e).getBoundingClientRect()])
      .filter(([e, r]) => r.width && (r.width < 43.5 || r.height < 43.5))
      .map(([e, r]) => `${e.outerHTML.slice(0, 160)} ${r.width.toFixed(0)}x${r.height.toFixed(0)}`)""")


def check(page: Page) -> list[str]:
    return [*complaints(page), *too_wide(page), *too_small(page)]
