// A phone as a key. Its pair of keys is made here and kept by the browser, which gives the private one to nobody, this
// page included: all that can be done with it is to sign. Each thing that is asked for is signed with a challenge that
// is good once.
'use strict';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' };
const OPEN_MS = 4000; // how long a door says that it is open
const CHALLENGE_MS = 100000; // a challenge is good for two minutes
const ASK_MS = 15000; // the box answers within some seconds, or the way to it is gone

const AWAY = 'The door controller is not reached. Is this phone in the right network?';

const fault = document.getElementById('fault');
const busy = document.getElementById('busy');
const enter = document.getElementById('enter');
const form = document.getElementById('code-form');
const code = document.getElementById('code');
const doors = document.getElementById('doors');
const whose = document.getElementById('whose');
const list = document.getElementById('list');
const none = document.getElementById('none');
const back = document.getElementById('back');
const newer = document.getElementById('newer');
const NONE = none.textContent;

let key = null; // {credential, keys} once this phone is bound
let challenge = null; // the next one, when there is one already: {words, at}
let refreshing = null; // a look at the doors that is under way

function say(words) {
  fault.textContent = words || '';
  fault.hidden = !words;
}

function show(part) {
  busy.hidden = part !== busy;
  back.hidden = key === null;
  enter.hidden = part !== enter;
  doors.hidden = part !== doors;
}

// ---- what this browser keeps

function kept(mode, work) {
  return new Promise((done, failed) => {
    const opening = indexedDB.open('lintel-phone', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('key');
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
      const ran = opening.result.transaction('key', mode);
      const asked = work(ran.objectStore('key'));
      ran.oncomplete = () => { opening.result.close(); done(asked.result); };
      ran.onerror = () => failed(ran.error);
      ran.onabort = () => failed(ran.error);
    };
  });
}

const read = (name) => kept('readonly', (store) => store.get(name));
const write = (name, value) => kept('readwrite', (store) => store.put(value, name));
const forget = (name) => kept('readwrite', (store) => store.delete(name));

// ---- asking the box

class Refused extends Error {
  constructor(status, words) {
    super(words);
    this.status = status;
  }
}

async function ask(path, body) {
  let answer;
  try {
    answer = await fetch('/mobile/' + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ASK_MS),
      credentials: 'omit',
      redirect: 'error',
    });
  } catch {
    throw new Refused(0, AWAY);
  }
  if (answer.status === 204) return null;
  let told = null;
  try {
    told = await answer.json();
  } catch {
    // whatever answered is not the box
  }
  if (answer.ok && told) return told;
  if (answer.status === 429) throw new Refused(429, 'Too much was asked at once. Wait a minute.');
  const words = told && typeof told.error === 'string' && told.error.includes(' ') ? told.error : null;
  throw new Refused(answer.status, words || 'The box could not answer. Try again.');
}

function base64(bytes) {
  let text = '';
  for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function sign(keys, ...words) {
  const text = new TextEncoder().encode(['lintel phone 1', ...words].join('\n'));
  return base64(await crypto.subtle.sign(SIGNING, keys.privateKey, text));
}

/** The next challenge: one that came with an answer, or a new one. */
async function once() {
  const next = challenge;
  challenge = null;
  if (next && performance.now() - next.at < CHALLENGE_MS) return next.words;
  return (await ask('challenge', { credential: key.credential })).challenge;
}

/** What is signed last, `7` or `7 exit`, as fields. */
function beside(more) {
  const [door, side] = more.split(' ');
  return door ? { door, side: side || 'entry' } : {};
}

/**
 * Asks for something that is signed. Where the box began anew meanwhile, or this phone slept between the challenge and
 * its signature, its challenges are others: once more.
 */
async function signed(action, more) {
  for (let last = false; ; last = true) {
    const words = await once();
    try {
      const told = await ask(action, {
        credential: key.credential,
        challenge: words,
        signature: await sign(key.keys, action, key.credential, words, more || ''),
        ...beside(more || ''),
      });
      if (told) challenge = { words: told.challenge, at: performance.now() };
      return told;
    } catch (refused) {
      if (last || refused.status !== 401) throw refused;
    }
  }
}

// ---- becoming a key

/** As the box reads codes: no matter how they are written. */
function plain(text) {
  return text.replace(/[\s\u2010-\u2015-]/g, '').toUpperCase();
}

async function redeem(text) {
  const typed = plain(text);
  // Kept before the box is asked: where its answer gets lost, the same key asks again.
  let pending = await read('pending');
  if (!pending || pending.code !== typed) {
    pending = { code: typed, keys: await crypto.subtle.generateKey(CURVE, false, ['sign', 'verify']) };
    await write('pending', pending);
  }
  const spki = base64(await crypto.subtle.exportKey('spki', pending.keys.publicKey));
  const told = await ask('redeem', {
    code: typed,
    key: spki,
    signature: await sign(pending.keys, 'redeem', typed, spki, ''),
  });
  key = { credential: told.credential, keys: pending.keys };
  await write('phone', key);
  await forget('pending');
  if (navigator.storage && navigator.storage.persist) navigator.storage.persist().catch(() => {});
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  say('');
  show(busy);
  try {
    await redeem(code.value);
    code.value = '';
    newer.hidden = true;
    rows.clear();
    list.replaceChildren();
    await look();
  } catch (refused) {
    if (refused.status === 401) await forget('pending'); // the code is not good: nothing to go on with
    show(enter);
    say(refused.message);
    code.focus();
  }
});

back.addEventListener('click', look);

// ---- doors

const rows = new Map(); // by the door's id: {item, name, enter, leave}, each of the last two a button and its state

function control(id, words) {
  const button = document.createElement('button');
  button.type = 'button';
  const state = document.createElement('span');
  state.className = 'state';
  state.setAttribute('role', 'status');
  const made = { button, state, words };
  button.addEventListener('click', () => open(id, made));
  return made;
}

function made(door) {
  const item = document.createElement('li');
  const name = document.createElement('span');
  name.className = 'name';
  const enter = control(door.id, 'Tap to open');
  enter.button.className = 'open';
  enter.button.append(name, enter.state);
  const leave = control(door.id + ' exit', 'Leave');
  leave.button.className = 'leave';
  leave.button.append(leave.state);
  item.append(enter.button, leave.button);
  return { item, name, enter, leave };
}

/** What is being opened, or was a moment ago, keeps its answer. */
function settle(one, hindrance) {
  if (one.button.dataset.state === 'asking' || one.button.dataset.state === 'opened') return;
  one.state.textContent = hindrance || one.words;
  if (hindrance) one.button.dataset.state = 'shut';
  else delete one.button.dataset.state;
}

function draw(doorsTold) {
  const items = [];
  const there = new Set(doorsTold.map((door) => door.id));
  for (const id of [...rows.keys()]) if (!there.has(id)) rows.delete(id);
  for (const door of doorsTold) {
    if (!rows.has(door.id)) rows.set(door.id, made(door));
    const row = rows.get(door.id);
    row.name.textContent = door.name;
    row.leave.button.setAttribute('aria-label', 'Leave: ' + door.name);
    row.leave.button.hidden = !door.leave;
    settle(row.enter, door.hindrance);
    settle(row.leave, null);
    items.push(row.item);
  }
  const same = items.length === list.children.length && items.every((item, at) => list.children[at] === item);
  if (!same) list.replaceChildren(...items);
}

async function open(door, { button, state, words }) {
  if (button.dataset.state === 'asking') return;
  say('');
  button.dataset.state = 'asking';
  state.textContent = 'Opening …';
  try {
    const told = await signed('open', door);
    button.dataset.state = told.opened ? 'opened' : 'shut';
    state.textContent = told.opened ? (door.endsWith(' exit') ? 'Open: go out' : 'Open: go in') : told.error;
    if (navigator.vibrate) navigator.vibrate(told.opened ? 80 : [60, 60, 60]);
    if (told.opened) {
      setTimeout(() => {
        if (button.dataset.state !== 'opened') return;
        delete button.dataset.state;
        state.textContent = words;
      }, OPEN_MS);
    }
  } catch (refused) {
    button.dataset.state = 'shut';
    // An answer that got lost may have been a yes.
    state.textContent = refused.status === 0 || refused.status >= 500 ? 'No answer: look at the door' : 'Not opened';
    failed(refused);
  }
}

/** A phone that the box does not know (any more) begins anew. */
function failed(refused) {
  if (refused.status === 401 || (refused.status === 403 && doors.hidden)) {
    show(enter);
    back.hidden = true; // it leads to the same answer
  }
  say(refused.message);
}

function look() {
  refreshing = refreshing || looked().finally(() => { refreshing = null; });
  return refreshing;
}

async function looked() {
  if (rows.size === 0) show(busy);
  try {
    const told = await signed('doors', '');
    whose.textContent = told.name;
    draw(told.doors);
    none.textContent = told.note || NONE;
    none.hidden = told.doors.length > 0;
    say('');
    show(doors);
  } catch (refused) {
    // What keeps the box from answering is over some time: the button to look again is there.
    show(rows.size > 0 || refused.status !== 403 ? doors : enter);
    none.hidden = true;
    failed(refused);
  }
}

document.getElementById('again').addEventListener('click', look);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && key && !doors.hidden) look();
});

document.getElementById('leave').addEventListener('click', async () => {
  say('');
  try {
    await signed('leave', '');
  } catch (refused) {
    if (refused.status !== 401 && refused.status !== 403) {
      say(refused.message);
      return;
    }
  }
  key = null;
  challenge = null;
  rows.clear();
  list.replaceChildren();
  await forget('phone');
  show(enter);
});

// ---- the beginning

/** The code of the link that led here. It is a secret: it stays in no address and no history. */
function linked() {
  let link = location.hash.slice(1);
  if (link) history.replaceState(null, '', location.pathname);
  try {
    link = decodeURIComponent(link);
  } catch {
    link = ''; // no link of ours
  }
  return link;
}

/** Somebody followed an invitation's link. Who has a key already may have tapped an old letter: their doors come first. */
async function invited(link) {
  code.value = link;
  if (!key) {
    show(enter);
    return;
  }
  newer.hidden = false;
  await look();
}

newer.addEventListener('click', () => {
  newer.hidden = true;
  say('');
  show(enter);
});

window.addEventListener('hashchange', () => {
  const link = linked();
  if (link) invited(link);
});

async function begin() {
  const link = linked();
  if (!window.isSecureContext || !crypto.subtle || !window.indexedDB) {
    show(null);
    say('This page works by https alone, and in a browser that may keep data: not in a private window.');
    return;
  }
  try {
    key = (await read('phone')) || null;
  } catch {
    show(null);
    say('This browser keeps nothing for this page. Open it in a window that is not private.');
    return;
  }
  // An iPhone's home screen and its Safari keep nothing in common.
  if (navigator.standalone === false) document.getElementById('iphone').hidden = false;
  if (link) {
    await invited(link);
    return;
  }
  if (key) {
    await look();
    return;
  }
  code.value = (await read('pending') || {}).code || '';
  show(enter);
}

if (navigator.serviceWorker) navigator.serviceWorker.register('/mobile/worker.js', { scope: '/mobile' }).catch(() => {});
begin();
