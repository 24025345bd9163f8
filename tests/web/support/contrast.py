"""How well what is written can be read: the colour of letters against what is painted beneath them (WCAG 1.4.3).

axe-core sees the page behind a picture, not the shape under a text, and passes over texts on gradients. Here the window
is photographed twice, with all texts in a glaring colour and without them: where the two differ are letters, and the
second photograph shows what lies under them. Texts that are covered or out of sight are not judged, nor what of a text
lies where a later one is.
"""

import base64
from typing import Any

from playwright.sync_api import Page

TEXTS = """() => {
  const found = [];
  for (const element of document.querySelectorAll("#table *")) {
    const own = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own.length || !element.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(element);
    const range = document.createRange();
    range.setStartBefore(own[0]);
    range.setEndAfter(own.at(-1));
    const drawn = element.closest("text");
    // The rectangles of a range do not know the length that a drawn text is given.
    let boxes = drawn === element ? [element.getBoundingClientRect()] : [...range.getClientRects()];
    let opacity = 1;
    for (let e = element; e; e = e.parentElement) {
      const outer = getComputedStyle(e);
      opacity *= +outer.opacity;
      if (outer.clipPath === "inset(50%)") opacity = 0; // for ears alone
      if (outer.overflow === "visible" || outer.display === "inline") continue;
      const frame = e.getBoundingClientRect();
      boxes = boxes.map(({ left, top, right, bottom }) => ({
        left: Math.max(left, frame.left),
        top: Math.max(top, frame.top),
        right: Math.min(right, frame.right),
        bottom: Math.min(bottom, frame.bottom),
      }));
    }
    const matrix = drawn ? drawn.getScreenCTM() : { b: 0, d: 1 };
    const size = parseFloat(style.fontSize) * Math.hypot(matrix.b, matrix.d);
    const large = size >= 24 || (size >= 18.66 && +style.fontWeight >= 700);
    const [ink, through] = drawn ? [style.fill, +style.fillOpacity] : [style.color, 1];
    const words = own.map((node) => node.textContent.trim()).join(" ");
    boxes = boxes.map((box) => [box.left, box.top, box.right, box.bottom]);
    found.push({ words, ink, through, opacity, large, size, boxes, owner: element.closest("[id]").id });
  }
  return found;
}"""

JUDGE = """async ([texts, before, after]) => {
  const canvas = (width, height) => new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  const pixels = async (data) => {
    const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = canvas(bitmap.width, bitmap.height);
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height);
  };
  const one = canvas(1, 1);
  const colour = (css) => {
    one.clearRect(0, 0, 1, 1);
    one.fillStyle = css;
    one.fillRect(0, 0, 1, 1);
    return one.getImageData(0, 0, 1, 1).data;
  };
  const part = (v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  const contrast = (x, y) => (Math.max(light(x), light(y)) + 0.05) / (Math.min(light(x), light(y)) + 0.05);
  const far = (x, y) => Math.abs(x[0] - y[0]) + Math.abs(x[1] - y[1]) + Math.abs(x[2] - y[2]);
  const meet = (box, others) => others.some((o) => box[0] < o[2] && o[0] < box[2] && box[1] < o[3] && o[1] < box[3]);
  const [marked, bare] = [await pixels(before), await pixels(after)];
  const judged = [];
  for (const [number, text] of texts.entries()) {
    const over = texts.slice(number + 1).flatMap((later) => later.boxes.filter((box) => meet(box, text.boxes)));
    const ink = colour(text.ink);
    const alpha = (text.opacity * text.through * ink[3]) / 255;
    if (alpha < 0.05) continue; // not to be seen on purpose
    const under = new Map(); // the colours under its letters: how contrasting, how often
    let letters = 0;
    for (const [left, top, right, bottom] of text.boxes) {
      for (let y = Math.max(0, Math.round(top)); y < Math.min(bare.height, bottom); y++) {
        for (let x = Math.max(0, Math.round(left)); x < Math.min(bare.width, right); x++) {
          if (over.some((box) => x >= box[0] - 1 && x <= box[2] && y >= box[1] - 1 && y <= box[3])) continue;
          const i = 4 * (y * bare.width + x);
          const ground = bare.data.subarray(i, i + 3);
          if (far(marked.data.subarray(i, i + 3), ground) < 0.5 * text.opacity * far([0, 255, 0], ground)) continue;
          const key = (ground[0] << 16) | (ground[1] << 8) | ground[2];
          if (!under.has(key)) {
            const painted = [0, 1, 2].map((k) => alpha * ink[k] + (1 - alpha) * ground[k]);
            under.set(key, { contrast: contrast(painted, ground), times: 0 });
          }
          under.get(key).times += 1;
          letters += 1;
        }
      }
    }
    if (!letters) continue;
    let few = letters / 10; // edges of what lies beneath
    const spots = [...under.values()].sort((x, y) => x.contrast - y.contrast);
    judged.push({ ...text, contrast: spots.find((spot) => (few -= spot.times) < 0).contrast });
  }
  return judged;
}"""

PAINT = """#table * { -webkit-text-fill-color: %s !important; text-shadow: none !important }
#table svg :is(text, tspan) { fill: %s !important; fill-opacity: 1 !important }"""
MARKED, HIDDEN = (PAINT % (colour, colour) for colour in ("#00ff00", "transparent"))
STILL = "*, ::before, ::after { transition: none !important; animation: none !important; }"


def hold_still(page: Page) -> None:
    """Nothing moves or fades any more, and the letters are those of the page's own type."""
    page.add_style_tag(content=STILL)
    page.evaluate(
        "document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))"
    )


def faint(page: Page, judge: Page) -> tuple[int, list[str]]:
    """How many texts were judged, and those that have too little contrast: less than 4.5 to 1, large ones 3 to 1.

    The photographs must have one pixel for every pixel of the page; `judge` is any other page.
    """
    texts: list[dict[str, Any]] = page.evaluate(TEXTS)
    pictures = [base64.b64encode(page.screenshot(style=css)).decode() for css in (MARKED, HIDDEN)]
    judged = judge.evaluate(JUDGE, [texts, *pictures])
    return len(judged), [
        f"{text['contrast']:.2f} “{text['words']}” ({text['size']:.1f} px, {text['ink']}) in #{text['owner']}"
        for text in judged
        if text["contrast"] < (3 if text["large"] else 4.5)
    ]
