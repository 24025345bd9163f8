/* Makes a replay quick: slider, keys and links change the position in place, and it can play by itself. The same page
   works as plain links and forms. */
(() => {
  "use strict";
  const main = document.getElementById("replay");
  if (!main || !window.htmx) return;
  document.documentElement.classList.add("live");
  const $ = (id) => document.getElementById(id);
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  /* What a reader opened stays open, and a slider that is being moved stays where the hand is. */
  htmx.registerExtension("galleria", {
    htmx_before_morph_attr: (element, { attrName }) => {
      if (element.tagName === "DETAILS" && attrName === "open") return false;
      return !(element.id === "speed" || (element.tagName === "OPTION" && attrName === "selected"));
    },
  });

  /* Going to a position ---------------------------------------------------------------------------------------- */

  const place = () => +$("steps").dataset.place;
  const last = () => +$("steps").dataset.last;
  let reading = null;
  let wanted = null; // the newest wish, while an older one is being answered
  let sliding = false;

  const address = (step) => {
    const url = new URL(location.href);
    url.hash = "";
    const name = $("slider").name;
    url.searchParams.delete(name === "step" ? "entry" : "step");
    url.searchParams.set(name, step);
    for (const hidden of $("jump").querySelectorAll("input[type=hidden]")) url.searchParams.set(hidden.name, hidden.value);
    return url.pathname + url.search;
  };

  async function go(url) {
    if (reading) {
      wanted = url;
      return;
    }
    reading = url;
    main.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(url, { headers: { "HX-Request": "true" } });
      const text = await answer.text();
      if (!answer.ok || text.includes("<html") || !text.includes('id="steps"')) {
        location.assign(url);
        return;
      }
      await htmx.swap({ text, target: $("position"), swap: "innerMorph", sourceElement: $("position") });
      history.replaceState(null, "", url);
      shown();
    } catch {
      stop();
    } finally {
      reading = null;
      main.removeAttribute("aria-busy");
      if (wanted) {
        const next = wanted;
        wanted = null;
        go(next);
      }
    }
  }

  function step(to) {
    to = Math.max(0, Math.min(last(), to));
    if (!sliding) $("slider").value = to;
    if (to !== place() || reading) go(address(to));
  }

  function shown() {
    const at = place();
    if (!sliding) $("slider").value = at;
    for (const entry of document.querySelectorAll("#log [data-at]")) {
      const here = +entry.dataset.at === at;
      if (here) {
        entry.setAttribute("aria-current", "step");
        const list = entry.closest(".log-list");
        const top = entry.offsetTop - list.offsetTop;
        if (top < list.scrollTop || top + entry.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - 40;
      } else entry.removeAttribute("aria-current");
    }
    const cursor = $("cursor");
    if (cursor) {
      const [left, right] = [+cursor.dataset.left, +cursor.dataset.right];
      cursor.setAttribute("transform", `translate(${left + ((right - left) * at) / Math.max(1, last())} 0)`);
    }
    const board = $("this-board");
    if (board) board.href = board.dataset.at + new URL(address(at), location.href).search;
    if (!playing) $("spoken").textContent = $("happened").innerText.trim();
  }

  main.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-step]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    stop();
    if (link.hasAttribute("data-eyes")) location.assign(link.href);
    else step(+link.dataset.step);
  });
  main.addEventListener("submit", (event) => {
    if (event.target.id !== "jump") return;
    event.preventDefault();
    stop();
    step(+$("slider").value);
  });
  main.addEventListener("input", (event) => {
    if (event.target.id !== "slider") return;
    stop();
    sliding = true;
    step(+event.target.value);
  });
  main.addEventListener("change", (event) => {
    if (event.target.id !== "slider") return;
    sliding = false;
    step(+event.target.value);
  });

  /* Keys, wherever the focus is but in fields that need them */
  const KEYS = { ArrowLeft: () => place() - 1, ArrowRight: () => place() + 1, Home: () => 0, End: () => last() };
  document.addEventListener("keydown", (event) => {
    const to = KEYS[event.key];
    if (!to || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, textarea, select, [contenteditable], .scroll-x, .cards")) return;
    event.preventDefault();
    stop();
    step(to());
  });

  /* Playing by itself ------------------------------------------------------------------------------------------ */

  let playing = 0;
  const pace = () => Math.max(+$("speed").value, still.matches ? 1400 : 0);
  function stop() {
    clearTimeout(playing);
    playing = 0;
    button();
  }
  function button() {
    const play = $("play");
    play.setAttribute("aria-pressed", String(Boolean(playing)));
    play.setAttribute("aria-label", playing ? play.dataset.pause : play.dataset.play);
  }
  function tick() {
    if (place() >= last()) return stop();
    if (!reading) step(place() + 1);
    playing = setTimeout(tick, pace());
  }
  main.addEventListener("click", (event) => {
    if (!event.target.closest("#play")) return;
    if (playing) return stop();
    if (place() >= last()) step(0);
    playing = setTimeout(tick, place() >= last() ? pace() : 250);
    button();
  });
  document.addEventListener("visibilitychange", () => document.hidden && stop());

  /* The analysis: asked for in place, and looked at again while it grows ------------------------------------------ */

  async function analysis(url, form) {
    try {
      const answer = await fetch(url, { method: form ? "POST" : "GET", body: form, headers: { "HX-Request": "true" } });
      const text = await answer.text();
      if (!text.includes('id="analysis"') || text.includes("<html")) return form && $("analysis").querySelector("form").submit();
      await htmx.swap({ text, target: $("analysis"), swap: "outerMorph", sourceElement: $("analysis") });
      shown();
    } catch {
      /* the next look tries again */
    }
    poll();
  }
  let polling = 0;
  function poll() {
    clearTimeout(polling);
    const url = $("analysis")?.dataset.poll;
    if (url) polling = setTimeout(() => analysis(url), 1500);
  }
  main.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-analyse]")) return;
    event.preventDefault();
    analysis(event.target.getAttribute("action"), new URLSearchParams(new FormData(event.target)));
  });

  shown();
  poll();
})();
