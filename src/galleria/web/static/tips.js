/* Every piece and sign says what it is: while a pointer rests on it, while it has the focus, and on a long touch (a
   short one where nothing else would happen). The words are those that stand in the page anyway: data-tip, title, or
   the spoken name of a piece. Without this script titles remain. */
(() => {
  "use strict";
  const PIECES = "[data-tip], [title], #board a[aria-label], a.card, a.tile";
  const tip = Object.assign(document.createElement("div"), { id: "tip", className: "tip" });
  tip.setAttribute("role", "tooltip");
  tip.popover = "manual";
  document.body.append(tip);
  let shown = null;
  let timer = 0;

  /* The browser's own bubble would come on top of ours. */
  function words(piece) {
    if (piece.title) {
      piece.dataset.tip = piece.title;
      piece.removeAttribute("title");
    }
    const text = piece.dataset.tip ?? piece.getAttribute("aria-label") ?? piece.querySelector(":scope > .unseen")?.textContent;
    return text?.trim() ?? "";
  }

  function show(piece) {
    const text = piece.isConnected ? words(piece) : "";
    if (!text) return;
    hide();
    shown = piece;
    tip.textContent = text;
    tip.showPopover();
    const at = piece.getBoundingClientRect();
    const size = tip.getBoundingClientRect();
    const below = at.top < size.height + 12;
    const left = Math.min(Math.max(8, at.left + at.width / 2 - size.width / 2), innerWidth - size.width - 8);
    tip.style.left = `${left}px`;
    tip.style.top = `${below ? Math.min(at.bottom + 6, innerHeight - size.height - 4) : at.top - size.height - 6}px`;
    if (piece.dataset.tip) piece.setAttribute("aria-describedby", "tip");
  }
  function hide() {
    clearTimeout(timer);
    if (!shown) return;
    shown.removeAttribute("aria-describedby");
    shown = null;
    tip.hidePopover();
  }
  const soon = (piece, wait) => {
    clearTimeout(timer);
    timer = setTimeout(show, wait, piece);
  };

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch" || tip.contains(event.target)) return clearTimeout(timer);
    const piece = event.target.closest?.(PIECES);
    if (piece === shown && piece) return clearTimeout(timer);
    if (piece) soon(piece, shown ? 80 : 350);
    else if (shown && !shown.matches(":focus-visible")) {
      clearTimeout(timer);
      timer = setTimeout(hide, 200); // time to move onto the words themselves
    } else clearTimeout(timer);
  });
  document.addEventListener("focusin", (event) => {
    const piece = event.target.closest(PIECES);
    if (piece && event.target.matches(":focus-visible")) show(piece);
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  addEventListener("scroll", hide, { capture: true, passive: true });

  let held = false;
  document.addEventListener("pointerdown", (event) => {
    held = false;
    hide();
    const piece = event.target.closest(PIECES);
    if (event.pointerType !== "touch" || !piece) return;
    timer = setTimeout(() => {
      held = true;
      show(piece);
    }, 450);
  });
  document.addEventListener("pointerup", () => held || clearTimeout(timer));
  document.addEventListener("pointercancel", () => held || clearTimeout(timer));
  document.addEventListener("contextmenu", (event) => held && event.preventDefault());
  /* After a long touch the finger's click is not meant; a short one on something that does nothing asks what it is. */
  addEventListener("click", (event) => {
    if (held) {
      held = false;
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    const piece = event.pointerType === "touch" && event.target.closest(PIECES);
    if (piece && !event.target.closest("a[href], button, summary, input, label")) show(piece);
  }, { capture: true });

  /* Signs that do nothing else are reached with the keyboard too: one stop for a group, arrow keys within it. */
  function group(root) {
    const still = [...root.querySelectorAll("[data-tip], [title]")].filter((e) => !e.matches("a[href], button, input, summary, svg *"));
    still.forEach((piece, i) => (piece.tabIndex = i ? -1 : 0));
  }
  const groups = () => document.querySelectorAll("[data-tips]").forEach(group);
  groups();
  new MutationObserver(groups).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-tips"] });
  document.addEventListener("keydown", (event) => {
    const root = event.target.closest?.("[data-tips]");
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!root || !step || event.altKey || event.ctrlKey || event.metaKey) return;
    const pieces = [...root.querySelectorAll("[tabindex]")];
    const next = pieces[pieces.indexOf(event.target) + step];
    if (!next) return;
    event.preventDefault();
    pieces.forEach((piece) => (piece.tabIndex = piece === next ? 0 : -1));
    next.focus();
  });
})();
