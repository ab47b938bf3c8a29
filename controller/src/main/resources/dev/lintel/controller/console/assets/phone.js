// A phone as a key. Its pair of keys is made here and kept by the browser, which gives the private one to nobody, this
// page included: all that can be done with it is to sign. Each thing that is asked for is signed with a challenge that
// is good once.
'use strict';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' };
const OPEN_MS = 4000; // how long a door says that it is open
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

let key = null; // {credential, keys} once this phone is bound
let challenge = null; // the next one, when there is one already

function say(words) {
  fault.textContent = words || '';
  fault.hidden = !words;
}

function show(part) {
  busy.hidden = part !== busy;
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

/** Asks for something that is signed. A challenge that lay here for too long is asked for anew, once. */
async function signed(action, more) {
  for (let last = challenge === null; ; last = true) {
    const once = challenge === null ? (await ask('challenge', { credential: key.credential })).challenge : challenge;
    challenge = null;
    try {
      const told = await ask(action, {
        credential: key.credential,
        challenge: once,
        signature: await sign(key.keys, action, key.credential, once, more || ''),
        ...(more ? { door: more } : {}),
      });
      if (told) challenge = told.challenge;
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
    await look();
  } catch (refused) {
    show(enter);
    say(refused.message);
    code.focus();
  }
});

// ---- doors

function row(door) {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'open';
  const name = document.createElement('span');
  name.className = 'name';
  name.textContent = door.name;
  const state = document.createElement('span');
  state.className = 'state';
  state.setAttribute('role', 'status');
  state.textContent = door.hindrance || 'Tap to open';
  button.append(name, state);
  if (door.hindrance) button.dataset.state = 'shut';
  button.addEventListener('click', () => open(door, button, state));
  item.append(button);
  return item;
}

async function open(door, button, state) {
  if (button.dataset.state === 'asking') return;
  say('');
  button.dataset.state = 'asking';
  state.textContent = 'Opening …';
  try {
    const told = await signed('open', door.id);
    button.dataset.state = told.opened ? 'opened' : 'shut';
    state.textContent = told.opened ? 'Open: go in' : told.error;
    if (navigator.vibrate) navigator.vibrate(told.opened ? 80 : [60, 60, 60]);
    if (told.opened) {
      setTimeout(() => {
        if (button.dataset.state !== 'opened') return;
        delete button.dataset.state;
        state.textContent = 'Tap to open';
      }, OPEN_MS);
    }
  } catch (refused) {
    button.dataset.state = 'shut';
    state.textContent = 'Not opened';
    await failed(refused);
  }
}

/** A phone that the box does not know (any more) begins anew. */
async function failed(refused) {
  if (refused.status === 401 || (refused.status === 403 && doors.hidden)) {
    show(enter);
  }
  say(refused.message);
}

async function look() {
  say('');
  if (list.childElementCount === 0) show(busy);
  try {
    const told = await signed('doors', '');
    whose.textContent = told.name;
    list.replaceChildren(...told.doors.map(row));
    none.hidden = told.doors.length > 0;
    show(doors);
  } catch (refused) {
    show(list.childElementCount > 0 ? doors : enter);
    if (refused.status === 0 && list.childElementCount === 0) show(null);
    await failed(refused);
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
  list.replaceChildren();
  await forget('phone');
  show(enter);
});

// ---- the beginning

async function begin() {
  const link = decodeURIComponent(location.hash.slice(1));
  if (link) history.replaceState(null, '', location.pathname); // a secret stays in no history
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
  if (link) code.value = link;
  const asked = link || (await read('pending') || {}).code;
  if (!key || link) {
    show(enter);
    if (!link && asked) code.value = asked;
    if (key) say('This phone is a key already. A new code takes the place of the old key on this phone.');
    return;
  }
  await look();
}

if (navigator.serviceWorker) navigator.serviceWorker.register('/mobile/worker.js', { scope: '/mobile' }).catch(() => {});
begin();
