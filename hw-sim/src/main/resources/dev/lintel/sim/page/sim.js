// The page of the simulated doors. State comes whole over one event stream; everything done is a small POST.
// Text from the server is only ever set as text.

const STREAM_RETRY_MS = 2000; // after the browser has given up by itself
const EVENTS_SHOWN_MAX = 20; // as many as the stream begins with
const OWN_CARDS_MAX = 12;
const TOAST_MS = 4000;
const READ_MS = 600;
const DRAG_PX_MIN = 8; // less is a tap
const CLICK_AFTER_DRAG_MS = 100;
const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"];
const KEY_NAMES = { "*": "Star, clear", "#": "Hash, send" };
const HINT = "Pick a card or fob, then tap a reader.";
const HINT_MOUSE = "Drag one onto a reader, or pick one and tap the reader.";
const STATE_NAMES = {
  secure: "Secure", unlocked: "Unlocked", open: "Open", warned: "Close the door",
  extended_open: "Open too long", forced: "Forced open",
};
const DRIVER_NAMES = { osdp: "OSDP", wiegand: "Wiegand", serial: "Serial" };

const $ = (id) => document.getElementById(id);
const boxLines = new Map(); // label -> button or lamp
const doors = new Map(); // channel id -> {root, readers: Map(side -> element)}
const finePointer = matchMedia("(pointer: fine)"); // a finger scrolls where a mouse drags
let csrf = "";
let selected = null; // the card or fob picked: {kind, number, label, element}
let toastTimer = 0;
let draggedAt = -1000;
let fire = false; // whether the fire panel calls
let keyQueue = Promise.resolve(); // keys go out one after another, so a PIN keeps its order

// ---- talking to the box ---------------------------------------------------------------------------------------

async function post(path, body) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRF-Token": csrf },
      body: JSON.stringify(body),
    });
    const result = await answer.json().catch(() => ({}));
    if (answer.ok && !result.error) return true;
    toast(result.error || `That did not work (${answer.status}).`, true);
  } catch {
    toast("Lintel cannot be reached.", true);
  }
  return false;
}

function listen() {
  const stream = new EventSource("/sim/stream");
  stream.addEventListener("open", () => connected(true));
  stream.addEventListener("state", (message) => {
    connected(true);
    show(JSON.parse(message.data));
  });
  stream.addEventListener("backlog", (message) => showBacklog(JSON.parse(message.data)));
  stream.addEventListener("happened", (message) => showEvent(JSON.parse(message.data)));
  stream.addEventListener("error", () => {
    connected(false);
    if (stream.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
    stream.close();
    setTimeout(start, STREAM_RETRY_MS);
  });
}

async function start() {
  try {
    const answer = await fetch("/sim/state", { headers: { Accept: "application/json" } });
    if (answer.status === 401 || answer.status === 403) return askToSignIn();
    if (!answer.ok) throw new Error(String(answer.status));
    show(await answer.json());
    listen();
  } catch {
    connected(false);
    setTimeout(start, STREAM_RETRY_MS);
  }
}

function askToSignIn() {
  connected(false);
  const link = document.createElement("a");
  link.href = "/"; // the console leads whoever is signed out to its sign-in
  link.textContent = "Sign in again";
  $("banner").replaceChildren("You are signed out. ", link, ".");
}

function connected(on) {
  $("live").classList.toggle("is-on", on);
  setText($("live"), on ? "Live" : "Not connected");
  $("doors").classList.toggle("is-stale", !on);
  $("banner").hidden = on;
  if (!on) setText($("banner"), "The connection to Lintel is lost. What you see may be old; trying again…");
}

// ---- showing the state ----------------------------------------------------------------------------------------

function show(state) {
  csrf = state.csrf || csrf;
  showCards(state.demo_cards || []);
  showFire(state.doors);
  showBox(state.doors[0] || {});
  for (const door of state.doors) {
    if (!doors.has(door.channel_id)) doors.set(door.channel_id, makeDoor(door, state.faults || {}));
    showDoor(doors.get(door.channel_id), door);
  }
}

function makeDoor(door, faults) {
  const root = $("door-template").content.firstElementChild.cloneNode(true);
  const channel = door.channel_id;
  const parts = { root, readers: new Map(), faults: new Map(), open: false, tampered: false, wired: door.wired || [] };
  part(root, "move").addEventListener("click", () => post("/sim/contact", { channel_id: channel, open: !parts.open }));
  part(root, "rex").addEventListener("click", () => post("/sim/rex", { channel_id: channel }));
  part(root, "aux").addEventListener("click", () => post("/sim/aux", { channel_id: channel }));
  part(root, "tamper").addEventListener("click", () => post("/sim/tamper", { channel_id: channel, on: !parts.tampered }));
  const { wired } = parts;
  for (const name of ["rex", "aux", "tamper"]) part(root, name).hidden = !wired.includes(name);
  part(root, "sounder-fact").hidden = !wired.includes("sounder");
  for (const side of Object.keys(door.readers)) {
    const reader = makeReader(channel, side, door.name);
    parts.readers.set(side, reader);
    part(root, "readers").append(reader);
  }
  const wires = Object.values(door.readers).map((reader) => DRIVER_NAMES[reader.driver] || reader.driver);
  for (const [name, sentence] of Object.entries(faults)) {
    const wire = sentence.match(/^(\w+): /)?.[1]; // "Wiegand: …" is a fault that only that wire can have
    if (wire && !wires.includes(wire)) continue;
    parts.faults.set(name, makeFault(channel, name, sentence, part(root, "faults")));
  }
  $("doors").append(root);
  return parts;
}

function makeReader(channel, side, doorName) {
  const reader = $("reader-template").content.firstElementChild.cloneNode(true);
  reader.dataset.channel = channel;
  reader.dataset.side = side;
  reader.dataset.place = `${doorName}, ${side} reader`;
  reader.setAttribute("aria-label", reader.dataset.place);
  part(reader, "target").addEventListener("click", () => tap(reader));
  for (const key of KEYS) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = key;
    button.dataset.key = key;
    button.setAttribute("aria-label", KEY_NAMES[key] || key);
    button.addEventListener("click", () => press(reader, key));
    part(reader, "keys").append(button);
  }
  reader.addEventListener("keydown", (pressed) => {
    if (!KEYS.includes(pressed.key) || pressed.ctrlKey || pressed.metaKey || pressed.altKey) return;
    press(reader, pressed.key);
    pressed.preventDefault();
  });
  return reader;
}

function makeFault(channel, name, sentence, into) {
  const label = document.createElement("label");
  const box = document.createElement("input");
  const text = document.createElement("span");
  const title = document.createElement("b");
  box.type = "checkbox";
  box.setAttribute("role", "switch");
  title.textContent = name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");
  text.append(title, sentence);
  label.append(box, text);
  box.addEventListener("change", async () => {
    const on = box.checked;
    if (!(await post("/sim/fault", { channel_id: channel, name, on }))) box.checked = !on;
  });
  into.append(label);
  return box;
}

function showDoor(parts, door) {
  const { root } = parts;
  const open = door.leaf === "open";
  const released = door.strike === "released";
  parts.open = open;
  root.className = `door is-${door.state}`;
  root.classList.toggle("leaf-open", open);
  root.classList.toggle("released", released);
  root.classList.toggle("has-housing", parts.wired.includes("tamper"));
  root.classList.toggle("has-horn", parts.wired.includes("sounder"));
  root.classList.toggle("housing-open", door.tamper === true);
  root.classList.toggle("sounding", door.sounder === true);
  parts.tampered = door.tamper === true;
  setText(part(root, "name"), door.name);
  setText(part(root, "mode"), door.mode === "normal" ? "" : door.mode);
  setText(part(root, "state"), STATE_NAMES[door.state] || door.state);
  part(root, "picture").setAttribute("aria-label", pictureName(door, parts.wired));
  fact(part(root, "strike"), released ? "Released" : "Secured", released ? "good" : "");
  fact(part(root, "leaf"), open ? "Open" : "Closed", open ? "warn" : "");
  fact(part(root, "contact"), { open: "Open", closed: "Closed" }[door.contact] || "Not wired", "");

  fact(part(root, "sounder"), door.sounder ? "Sounding" : "Silent", door.sounder ? "bad" : "");

  const move = part(root, "move");
  const forcing = !open && !released;
  setText(move, open ? "Close the door" : forcing ? "Force it open" : "Push it open");
  move.classList.toggle("is-force", forcing);
  part(root, "rex").classList.toggle("is-pressed", door.rex === true);
  part(root, "aux").classList.toggle("is-pressed", door.aux === true);
  const housing = part(root, "tamper");
  setText(housing, parts.tampered ? "Close the housing" : "Open the housing");
  housing.setAttribute("aria-pressed", String(parts.tampered));
  for (const [side, reader] of parts.readers) showReader(reader, door.readers[side], parts.readers.size > 1);

  const faults = door.faults || [];
  for (const [name, box] of parts.faults) box.checked = faults.includes(name);
  setText(part(root, "fault-count"), faults.length ? `· ${faults.length} on` : "");
}

function pictureName(door, wired) {
  const facts = [`${door.name}: leaf ${door.leaf}`, `strike ${door.strike}`];
  if (wired.includes("tamper")) facts.push(`housing ${door.tamper ? "open" : "closed"}`);
  if (wired.includes("sounder")) facts.push(door.sounder ? "sounder sounding" : "sounder silent");
  return facts.join(", ");
}

/** One line for the whole box. */
function showFire(all) {
  fire = all.some((door) => door.fire === true);
  $("fire").hidden = !all.some((door) => door.fire_wired === true);
  $("fire").setAttribute("aria-pressed", String(fire));
  setText(part($("fire"), "fire-text"), fire ? "End the fire alarm" : "Fire alarm");
  $("doors").classList.toggle("is-fire", fire);
}

/** Fire zones, switches and named inputs to switch, and outputs to look at: the same at each door. */
function showBox(door) {
  for (const [name, on] of Object.entries(door.fire_zones || {})) boxSwitch("fire", `Fire ${name}`, { zone: name }, on);
  for (const [name, on] of Object.entries(door.lockdown_switches || {})) {
    boxSwitch("lockdown", `Lockdown ${name}`, { name }, on);
  }
  for (const [name, on] of Object.entries(door.evacuation_switches || {})) {
    boxSwitch("evacuation", `Evacuation ${name}`, { name }, on);
  }
  for (const [name, on] of Object.entries(door.threat_switches || {})) {
    boxSwitch("threat", `Threat level ${name}`, { name }, on);
  }
  for (const [name, on] of Object.entries(door.inputs || {})) boxSwitch("input", `Input ${name}`, { name }, on);
  for (const [name, on] of Object.entries(door.outputs || {})) boxLamp(name, on);
  $("box").hidden = boxLines.size === 0;
}

function boxSwitch(path, label, body, on) {
  let button = boxLines.get(label);
  if (!button) {
    button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.addEventListener("click", () => {
      post(`/sim/${path}`, { ...body, on: button.getAttribute("aria-pressed") !== "true" });
    });
    boxLines.set(label, button);
    $("box").append(button);
  }
  button.setAttribute("aria-pressed", String(on));
}

function boxLamp(name, on) {
  let lamp = boxLines.get(`output ${name}`);
  if (!lamp) {
    lamp = document.createElement("span");
    lamp.dataset.output = name;
    boxLines.set(`output ${name}`, lamp);
    $("box").append(lamp);
  }
  lamp.classList.toggle("is-on", on);
  setText(lamp, `Output ${name}: ${on ? "on" : "off"}`);
}

function showReader(reader, state, named) {
  if (!state) return;
  for (const colour of ["off", "red", "green", "amber", "blue"]) {
    reader.classList.toggle(`led-${colour}`, state.led === colour);
  }
  reader.classList.toggle("is-buzzing", state.buzzer === true);
  reader.classList.toggle("is-offline", state.online === false);
  const driver = DRIVER_NAMES[state.driver] || state.driver;
  const name = named ? `${reader.dataset.side} · ${driver}` : driver;
  setText(part(reader, "driver"), state.online === false ? `${driver}, offline` : name);
  const light = state.led === "off" ? "LED off" : `LED ${state.led}`;
  reader.setAttribute("aria-label", `${reader.dataset.place}, ${light}`);
}

function showBacklog(events) {
  $("events").setAttribute("aria-busy", "true"); // not to be read aloud one by one
  $("events").replaceChildren();
  for (const event of events) showEvent(event);
  $("no-events").hidden = events.length > 0;
  $("events").setAttribute("aria-busy", "false");
}

function showEvent(event) {
  const row = document.createElement("li");
  const time = document.createElement("time");
  row.dataset.tone = event.tone;
  time.dateTime = event.at;
  time.textContent = timeOf(new Date(event.at));
  row.append(cell("title", event.title), time, cell("detail", event.detail || ""), cell("code", event.code));
  $("no-events").hidden = true;
  $("events").prepend(row);
  while ($("events").children.length > EVENTS_SHOWN_MAX) $("events").lastElementChild.remove();
}

function timeOf(at) {
  const time = at.toLocaleTimeString([], { hour12: false });
  if (at.toDateString() === new Date().toDateString()) return time;
  return `${at.toLocaleDateString([], { day: "numeric", month: "short" })}, ${time}`;
}

// ---- cards and fobs -------------------------------------------------------------------------------------------

let cardsShown = "";

function showCards(cards) {
  const now = JSON.stringify(cards);
  if (now === cardsShown) return;
  cardsShown = now;
  for (const old of document.querySelectorAll(".item:not(.own-item)")) old.remove();
  for (const card of cards) $("own").before(makeItem(card));
}

function makeItem(card) {
  const item = document.createElement("button");
  const name = document.createElement("b");
  const number = document.createElement("small");
  item.type = "button";
  item.className = `item ${card.kind}`;
  name.textContent = card.label;
  number.textContent = card.number;
  item.append(name, number);
  item.setAttribute("aria-pressed", "false");
  item.setAttribute("aria-label", `${card.label}, ${card.kind} ${card.number}`);
  item.addEventListener("pointerdown", (down) => beginDrag(down, item, card));
  item.addEventListener("click", (click) => {
    if (click.timeStamp - draggedAt < CLICK_AFTER_DRAG_MS) return; // the end of a drag, not a pick
    select(selected?.element === item ? null : { ...card, element: item });
  });
  return item;
}

function select(card) {
  selected?.element.setAttribute("aria-pressed", "false");
  selected = card;
  selected?.element.setAttribute("aria-pressed", "true");
  showHint();
  if (card) openWallet(false);
  for (const { readers } of doors.values()) {
    for (const reader of readers.values()) {
      setText(part(reader, "target-text"), card ? `Tap ${card.label}` : "Hold card here");
    }
  }
}

function showHint() {
  const hint = finePointer.matches ? HINT_MOUSE : HINT;
  setText($("hint"), selected ? `${selected.label} is in your hand: tap a reader.` : hint);
  const open = $("wallet").classList.contains("is-open");
  setText($("wallet-toggle"), open ? "Close" : selected ? "Change" : "Choose");
}

/** On a small screen the cards stand behind a button, so that the doors keep the screen. */
function openWallet(open) {
  const inside = $("stack").contains(document.activeElement);
  $("wallet").classList.toggle("is-open", open);
  $("wallet-toggle").setAttribute("aria-expanded", String(open));
  if (!open && inside) $("wallet-toggle").focus(); // does nothing where the cards stay in sight
  showHint();
}

function tap(reader) {
  if (selected) return present(reader, selected);
  openWallet(true);
  if (!$("wallet-toggle").checkVisibility()) toast("Pick a card or fob first.", false);
  (document.querySelector(".item") || $("own-number")).focus();
}

function present(reader, card) {
  reader.classList.remove("is-reading");
  void reader.offsetWidth; // restarts the animation
  reader.classList.add("is-reading");
  setTimeout(() => reader.classList.remove("is-reading"), READ_MS);
  const { channel, side } = reader.dataset;
  post("/sim/present", { channel_id: Number(channel), reader: side, [card.kind]: card.number });
}

function press(reader, key) {
  const button = [...part(reader, "keys").children].find((one) => one.dataset.key === key);
  button.classList.add("is-down");
  setTimeout(() => button.classList.remove("is-down"), 120);
  const body = { channel_id: Number(reader.dataset.channel), reader: reader.dataset.side, keys: key };
  keyQueue = keyQueue.then(() => post("/sim/keys", body));
}

/** A card follows the finger or the mouse; let go over a reader, it is read. */
function beginDrag(down, item, card) {
  if (down.button !== 0) return;
  let ghost = null;
  let hot = null;
  const readerAt = (at) => document.elementFromPoint(at.clientX, at.clientY)?.closest(".reader") || null;
  const move = (at) => {
    const far = Math.hypot(at.clientX - down.clientX, at.clientY - down.clientY);
    if (at.pointerId !== down.pointerId || (!ghost && far < DRAG_PX_MIN)) return;
    if (!ghost) {
      ghost = item.cloneNode(true);
      ghost.classList.add("ghost");
      ghost.setAttribute("aria-hidden", "true");
      document.body.append(ghost);
      item.setPointerCapture(down.pointerId);
    }
    ghost.style.transform = `translate(${at.clientX - 60}px, ${at.clientY - 44}px) rotate(-4deg)`;
    const over = readerAt(at);
    if (over !== hot) hot?.classList.remove("is-hot");
    hot = over;
    hot?.classList.add("is-hot");
  };
  const end = (at) => {
    if (at.pointerId !== down.pointerId) return;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (!ghost) return;
    ghost.remove();
    hot?.classList.remove("is-hot");
    if (at.type === "pointerup" && hot) present(hot, card);
    draggedAt = at.timeStamp;
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

$("own").addEventListener("submit", (submit) => {
  submit.preventDefault();
  const kind = $("own-kind").value;
  const typed = $("own-number").value;
  const number = kind === "code" ? typed : Number(typed);
  const own = document.querySelectorAll(".own-item");
  if (own.length >= OWN_CARDS_MAX) own[0].remove();
  const item = makeItem({ kind, number, label: `Own ${kind}` });
  item.classList.add("own-item");
  $("own").before(item);
  item.click();
  submit.target.reset();
  fitKind();
});

/** A code is any text, and for a scanner only; cards and fobs have numbers. */
function fitKind() {
  const code = $("own-kind").value === "code";
  $("own-number").pattern = code ? ".{1,255}" : "[0-9]{1,13}";
  $("own-number").maxLength = code ? 255 : 13;
  $("own-number").inputMode = code ? "text" : "numeric";
}

$("own-kind").addEventListener("change", fitKind);

// ---- small things ---------------------------------------------------------------------------------------------

function part(root, name) {
  return root.querySelector(`[data-${name}]`);
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function fact(element, text, look) {
  setText(element, text);
  element.className = look;
}

function cell(name, text) {
  const element = document.createElement("span");
  element.className = name;
  element.textContent = text;
  return element;
}

function toast(text, error) {
  const element = $("toast");
  element.hidden = false;
  element.classList.toggle("is-error", error);
  setText(element, text);
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (element.hidden = true), TOAST_MS);
}

$("fire").addEventListener("click", () => post("/sim/fire", { on: !fire }));
$("wallet-toggle").addEventListener("click", () => openWallet(!$("wallet").classList.contains("is-open")));

addEventListener("keydown", (pressed) => {
  if (pressed.key !== "Escape") return;
  if ($("wallet").classList.contains("is-open")) openWallet(false);
  else select(null);
});

showHint();
start();
