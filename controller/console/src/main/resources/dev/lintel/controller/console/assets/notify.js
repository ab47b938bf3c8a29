// Notifications of this browser by Web Push: turned on and off on the page Account, and kept up by every page. The
// worker shows them.

const WORKER = '/live/worker.js';
const SCOPE = '/live/';
const PLACE = '/account/notifications';
const SIGN_OUT_MS = 1000; // a browser that hangs delays a sign-out by this much

/** Whether the browser has what is needed. An iPhone has it for pages on the home screen only. */
const canNotify = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Safari on an iPad says that it is a Mac, which has no touch screen. */
const isApplePhone = /iPhone|iPad/.test(navigator.userAgent)
  || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1);

class Refused extends Error {
  constructor(status, code, words) {
    super(words);
    this.status = status;
    this.code = code;
  }
}

async function ask(path, how) {
  const answer = await fetch(PLACE + path, { cache: 'no-store', ...how });
  const body = await answer.json().catch(() => ({}));
  if (answer.ok) return body;
  if (answer.status === 401) throw new Refused(401, body.error, 'You have been signed out. Load this page again and sign in.');
  const words = body.error_description || body.error || 'The box answered ' + answer.status + '.';
  throw new Refused(answer.status, body.error, words);
}

function post(path, body) {
  const token = document.querySelector('.who input[name=csrf]').value;
  const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': token };
  return ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

function decoded(base64url) {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

async function registered() {
  return canNotify ? navigator.serviceWorker.getRegistration(SCOPE) : null;
}

async function subscription() {
  return (await registered())?.pushManager.getSubscription() || null;
}

/**
 * Reports to the box that its user is here; returns the subscription. It ends if it is another user's, who was signed
 * in here before.
 */
async function renew() {
  const known = await subscription();
  if (!known) return null;
  try {
    await post('/renew', { endpoint: known.endpoint });
  } catch (refused) {
    const stranger = refused.status === 404 || refused.code === 'access_denied';
    if (!stranger) return known; // the box is away, or the page is old: nothing changes
    await forget(known);
    return null;
  }
  return known;
}

/** Ends the subscription in the browser and closes its notifications: the next user must not see them. */
async function forget(known) {
  for (const shown of await (await registered())?.getNotifications() || []) shown.close();
  await known.unsubscribe();
}

/** Not while another page of this browser does the same: it would end what has just begun. */
function alone(work) {
  return navigator.locks ? navigator.locks.request('notify', work) : work();
}

const renewed = alone(renew).catch(() => null);

// The box ends the subscription as it signs out; the browser must not keep its half.
const signOut = document.querySelector('form[action="/sign-out"]');
signOut?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const late = new Promise((done) => { setTimeout(done, SIGN_OUT_MS); });
  const ended = subscription().then((known) => known && forget(known));
  await Promise.race([ended.catch(() => {}), late]);
  signOut.submit();
});

// ---- the page Account

const part = document.getElementById('notify');

/** @param on null: it cannot be turned on here */
function show(words, on) {
  part.querySelector('#notify-state').textContent = words;
  part.querySelector('#notify-on').hidden = on !== false;
  for (const id of ['#notify-test', '#notify-off']) part.querySelector(id).hidden = on !== true;
}

function fail(words) {
  const fault = part.querySelector('#notify-fault');
  fault.textContent = words;
  fault.hidden = !words;
  part.querySelector('#notify-said').textContent = '';
}

async function turnOn() {
  if (await Notification.requestPermission() !== 'granted') {
    throw new Error('This browser does not allow notifications of this page. Allow them in its settings for this site.');
  }
  const registration = await register();
  const { key } = await ask('/key');
  const stale = await registration.pushManager.getSubscription();
  if (stale) await stale.unsubscribe(); // it may be of another key
  let made;
  try {
    made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: decoded(key) });
  } catch (fault) {
    throw new Error('The browser cannot reach its push service, or does not allow it. (' + fault.message + ')');
  }
  const { endpoint, keys } = made.toJSON();
  try {
    await post('', { endpoint, p256dh: keys.p256dh, auth: keys.auth });
  } catch (fault) {
    await made.unsubscribe();
    throw fault;
  }
}

async function register() {
  try {
    await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
    return await active();
  } catch (fault) {
    const why = fault.name === 'SecurityError'
      ? 'The browser needs a certificate of this box that it trusts. A warning that you clicked away is not enough.'
      : 'The browser could not load the script that shows notifications.';
    throw new Error(why + ' (' + fault.message + ')');
  }
}

/** The registration once its worker is active: `serviceWorker.ready` is for pages within its scope. */
async function active() {
  const registration = await registered();
  const worker = registration.installing || registration.waiting;
  if (registration.active || !worker) return registration;
  await new Promise((done, failed) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') done();
      if (worker.state === 'redundant') failed(new Error('it was replaced'));
    });
  });
  return registration;
}

async function turnOff() {
  const known = await subscription();
  if (!known) return;
  await post('/remove', { endpoint: known.endpoint });
  await forget(known);
}

async function test() {
  const known = await subscription();
  if (!known) throw new Error('Notifications are off in this browser.');
  await post('/test', { endpoint: known.endpoint });
  part.querySelector('#notify-said').textContent = 'Sent. If no notification shows, look at the notification settings'
    + ' of this device.';
}

function onClick(id, work, reloads) {
  const button = part.querySelector(id);
  button.addEventListener('click', async () => {
    fail('');
    button.disabled = true;
    try {
      await work();
      if (reloads) {
        location.hash = 'notify';
        location.reload(); // the list of browsers is another one
      }
    } catch (fault) {
      fail(fault.message);
    } finally {
      button.disabled = false;
    }
  });
}

/** Whether the subscription was made with another key than the box has now, such as before a restore. */
async function isOfAnotherKey(known) {
  const used = known.options?.applicationServerKey;
  if (!used) return false;
  const now = decoded((await ask('/key')).key);
  return new Uint8Array(used).join() !== now.join();
}

async function markOwn(known) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(known.endpoint)));
  const handle = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const mark = part.querySelector('[data-browser="' + handle + '"] .mark');
  if (mark) mark.hidden = false;
}

async function start() {
  onClick('#notify-on', () => alone(turnOn), true);
  onClick('#notify-off', () => alone(turnOff), true);
  onClick('#notify-test', test, false);
  if (!window.isSecureContext) {
    show('Notifications work by https only.', null);
    return;
  }
  if (!canNotify) {
    show(isApplePhone
      ? 'Put this page on the home screen first (Share, Add to Home Screen), and open it there.'
      : 'This browser cannot show notifications of a page, or not in a private window.', null);
    return;
  }
  const known = await renewed;
  if (known && await isOfAnotherKey(known)) {
    await turnOff();
    show('Off in this browser: the key of this box has changed.', false);
    return;
  }
  show(known ? 'On in this browser.' : 'Off in this browser.', known !== null);
  if (known) await markOwn(known);
}

if (part) start().catch((fault) => fail(fault.message));
