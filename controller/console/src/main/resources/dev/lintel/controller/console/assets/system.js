// The machine's page: uploads a bundle, and looks what becomes of what was asked for, also over a restart of the board.
'use strict';

const LOOK_MS = 1000;

const token = document.querySelector('.who input[name=csrf]').value;
const work = document.getElementById('work');
const working = document.getElementById('working');
const form = document.getElementById('upload');
const mine = document.getElementById('mine');

let away = false; // the box did not answer: it restarts, or the network changes

async function look() {
  let told;
  try {
    const answer = await fetch('/system/state', { cache: 'no-store' });
    if (answer.status === 401) return location.reload();
    if (!answer.ok) throw new Error(answer.statusText);
    told = await answer.json();
  } catch {
    away = true;
    working.textContent = 'The box does not answer at the moment. This page looks again until it does.';
    setTimeout(look, LOOK_MS);
    return undefined;
  }
  const restarting = told.state === 'RESTARTING' && !away;
  // After a restart it takes some seconds until the machine tells how it stands.
  if (told.busy || restarting || (away && !told.told)) {
    working.textContent = told.text || 'It is asked for.';
    setTimeout(look, LOOK_MS);
    return undefined;
  }
  return location.replace('/system');
}

if (work.dataset.busy === 'true') setTimeout(look, LOOK_MS);

if (mine) {
  mine.hidden = false;
  mine.addEventListener('click', () => {
    document.getElementById('utc').value = new Date().toISOString();
    document.getElementById('clock').submit();
  });
}

if (form) {
  const input = document.getElementById('file');
  const send = document.getElementById('send');
  const fault = document.getElementById('fault');
  const sending = document.getElementById('sending');
  const meter = document.getElementById('meter');
  const tally = document.getElementById('tally');

  const say = (words) => {
    fault.textContent = words;
    fault.hidden = !words;
    sending.hidden = true;
    send.disabled = input.files.length === 0;
  };

  const ended = (request) => {
    if (request.status === 200) {
      location.replace('/system');
      return;
    }
    let words = '';
    try {
      words = JSON.parse(request.responseText).error;
    } catch {
      words = 'The box did not take it: ' + (request.statusText || 'the connection broke off') + '. Upload it again.';
    }
    say(words);
  };

  input.addEventListener('change', () => say(''));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const file = input.files[0];
    if (!file) return;
    if (file.size > Number(form.dataset.max)) {
      say('No bundle is that large.');
      return;
    }
    say('');
    send.disabled = true;
    sending.hidden = false;
    const request = new XMLHttpRequest(); // fetch tells nothing of what was sent
    request.open('POST', '/system/bundle');
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.setRequestHeader('X-CSRF-Token', token);
    request.upload.addEventListener('progress', (now) => {
      const percent = Math.floor(100 * now.loaded / now.total);
      meter.value = percent;
      tally.textContent = percent < 100 ? percent + ' % uploaded' : 'The box looks at it.';
    });
    request.addEventListener('load', () => ended(request));
    request.addEventListener('error', () => say('The connection broke off, and nothing is left of the upload. Try again.'));
    request.send(file);
  });
}
