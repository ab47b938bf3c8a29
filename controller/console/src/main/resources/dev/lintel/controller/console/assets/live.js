// The live page: doors and events from one stream of server-sent events. Everything that came from outside goes into
// the page as text, never as markup.
'use strict';

const EVENTS_MAX = 200; // older ones leave the page: it may stay open for months
const SILENCE_MS = 40000; // the server sends a beat every 15 s
const RETRY_MIN_MS = 1000;
const RETRY_MAX_MS = 15000;
const THREAT_LEVEL_CHANGED = 383;
const AREAS_MS = 300;
const APPROVALS_RETRY_MS = 2000; // a person waits for 30 s
const AREAS_EVERY_MS = 10000; // a door that opens after an admission has no event
const SVG = 'http://www.w3.org/2000/svg';

const MARKS = {
  good: ['M4 10.5l4 4 8-9'],
  bad: ['M5 5l10 10M15 5L5 15'],
  alarm: ['M10 4v8', 'M10 16v.01'],
  warn: ['M10 4v8', 'M10 16v.01'],
  info: ['M10 9v6', 'M10 5v.01'],
};

// Beside the door, each in its own place: several may show at once.
const BADGES = [
  { name: 'lock', at: '172 14', d: 'M8.500 13h11v8h-11zM10.500 13v-2.500a3.500 3.500 0 0 1 7 0V13' },
  { name: 'fire', at: '206 14', d: 'M14 6c.6 3.400 5 4.900 5 9.600a5 5 0 0 1-10 0c0-1.900.9-3.200 1.900-4.300.2 1.300.8 2 1.500 2.300C12.200 11 12.700 8.200 14 6z' },
  { name: 'unlock', at: '172 48', d: 'M8.500 13h11v8h-11zM10.500 13v-3.500a3.500 3.500 0 0 1 6.500-1.800' },
  { name: 'tamper', at: '206 48', d: 'M14 7v8M14 19.500v.01' },
];
const LOCKABLE = { card: 'cards', rex: 'exit button', aux: 'auxiliary input' };
const ALARMS = { forced: 'forced open', extended_open: 'open for too long' };
const TAMPERED = { entry: 'entry reader', exit: 'exit reader', door: 'housing' };

const doorList = document.getElementById('doors');
const eventList = document.getElementById('events');
const empty = document.getElementById('empty');
const banner = document.getElementById('banner');
const pulse = document.getElementById('pulse');

const approvalList = document.getElementById('approvals-list');
const title = document.title;

const shown = new Map(); // the item's id -> the door as it stands

let source = null;
let lastId = null;
let retryMs = RETRY_MIN_MS;
let silence = 0;
let retry = 0;
let areasTimer = 0;
let approvalTurn = 0;
let approvalRetry = 0;

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const key of Object.keys(attributes)) made.setAttribute(key, attributes[key]);
  return made;
}

// ---- doors

function picture() {
  const svg = shape('svg', { viewBox: '0 0 240 180', role: 'img' });
  const add = (parent, name, attributes) => parent.appendChild(shape(name, attributes));
  add(svg, 'rect', { x: 0, y: 160, width: 240, height: 20, class: 'd-floor' });
  add(svg, 'rect', { x: 52, y: 20, width: 106, height: 142, rx: 3, class: 'd-frame' });
  add(svg, 'rect', { x: 62, y: 30, width: 86, height: 132, class: 'd-gap' });
  add(svg, 'rect', { x: 140, y: 96, width: 11, height: 7, rx: 1.5, class: 'd-bolt' });
  const leaf = add(svg, 'g', { class: 'd-swing' });
  add(leaf, 'rect', { x: 62, y: 30, width: 82, height: 132, class: 'd-leaf' });
  add(leaf, 'rect', { x: 74, y: 42, width: 58, height: 44, rx: 2, class: 'd-panel' });
  add(leaf, 'rect', { x: 74, y: 112, width: 58, height: 38, rx: 2, class: 'd-panel' });
  add(leaf, 'rect', { x: 120, y: 97, width: 17, height: 5, rx: 2.5, class: 'd-handle' });
  add(svg, 'rect', { x: 52, y: 20, width: 106, height: 142, rx: 3, class: 'd-glow' });
  add(svg, 'rect', { x: 182, y: 82, width: 24, height: 36, rx: 4, class: 'd-reader' });
  add(svg, 'circle', { cx: 194, cy: 92, r: 4, class: 'd-led' });
  add(svg, 'path', { d: 'M180 80l28 40', class: 'd-cut' });
  for (const badge of BADGES) {
    const group = add(svg, 'g', { class: 'd-badge d-' + badge.name, transform: 'translate(' + badge.at + ')' });
    add(group, 'circle', { cx: 14, cy: 14, r: 14 });
    add(group, 'path', { d: badge.d });
  }
  return svg;
}

function newDoor(door) {
  const item = element('li', 'door');
  item.id = 'door-' + door.id;
  item.append(picture());
  const text = element('div', 'text');
  text.append(element('h3', '', door.name), element('div', 'chips'));
  text.append(makeDesk(() => shown.get(item.id)));
  item.append(text);
  return item;
}

/** What is to be known of a door beside its leaf: [words, look]. */
function facts(door) {
  const all = [];
  const locked = Object.keys(LOCKABLE).filter((part) => door.lockdown[part]).map((part) => LOCKABLE[part]);
  if (door.fire) all.push(['Released by fire', 'bad']);
  if (door.evacuated) all.push(['Unlocked for an evacuation', 'bad']);
  const later = door.evacuated ? 'Lockdown after the evacuation: ' : 'Lockdown: ';
  if (locked.length > 0) all.push([later + locked.join(', '), 'bad']);
  if (door.tampers.length > 0) all.push(['Tampered: ' + door.tampers.map((where) => TAMPERED[where] || where).join(', '), 'bad']);
  if (door.alarm !== null && door.acknowledged) all.push(['Alarm acknowledged', 'info']);
  if (door.latched) all.push(['Alarm not acknowledged: ' + ALARMS[door.alarm], 'bad']);
  if (door.sounder) all.push(['Sounder on', 'bad']);
  const until = door.unlock_until === null ? '' : ' until ' + timeOf(new Date(door.unlock_until));
  const waits = door.unlocked === 'mode' ? '' : door.lockdown.card ? ', after the lockdown' : '';
  if (door.mode === 'unlock') all.push(['Unlocked' + until + waits, 'good']);
  if (door.unlocked === 'hours') all.push(['Unlocked by its hours', 'good']);
  const secured = door.secure_until === null ? '' : ' until ' + timeOf(new Date(door.secure_until));
  if (door.secure) all.push(['Kept secure' + secured, 'info']);
  if (door.awaits_first_card) all.push(['Unlocks with the first card', 'info']);
  const sides = Object.entries(door.readers);
  for (const [side, online] of sides) {
    if (!online) all.push([sides.length > 1 ? 'Reader offline: ' + side : 'Reader offline', 'off']);
  }
  return all;
}

function timeOf(date) {
  const time = date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', hour12: false });
  if (date.toDateString() === new Date().toDateString()) return time;
  return date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' }) + ', ' + time;
}

function showDoor(item, door) {
  shown.set(item.id, door);
  item.dataset.state = door.state;
  item.dataset.leaf = door.leaf;
  item.dataset.strike = door.strike;
  item.dataset.reader = Object.values(door.readers).includes(false) ? 'offline' : 'online';
  item.classList.toggle('is-locked', lockedDown(door));
  item.classList.toggle('is-fire', door.fire);
  item.classList.toggle('is-evacuated', door.evacuated);
  item.classList.toggle('is-unlocked', door.unlocked !== null && !door.fire);
  item.classList.toggle('is-tampered', door.tampers.length > 0);
  item.querySelector('h3').textContent = door.name;
  const chips = item.querySelector('.chips');
  const all = facts(door);
  chips.replaceChildren(element('span', 'chip state', door.words));
  for (const [words, look] of all) chips.append(element('span', 'chip ' + look, words));
  showDesk(item.querySelector('.desk'), door);
  const seen = [door.words, 'leaf ' + door.leaf, 'strike ' + door.strike, ...all.map(([words]) => words)];
  item.querySelector('svg').setAttribute('aria-label', door.name + ': ' + seen.join(', '));
}

let sought = location.hash.slice(1); // another page leads to one of the doors, which are not there yet

function showDoors(doors) {
  const kept = new Set();
  for (const door of doors) {
    let item = document.getElementById('door-' + door.id);
    if (!item) {
      item = newDoor(door);
      doorList.append(item);
    }
    showDoor(item, door);
    kept.add(item);
  }
  for (const item of [...doorList.children]) {
    if (kept.has(item)) continue;
    shown.delete(item.id);
    item.remove();
  }
  doorList.setAttribute('aria-busy', 'false');
  showEvacuation(doors.filter((door) => door.evacuated).length);
  if (sought && document.getElementById(sought)) {
    document.getElementById(sought).scrollIntoView({ block: 'center' });
    sought = '';
  }
}

// ---- outputs

function showOutputs(outputs) {
  document.getElementById('outputs-part').hidden = outputs.length === 0;
  const list = document.getElementById('outputs');
  for (const output of outputs) {
    let item = list.querySelector('[data-output="' + output.name + '"]');
    if (!item) {
      item = element('li');
      item.dataset.output = output.name;
      const button = element('button', '', 'Test');
      button.type = 'button';
      button.setAttribute('aria-label', 'Test output ' + output.name + ' for two seconds');
      button.addEventListener('click', async () => {
        const said = document.getElementById('outputs-said');
        said.textContent = '';
        const why = await post('/live/outputs/' + output.name, {});
        if (why) said.textContent = output.name + ': ' + why; // another output's answer clears no error
      });
      item.append(element('span', 'name', output.name), element('span', 'chip'), button);
      list.append(item);
    }
    const chip = item.querySelector('.chip');
    chip.className = 'chip ' + (output.fault ? 'bad' : output.on ? 'good' : 'off');
    chip.textContent = output.fault || (output.on ? 'On' : 'Off');
  }
}

// ---- events

function dayOf(date) {
  const today = new Date();
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (date.toDateString() === today.toDateString()) return 'Today';
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return date.toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
}

function row(event, isNew) {
  const date = new Date(event.at);
  const item = element('li', isNew ? 'event new' : 'event');
  item.dataset.tone = event.tone;
  item.dataset.id = event.id;
  item.dataset.day = dayOf(date);
  const mark = element('span', 'mark');
  mark.setAttribute('aria-hidden', 'true');
  const svg = shape('svg', { viewBox: '0 0 20 20' });
  for (const d of MARKS[event.tone]) svg.append(shape('path', { d: d }));
  mark.append(svg);
  const time = element('time', '', date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false }));
  time.dateTime = event.at;
  time.title = date.toLocaleString();
  item.append(mark, element('span', 'title', event.title), time);
  if (event.detail) item.append(element('span', 'detail', event.detail));
  return item;
}

// ---- persons who wait at a door for this operator, for some seconds

function approval(asked) {
  const place = element('li', 'approval');
  place.id = 'approval-' + asked.id;
  place.asked = asked;
  place.append(element('span', 'approval-who'));
  const left = element('span', 'approval-left');
  left.setAttribute('aria-hidden', 'true'); // not read out each second
  place.append(left);
  const said = element('span', 'approval-said');
  said.setAttribute('role', 'status');
  const decide = (approved) => async () => {
    for (const button of place.querySelectorAll('button')) button.disabled = true;
    said.textContent = (await post('/live/approvals/' + asked.id, { approved })) || (approved ? 'Approved' : 'Denied');
  };
  for (const [label, approved] of [['Approve', true], ['Deny', false]]) {
    const button = element('button', approved ? 'main' : '', label);
    button.type = 'button';
    button.addEventListener('click', decide(approved));
    place.append(button);
  }
  place.append(said);
  return place;
}

function forgetApproval(id) {
  document.getElementById('approval-' + id)?.remove();
  tellApprovals();
}

// In the title of the page as well: another tab may be in front.
function tellApprovals() {
  const count = approvalList.children.length;
  document.getElementById('approvals').hidden = count === 0;
  document.title = (count === 0 ? '' : '(' + count + ') ') + title;
}

function countDown() {
  for (const place of [...approvalList.children]) {
    const seconds = Math.ceil((place.untilMs - performance.now()) / 1000);
    if (seconds <= 0) {
      forgetApproval(place.asked.id);
      continue;
    }
    place.querySelector('.approval-left').textContent = seconds + ' s left';
    const who = place.querySelector('.approval-who');
    const door = shown.get('door-' + place.asked.channel); // the doors may come later
    const words = place.asked.person + ' waits for your approval' + (door ? ' at ' + door.name : '');
    if (who.textContent !== words) who.textContent = words; // else it would be read out again
  }
}

async function showApprovals() {
  const turn = ++approvalTurn;
  clearTimeout(approvalRetry);
  try {
    const answer = await fetch('/live/approvals', { cache: 'no-store' });
    if (answer.status === 401) return; // signed out: the page says so
    if (!answer.ok) throw new Error('status ' + answer.status);
    const waiting = (await answer.json()).approvals;
    if (turn !== approvalTurn) return; // a later question has the newer answer
    const ids = new Set(waiting.map((asked) => 'approval-' + asked.id));
    for (const place of [...approvalList.children]) if (!ids.has(place.id)) place.remove();
    for (const asked of waiting) {
      let place = document.getElementById('approval-' + asked.id);
      if (!place) {
        place = approval(asked);
        approvalList.append(place);
      }
      place.untilMs = performance.now() + asked.left_ms;
    }
    tellApprovals();
    countDown();
  } catch {
    if (turn === approvalTurn) approvalRetry = setTimeout(showApprovals, APPROVALS_RETRY_MS);
  }
}

/** Null when it is done, else why not. */
async function post(path, body) {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': document.querySelector('.who input[name=csrf]').value },
      body: JSON.stringify(body),
    });
    if (answer.ok) return null;
    const { error } = await answer.json().catch(() => ({}));
    return error || 'that did not work (' + answer.status + ')';
  } catch {
    return 'the box cannot be reached';
  }
}

function addEvent(event, isNew) {
  if (event.decided) forgetApproval(event.decided);
  const item = row(event, isNew);
  const top = eventList.firstElementChild;
  if (top && top.dataset.day === item.dataset.day) {
    top.after(item);
  } else {
    const day = element('li', 'day', item.dataset.day);
    day.dataset.day = item.dataset.day;
    eventList.prepend(day, item);
  }
  while (eventList.children.length > EVENTS_MAX) eventList.lastElementChild.remove();
  empty.hidden = true;
}

// The line above the doors while an evacuation unlocks some of them.
function showEvacuation(count) {
  const line = document.getElementById('evacuation');
  const words = count === 1 ? '1 door is unlocked.' : count + ' doors are unlocked.';
  if (count > 0) document.getElementById('evacuation-text').textContent = 'Evacuation: ' + words;
  line.hidden = count === 0;
}

// The line above the doors, of sites whose threat level is above 0.
async function showThreats() {
  try {
    const answer = await fetch('/live/threat-levels', { cache: 'no-store' });
    if (!answer.ok) return;
    const raised = (await answer.json()).raised;
    document.getElementById('threats-text').textContent = raised;
    document.getElementById('threats').hidden = raised === '';
  } catch {
    // the box is away: the list of events has the change all the same
  }
}

// People in areas with a limit, below the doors.
async function showAreas() {
  try {
    const answer = await fetch('/live/areas', { cache: 'no-store' });
    if (!answer.ok) return;
    const areas = (await answer.json()).areas;
    const list = document.getElementById('areas-list');
    list.replaceChildren(...areas.map((area) => element('li', area.state, area.words)));
    document.getElementById('areas').hidden = areas.length === 0;
  } catch {
    // the box is away: the next event asks again
  }
}

// Several events come together.
function areasSoon() {
  clearTimeout(areasTimer);
  areasTimer = setTimeout(showAreas, AREAS_MS);
}

// ---- the connection

function lost(words) {
  banner.textContent = words;
  banner.hidden = false;
  pulse.textContent = 'Not connected';
  pulse.classList.remove('on');
}

function heard() {
  banner.hidden = true;
  pulse.textContent = 'Live';
  pulse.classList.add('on');
  retryMs = RETRY_MIN_MS;
  clearTimeout(silence);
  silence = setTimeout(() => again('The connection has gone quiet. Trying again…'), SILENCE_MS);
}

function again(words) {
  clearTimeout(silence);
  clearTimeout(retry);
  source.close();
  lost(words);
  retry = setTimeout(connect, retryMs);
  retryMs = Math.min(retryMs * 2, RETRY_MAX_MS);
}

// A stream that is refused does not say why: a small request tells being signed out from a box that is away.
async function refused() {
  again('The connection to the box is lost. Trying again…');
  try {
    const answer = await fetch('/live/session', { cache: 'no-store' });
    if (answer.status !== 401) return;
    clearTimeout(retry);
    lost('You have been signed out. ');
    const link = element('a', '', 'Sign in again');
    link.href = '/sign-in';
    banner.append(link);
  } catch {
    // the box is away: the retry under way finds it again
  }
}

function connect() {
  source = new EventSource(lastId === null ? '/live/stream' : '/live/stream?after=' + lastId);
  const on = (name, handle) => source.addEventListener(name, (message) => {
    heard();
    if (message.lastEventId) lastId = message.lastEventId;
    handle(JSON.parse(message.data));
  });
  on('doors', showDoors);
  on('outputs', showOutputs);
  on('backlog', (events) => {
    eventList.replaceChildren();
    for (const event of events) addEvent(event, false);
    empty.hidden = events.length > 0;
    eventList.setAttribute('aria-busy', 'false');
  });
  on('happened', (event) => {
    addEvent(event, true);
    if (event.approval) showApprovals();
    if (event.code === THREAT_LEVEL_CHANGED) showThreats();
    areasSoon();
  });
  on('beat', () => {});
  source.onopen = showApprovals; // requests may have begun and ended while the page was not connected
  source.onerror = refused;
}

connect();
showAreas();
setInterval(showAreas, AREAS_EVERY_MS);
setInterval(countDown, 1000);
