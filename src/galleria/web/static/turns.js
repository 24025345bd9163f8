/* Whose turn it is: times that go on while the page is open, the sign in the tab, and, where somebody has asked for
   them on this device, a soft sound and a desktop notice when it becomes her turn. Without a script the page has all
   of it but these two. */
(() => {
  "use strict";
  const root = document.documentElement;
  const state = () => document.getElementById("state")?.dataset;

  /* Times ------------------------------------------------------------------------------------------------------ */

  const words = new Intl.RelativeTimeFormat(root.lang || "en", { numeric: "always" });
  const UNITS = [["year", 31536000], ["month", 2629800], ["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60]];

  function ago() {
    for (const time of document.querySelectorAll("time[data-ago]")) {
      const passed = (Date.now() - Date.parse(time.dateTime)) / 1000;
      const [unit, size] = UNITS.find(([, size]) => passed >= size) ?? [];
      const text = unit ? words.format(-Math.round(passed / size), unit) : time.dataset.ago;
      if (time.textContent !== text) time.textContent = text;
    }
  }

  const two = (n) => String(n).padStart(2, "0");
  let ends = new Map(); // by clock: when its time has run out
  let ticking = 0;

  function clocks() {
    ends = new Map([...document.querySelectorAll("[data-left]")].map((e) => [e, Date.now() + 1000 * e.dataset.left]));
    clearInterval(ticking);
    if (ends.size) ticking = setInterval(tick, 250);
  }
  function tick() {
    for (const [clock, end] of ends) {
      const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
      const text = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
      if (clock.textContent !== text) clock.textContent = text;
      if (!left) {
        ends.delete(clock);
        setTimeout(() => document.dispatchEvent(new Event("galleria:late")), 1000);
      }
    }
  }

  /* My turn ---------------------------------------------------------------------------------------------------- */

  const icon = document.querySelector("link[rel=icon]");
  const main = document.getElementById("table");
  let mine = state()?.mine;

  function shown() {
    ago();
    clocks();
    if (!main) return;
    const before = mine;
    mine = state().mine;
    icon.href = mine === "yes" ? main.dataset.iconTurn : main.dataset.icon;
    if (mine === "yes" && before !== "yes") call();
  }
  ago();
  clocks();
  setInterval(ago, 15000);
  document.addEventListener("galleria:shown", shown);

  /* Sound and notice: chosen on this device, never asked for by the page itself --------------------------------- */

  const panel = document.getElementById("notices");
  if (!panel || !main) return;
  const [sound, desktop, said] = ["notice-sound", "notice-desktop", "notice-said"].map((id) => document.getElementById(id));
  const allowed = () => "Notification" in window && Notification.permission === "granted";
  const wishes = {
    get: (name) => {
      try {
        return localStorage.getItem(`galleria.${name}`) === "yes";
      } catch {
        return false; // a browser that keeps nothing
      }
    },
    set: (name, value) => {
      try {
        localStorage.setItem(`galleria.${name}`, value ? "yes" : "no");
      } catch {
        /* it holds as long as the page is open */
      }
    },
  };
  sound.checked = wishes.get("sound");
  desktop.checked = wishes.get("desktop") && allowed();

  let audio = null;
  const listen = () => {
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume();
  };
  function chime() {
    listen();
    const start = audio.currentTime + 0.02;
    for (const [pitch, at] of [[587.33, 0], [880, 0.14]]) {
      const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
      const volume = new GainNode(audio, { gain: 0 });
      volume.gain.setValueAtTime(0.0001, start + at);
      volume.gain.exponentialRampToValueAtTime(0.07, start + at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + at + 0.9);
      tone.connect(volume).connect(audio.destination);
      tone.start(start + at);
      tone.stop(start + at + 1);
    }
  }
  /* Browsers let a page sound only after somebody has touched it. */
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => sound.checked && listen(), { once: true });

  function call() {
    if (sound.checked) chime();
    if (!desktop.checked || !allowed() || (!document.hidden && document.hasFocus())) return;
    try {
      const [title, ...rest] = state().title.split(" · ");
      const notice = new Notification(title, { body: rest[0], tag: location.pathname, icon: main.dataset.iconTurn });
      notice.addEventListener("click", () => {
        window.focus();
        notice.close();
      });
    } catch {
      /* phones show notices only for installed pages */
    }
  }
  sound.addEventListener("change", () => {
    wishes.set("sound", sound.checked);
    if (sound.checked) chime();
  });
  desktop.addEventListener("change", async () => {
    said.textContent = "";
    if (desktop.checked && !("Notification" in window && (await Notification.requestPermission()) === "granted")) {
      desktop.checked = false;
      said.textContent = said.dataset.refused;
    }
    wishes.set("desktop", desktop.checked);
  });

  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !panel.open) return;
    panel.open = false;
    panel.querySelector("summary").focus();
  });
  addEventListener("click", (event) => {
    if (panel.open && !panel.contains(event.target)) panel.open = false;
  });
})();
