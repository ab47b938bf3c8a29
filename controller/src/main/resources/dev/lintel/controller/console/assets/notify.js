// Notifications of this browser by Web Push: turned on and off on the page Account, and kept up by each page that has
// this script. The worker shows them.
'use strict';

const WORKER = '/live/worker.js';
const SCOPE = '/live/';
const PLACE = '/account/notifications';

/** Whether the browser has what is needed. An iPhone has it for pages on the home screen only. */
const canNotify = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function call(path, body) {
  const answer = await fetch(PLACE + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': document.querySelector('.who input[name=csrf]').value },
    body: JSON.stringify(body),
  });
  if (answer.ok) return;
  const { error } = await answer.json().catch(() => ({}));
  const fault = new Error(error || 'The box answered ' + answer.status + '.');
  fault.status = answer.status;
  throw fault;
}

function decoded(base64url) {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  return registration ? registration.pushManager.getSubscription() : null;
}

/** Tells the box that its user is here. Where the box does not know this browser as theirs, notifications end here. */
async function renewNotifications() {
  if (!canNotify) return null;
  const known = await subscription();
  if (!known) return null;
  try {
    await call('/renew', { endpoint: known.endpoint });
    return known;
  } catch (fault) {
    if (fault.status === 404) {
      await known.unsubscribe();
      return null;
    }
    return known; // the box is away: nothing changes
  }
}

const renewed = renewNotifications().catch(() => null);

// ---- the page Account

const part = document.getElementById('notify');

function showNotify(words, on) {
  part.querySelector('#notify-state').textContent = words;
  part.querySelector('#notify-on').hidden = on !== false;
  for (const id of ['#notify-test', '#notify-off']) part.querySelector(id).hidden = on !== true;
}

function failNotify(words) {
  const fault = part.querySelector('#notify-fault');
  fault.textContent = words;
  fault.hidden = !words;
  part.querySelector('#notify-said').textContent = '';
}

async function turnOn() {
  if (await Notification.requestPermission() !== 'granted') {
    throw new Error('This browser does not allow notifications of this page. Allow them in its settings for this site.');
  }
  let registration;
  try {
    await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
    registration = await ready();
  } catch (fault) {
    throw new Error('The browser does not take the script that shows notifications. It needs a certificate that it'
      + ' trusts: a warning that you clicked away is not enough. (' + fault.message + ')');
  }
  const answer = await fetch(PLACE + '/key', { cache: 'no-store' });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(told.error || 'The box answered ' + answer.status + '.');
  const stale = await registration.pushManager.getSubscription();
  if (stale) await stale.unsubscribe(); // it may be of another key
  let made;
  try {
    made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: decoded(told.key) });
  } catch (fault) {
    throw new Error('The browser cannot reach its push service, or does not allow it. (' + fault.message + ')');
  }
  const { endpoint, keys } = made.toJSON();
  try {
    await call('', { endpoint, p256dh: keys.p256dh, auth: keys.auth });
  } catch (fault) {
    await made.unsubscribe();
    throw fault;
  }
}

/** The registration once its worker is active: a page outside its scope is not told by `serviceWorker.ready`. */
async function ready() {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
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
  await call('/remove', { endpoint: known.endpoint });
  await known.unsubscribe();
}

async function test() {
  const known = await subscription();
  if (!known) throw new Error('This browser is not notified.');
  await call('/test', { endpoint: known.endpoint });
  part.querySelector('#notify-said').textContent = 'The push service has it. If no notification shows, look at the'
    + ' notification settings of this device.';
}

function onClick(id, work, reloads) {
  const button = part.querySelector(id);
  button.addEventListener('click', async () => {
    failNotify('');
    button.disabled = true;
    try {
      await work();
      if (reloads) {
        location.hash = 'notify';
        location.reload(); // the list of browsers is another one
      }
    } catch (fault) {
      failNotify(fault.message);
    } finally {
      button.disabled = false;
    }
  });
}

async function startNotify() {
  onClick('#notify-on', turnOn, true);
  onClick('#notify-off', turnOff, true);
  onClick('#notify-test', test, false);
  if (!canNotify) {
    showNotify(/iPhone|iPad/.test(navigator.userAgent)
      ? 'Put this page on the home screen first (Share, Add to Home Screen), and open it there.'
      : 'This browser cannot show notifications of a page.', null);
    return;
  }
  const on = (await renewed) !== null; // a browser ends the subscription of a page that may not notify any more
  showNotify(on ? 'On in this browser.' : 'Off in this browser.', on);
}

if (part) startNotify().catch((fault) => failNotify(fault.message));
