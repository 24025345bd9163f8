/* Makes a table live: links and forms swap in place, other people's moves appear, the board zooms, arrow keys walk.
   Everything it does is a convenience: the same page works as plain links and forms. */
(() => {
  "use strict";
  const main = document.getElementById("table");
  if (!main || !window.htmx) return;
  const root = document.documentElement;
  root.classList.add("live");
  const state = () => document.getElementById("state").dataset;
  /* What a reader opened stays open, whatever arrives. */
  htmx.registerExtension("galleria", {
    htmx_before_morph_attr: (element, { attrName }) => !(element.tagName === "DETAILS" && attrName === "open"),
  });

  /* Loading -------------------------------------------------------------------------------------------------- */

  const SILENT = 40000; // milliseconds after which a connection is dead; a beat comes every 15 seconds
  let reading = null;
  let writing = false;
  let stale = false;

  async function load(url, form) {
    if (writing) return;
    reading?.abort();
    const mine = (reading = new AbortController());
    const patience = setTimeout(() => mine.abort(new Error("silence")), SILENT);
    writing = Boolean(form);
    stale = false;
    main.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(url, {
        method: form ? "POST" : "GET",
        body: form ? new URLSearchParams(new FormData(form)) : undefined,
        headers: { "HX-Request": "true" },
        signal: mine.signal,
      });
      const text = await answer.text();
      if ((answer.status === 429 || answer.status === 503) && !text.includes('id="state"')) {
        if (form) return say(new DOMParser().parseFromString(text, "text/html").querySelector("h1"));
        cut();
        setTimeout(again, 1000 * (+answer.headers.get("Retry-After") || 1));
        return;
      }
      if (text.includes("<html") || !text.includes('id="state"')) {
        location.assign(answer.redirected ? answer.url : form ? location.href : url);
        return;
      }
      const address = answer.headers.get("HX-Replace-Url") || (form ? null : url);
      if (address) history.replaceState(null, "", address);
      await show(text);
    } catch (error) {
      if (error.name !== "AbortError") cut();
    } finally {
      clearTimeout(patience);
      if (form) writing = false;
      if (reading === mine) {
        reading = null;
        main.removeAttribute("aria-busy");
        if (stale) again();
      }
    }
  }

  /* Why a form was not taken; what was chosen stays, to be sent again. */
  function say(sentence) {
    const notice = Object.assign(document.createElement("p"), { className: "notice", textContent: sentence?.textContent.trim() });
    notice.setAttribute("role", "alert");
    document.querySelector("#prompt > .notice")?.remove();
    document.getElementById("prompt").prepend(notice);
  }

  const newest = () => Math.max(-1, ...[...document.querySelectorAll("#log [id^=log-]")].map((e) => +e.id.slice(4)));

  /* What happened to the board is marked until the next thing happens. */
  const pieces = () => [...document.querySelectorAll("#board [id][aria-label]")];
  const name = (label) => label?.split(" – ")[0];

  async function show(text) {
    const seen = newest();
    const before = new Map(pieces().map((e) => [e.id, e.getAttribute("aria-label")]));
    const mine = state().mine;
    const hinted = document.getElementById("hint");
    await htmx.swap({ text, target: main, swap: "innerMorph", sourceElement: main });
    main.classList.remove("is-cut");
    if (!hinted) document.getElementById("hint")?.scrollIntoView({ block: "nearest" });
    if (newest() > seen) {
      for (const e of pieces()) e.classList.toggle("is-new", name(before.get(e.id)) !== name(e.getAttribute("aria-label")));
    }
    document.title = state().title;
    document.dispatchEvent(new Event("galleria:shown"));
    const heard = [...document.querySelectorAll("#log [id^=log-]")].filter((e) => +e.id.slice(4) > seen).reverse();
    const words = heard.map((e) => e.innerText.trim());
    if (state().mine === "yes" && mine !== "yes") words.push(state().title.split(" · ")[0]);
    if (words.length) document.getElementById("spoken").textContent = words.join(" ");
    if (document.activeElement === document.body) document.getElementById("prompt").focus({ preventScroll: true });
  }

  /* On a small screen: whoever has picked something sees what can be picked next. */
  function lead() {
    const prompt = document.getElementById("prompt");
    if (!prompt || document.getElementById("confirm") || getComputedStyle(prompt).position !== "fixed") return;
    const lit = [...main.querySelectorAll("a.lit")].filter((e) => !prompt.contains(e) && e.checkVisibility());
    const edge = prompt.getBoundingClientRect().top;
    const places = lit.map((e) => e.getBoundingClientRect());
    if (!lit.length || places.some((box) => box.top >= 0 && box.bottom <= edge)) return;
    lit[0].scrollIntoView({ block: "center" });
  }

  /* News never push aside what somebody has just clicked: they wait for it. */
  function again() {
    if (reading) stale = true;
    else load(location.pathname + location.search);
  }

  main.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-soft][href]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    load(link.getAttribute("href")).then(lead);
  });
  main.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-soft]")) return;
    event.preventDefault();
    load(event.target.getAttribute("action"), event.target);
  });
  main.addEventListener("focusin", (event) => event.target.matches?.(".share-link") && event.target.select());
  main.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      if (!document.execCommand("copy")) return; // an address without https in the local network
    }
    button.querySelector("span").textContent = field.dataset.copied;
    document.getElementById("spoken").textContent = field.dataset.copied;
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-opens]");
    const part = link && document.getElementById(link.dataset.opens);
    if (!part) return;
    event.preventDefault();
    part.open = true;
    part.scrollIntoView({ block: "start" });
    part.querySelector("summary").focus({ preventScroll: true });
  });

  /* Live ------------------------------------------------------------------------------------------------------ */

  const LATER = 5000;
  let stream = null;
  let heard = 0;
  let compiled = ""; // the game of the last bar
  const cut = () => main.classList.add("is-cut");

  function listen() {
    stream?.close();
    stream = new EventSource(main.dataset.live);
    heard = Date.now();
    const on = (name, hear) =>
      stream.addEventListener(name, (event) => {
        heard = Date.now();
        hear(event);
      });
    on("open", () => {});
    on("beat", () => {});
    on("version", (event) => {
      if (+event.data !== +state().version || main.classList.contains("is-cut")) again();
    });
    on("compiling", (event) => {
      const at = JSON.parse(event.data);
      for (const note of document.querySelectorAll(".compiling")) {
        if (note.dataset.title === at.title) Object.assign(note.querySelector("progress"), { max: at.total, value: at.done });
      }
      if (at.done >= at.total || (compiled && compiled !== at.title)) again();
      compiled = at.title;
    });
    stream.addEventListener("error", (event) => {
      cut();
      if (event.target.readyState !== EventSource.CLOSED || event.target !== stream) return;
      setTimeout(listen, LATER);
      again();
    });
  }
  /* A connection can die without a word; and one that was refused is not tried again by the browser. */
  setInterval(() => {
    if (Date.now() - heard < SILENT) return;
    cut();
    listen();
  }, 1000);
  listen();
  addEventListener("offline", cut);
  addEventListener("online", again);
  document.addEventListener("galleria:late", again);
  document.addEventListener("visibilitychange", () => document.hidden || again());

  /* Zoom and pan: a style sheet of its own, so that a swap cannot undo it -------------------------------------- */

  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  let zoom = 1, left = 0, top = 0;
  const board = () => document.getElementById("board");

  function place() {
    const box = board()?.getBoundingClientRect();
    if (!box) return; // nobody plays yet
    zoom = Math.min(6, Math.max(1, zoom));
    left = Math.min(0, Math.max(box.width * (1 - zoom), left));
    top = Math.min(0, Math.max(box.height * (1 - zoom), top));
    sheet.replaceSync(zoom === 1 ? "" : `#board > svg { transform: translate(${left}px, ${top}px) scale(${zoom}); transform-origin: 0 0; } #board { touch-action: none; cursor: grab; }`);
  }
  function zoomTo(next, x, y) {
    const box = board().getBoundingClientRect();
    x = (x ?? box.left + box.width / 2) - box.left;
    y = (y ?? box.top + box.height / 2) - box.top;
    next = Math.min(6, Math.max(1, next));
    left = x - ((x - left) * next) / zoom;
    top = y - ((y - top) * next) / zoom;
    zoom = next;
    place();
  }
  main.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (!button) return;
    if (button.dataset.zoom === "fit") zoomTo(1);
    else zoomTo(zoom * +button.dataset.zoom);
  });
  main.addEventListener("wheel", (event) => {
    if (!event.target.closest("#board")) return;
    if (!event.ctrlKey && zoom === 1 && root.scrollHeight > innerHeight + 4) return;
    event.preventDefault();
    zoomTo(zoom * Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }, { passive: false });

  const fingers = new Map();
  let moved = false;
  main.addEventListener("pointerdown", (event) => {
    if (!event.target.closest("#board") || event.button) return;
    if (!fingers.size) moved = false;
    fingers.set(event.pointerId, event);
  });
  addEventListener("pointermove", (event) => {
    const last = fingers.get(event.pointerId);
    if (!last) return;
    const others = [...fingers.values()].filter((f) => f.pointerId !== event.pointerId);
    if (others.length) {
      const [o] = others;
      const spread = (f) => Math.hypot(f.clientX - o.clientX, f.clientY - o.clientY);
      moved = true;
      zoomTo((zoom * spread(event)) / Math.max(1, spread(last)), (event.clientX + o.clientX) / 2, (event.clientY + o.clientY) / 2);
    } else if (zoom > 1) {
      const far = Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY);
      if (!moved && far < 6) return;
      moved = true;
      left += event.clientX - last.clientX;
      top += event.clientY - last.clientY;
      place();
    }
    fingers.set(event.pointerId, event);
  });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, (event) => fingers.delete(event.pointerId));
  main.addEventListener("click", (event) => {
    if (!moved || !event.target.closest("#board")) return;
    moved = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });
  addEventListener("resize", place);

  /* Arrow keys walk over what can be chosen -------------------------------------------------------------------- */

  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const centre = (e) => {
    const r = e.getBoundingClientRect();
    return [r.left + r.width / 2, r.top + r.height / 2];
  };
  main.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    const here = event.target.closest("#board a, .cards a, .tiles a, .desk a, .buttons a");
    if (!way || !here || event.altKey || event.ctrlKey || event.metaKey) return;
    const [x, y] = centre(here);
    let best = null;
    let least = Infinity;
    for (const other of here.closest("#board, #hand, .desk, .buttons").querySelectorAll("a[href]")) {
      if (other === here) continue;
      const [a, b] = centre(other);
      const along = (a - x) * way[0] + (b - y) * way[1];
      const aside = Math.abs((a - x) * way[1]) + Math.abs((b - y) * way[0]);
      const far = along + 2.5 * aside;
      if (along > 1 && far < least) [best, least] = [other, far];
    }
    event.preventDefault();
    best?.focus();
  });

  /* A link that names a key is also followed by that key, outside of text fields ------------------------------- */

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, select, textarea")) return;
    [...main.querySelectorAll("a[data-key]")].find((link) => link.dataset.key === event.key.toLowerCase())?.click();
  });
})();
