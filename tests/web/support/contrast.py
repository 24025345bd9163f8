"""How well text on a drawn board can be read: its colour against what is painted beneath it (WCAG 1.4.3).

axe-core sees the page behind a picture, not the shape under a text. Here the board is photographed with its texts and
without them: where the two differ are letters, and the second picture shows what lies under them.
"""

import base64
from typing import Any

from playwright.sync_api import Browser, Page

TEXTS = """() => {
  const board = document.getElementById("board");
  const place = board.getBoundingClientRect();
  const found = [];
  for (const element of board.querySelectorAll("svg text, svg tspan")) {
    const own = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim());
    const style = getComputedStyle(element);
    if (!own.length || style.visibility !== "visible") continue;
    const range = document.createRange();
    range.setStartBefore(own[0]);
    range.setEndAfter(own.at(-1));
    let alpha = +style.fillOpacity;
    for (let e = element; e !== board; e = e.parentElement) alpha *= +getComputedStyle(e).opacity;
    const text = element.closest("text");
    const matrix = text.getScreenCTM();
    const size = parseFloat(style.fontSize) * Math.hypot(matrix.b, matrix.d);
    const large = size >= 24 || (size >= 18.66 && +style.fontWeight >= 700);
    const boxes = [...range.getClientRects()].map((r) => [r.left - place.left, r.top - place.top, r.width, r.height]);
    const owner = element.closest("[id]");
    const words = element.textContent.trim();
    found.push({ words, fill: style.fill, alpha, large, size, boxes, owner: owner?.id ?? "" });
  }
  return found;
}"""

JUDGE = """async ([texts, before, after, scale]) => {
  const pixels = async (data) => {
    const blob = new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], { type: "image/png" });
    const bitmap = await createImageBitmap(blob);
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext("2d").drawImage(bitmap, 0, 0);
    return canvas.getContext("2d").getImageData(0, 0, bitmap.width, bitmap.height);
  };
  const [a, b] = [await pixels(before), await pixels(after)];
  const part = (v) => ((v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  const contrast = (x, y) => (Math.max(light(x), light(y)) + 0.05) / (Math.min(light(x), light(y)) + 0.05);
  const at = (image, i) => [image.data[i], image.data[i + 1], image.data[i + 2]];
  const results = [];
  for (const text of texts) {
    const fill = text.fill.match(/[\\d.]+/g)?.map(Number);
    if (!text.fill.startsWith("rgb") || !fill) {
      results.push({ ...text, contrast: 0 });
      continue;
    }
    const alpha = text.alpha * (fill[3] ?? 1);
    if (alpha < 0.05) continue;
    const spots = [];
    for (const [left, top, width, height] of text.boxes) {
      for (let y = Math.max(0, Math.round(top * scale)); y < Math.min(a.height, (top + height) * scale); y++) {
        for (let x = Math.max(0, Math.round(left * scale)); x < Math.min(a.width, (left + width) * scale); x++) {
          const i = 4 * (y * a.width + x);
          const [here, under] = [at(a, i), at(b, i)];
          const painted = fill.slice(0, 3).map((v, k) => alpha * v + (1 - alpha) * under[k]);
          const differs = here.reduce((sum, v, k) => sum + Math.abs(v - under[k]), 0);
          const should = painted.reduce((sum, v, k) => sum + Math.abs(v - under[k]), 0);
          spots.push({ differs, whole: differs >= 0.6 * should, contrast: contrast(painted, under) });
        }
      }
    }
    const letters = spots.filter((spot) => spot.differs > 12 && spot.whole);
    if (!letters.length && spots.some((spot) => spot.contrast >= 3)) continue; // covered by something else
    const seen = (letters.length ? letters : spots).map((spot) => spot.contrast).sort((x, y) => x - y);
    if (seen.length) results.push({ ...text, contrast: seen[Math.floor(seen.length / 10)] });
  }
  return results;
}"""
HIDDEN = "#board text, #board tspan { fill: transparent !important; transition: none !important; }"


def faint(browser: Browser, page: Page) -> list[str]:
    """The texts on the board that have too little contrast: 4.5 to 1, and 3 to 1 for large ones."""
    texts: list[dict[str, Any]] = page.evaluate(TEXTS)
    scale = page.evaluate("devicePixelRatio")
    board = page.locator("#board")
    before = board.screenshot(animations="disabled")
    style = page.evaluate_handle(
        "(css) => { const s = new CSSStyleSheet(); s.replaceSync(css); "
        "document.adoptedStyleSheets = [...document.adoptedStyleSheets, s]; return s; }",
        HIDDEN,
    )
    after = board.screenshot(animations="disabled")
    page.evaluate("(s) => { document.adoptedStyleSheets = document.adoptedStyleSheets.filter((x) => x !== s); }", style)
    with browser.new_context() as context:
        pictures = [base64.b64encode(data).decode() for data in (before, after)]
        judged = context.new_page().evaluate(JUDGE, [texts, *pictures, scale])
    return [
        f"{text['contrast']:.2f} “{text['words']}” ({text['size']:.1f} px, {text['fill']}) in #{text['owner']}"
        for text in judged
        if text["contrast"] < (3 if text["large"] else 4.5)
    ]
