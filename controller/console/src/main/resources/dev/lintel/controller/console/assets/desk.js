// What an operator tells a door from the live page. Whatever lets people in or keeps them out is asked about first.
'use strict';

const HOUR_MS = 3600000;
const MINUTE_MS = 60000;

// Each: its button, what is asked (null: nothing), and when it makes sense.
const COMMANDS = {
  admit: {
    button: 'Let in', yes: 'Let in', shown: (door) => door.mode === 'normal' && !door.lockdown.card && door.unlocked === null,
    ask: 'The door opens once, for whoever stands at it now.',
  },
  lockdown: {
    button: 'Lock down', yes: 'Lock down', shown: (door) => !allLockedDown(door),
    ask: 'Whoever is inside can still leave by whatever you leave out. Fire and an evacuation override a lockdown.',
  },
  unlockdown: {
    button: 'End lockdown', yes: 'End lockdown', shown: lockedDown,
    ask: 'What stood before the lockdown goes on: a mode or hours may unlock the door.',
  },
  evacuate: {
    button: 'Evacuate', yes: 'Evacuate', shown: (door) => !door.evacuated,
    ask: 'The door is unlocked for everybody, also in a lockdown, until you end the evacuation. Other doors do not change.',
  },
  end_evacuation: {
    button: 'End evacuation', yes: 'End evacuation', shown: (door) => door.evacuated,
    ask: 'The evacuation ends at this door alone. Its lockdown, mode and hours count again.',
  },
  unlock: {
    button: 'Unlock', yes: 'Unlock', shown: (door) => door.mode === 'normal',
    ask: 'The door stands unlocked for everybody until somebody ends it.',
  },
  until: {
    button: 'Unlock until', yes: 'Unlock', shown: () => true,
    ask: 'The door stands unlocked for everybody until this time.',
  },
  secure: {
    button: 'Keep secure', yes: 'Keep secure', shown: (door) => !door.secure,
    ask: 'The door does not unlock by its hours. Cards are admitted. Without a time this ends with those hours.',
  },
  normal: { button: 'Back to normal', shown: (door) => door.mode !== 'normal' || door.secure, ask: null },
  acknowledge: {
    button: 'Acknowledge', yes: 'Acknowledge', shown: (door) => door.alarm !== null && !door.acknowledged,
    ask: 'Sounder and reminders end. The alarm of an open door lasts until it is closed.',
  },
};

const ask = document.getElementById('ask');
const form = document.getElementById('ask-form');
const askFault = document.getElementById('ask-fault');
const notice = document.getElementById('notice');
const token = document.querySelector('.who input[name=csrf]').value;

let asked = null; // what the dialog is about: {name, door}

function lockedDown(door) {
  return door.lockdown.card || door.lockdown.rex || door.lockdown.aux;
}

/** Whether all that can be locked down is. */
function allLockedDown(door) {
  return door.lockdown.card && ((door.lockdown.rex && door.lockdown.aux) || door.egress_by_box);
}

/** The buttons of one door; `current` gives it as it stands when one is pressed. */
function makeDesk(current) {
  const desk = document.createElement('div');
  desk.className = 'desk';
  desk.setAttribute('role', 'group');
  for (const name of Object.keys(COMMANDS)) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.command = name;
    button.textContent = COMMANDS[name].button;
    button.addEventListener('click', () => begin(name, current()));
    desk.append(button);
  }
  return desk;
}

function showDesk(desk, door) {
  desk.setAttribute('aria-label', 'Control ' + door.name);
  for (const button of desk.children) {
    const command = COMMANDS[button.dataset.command];
    button.hidden = !command.shown(door);
    button.setAttribute('aria-label', command.button + ': ' + door.name);
  }
}

function begin(name, door) {
  const command = COMMANDS[name];
  notice.hidden = true;
  if (command.ask === null) {
    send(door, { command: name }).then((fault) => {
      notice.textContent = fault || '';
      notice.hidden = !fault;
    });
    return;
  }
  asked = { name, door };
  document.getElementById('ask-title').textContent = command.button + ': ' + door.name;
  document.getElementById('ask-text').textContent = command.ask;
  document.getElementById('ask-yes').textContent = command.yes;
  document.getElementById('ask-lockdown').hidden = name !== 'lockdown';
  const timed = name === 'until' || name === 'secure';
  document.getElementById('ask-until').hidden = !timed;
  document.getElementById('ask-until-label').textContent = name === 'secure' ? 'Until (optional)' : 'Until';
  document.getElementById('ask-note').hidden = !noted(name);
  document.getElementById('ask-egress').hidden = !door.egress_by_box;
  form.reset();
  for (const part of ['card', 'rex', 'aux']) {
    const input = form.elements[part];
    input.disabled = door.lockdown[part] || (part !== 'card' && door.egress_by_box); // what is locked down stays so
    if (door.lockdown[part]) input.checked = true;
  }
  form.elements.until.required = name === 'until';
  if (name === 'until') form.elements.until.value = local(inAnHour());
  askFault.hidden = true;
  ask.showModal();
}

function noted(name) {
  return name === 'acknowledge' || name === 'evacuate' || name === 'end_evacuation';
}

function inAnHour() {
  const now = Date.now() + HOUR_MS;
  return new Date(now - (now % (5 * MINUTE_MS)));
}

/** As the input writes it: the wall clock of whoever looks, without a zone. */
function local(date) {
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

function order() {
  const { name } = asked;
  const { card, rex, aux, until, note } = form.elements;
  if (name === 'lockdown') return { command: name, card: card.checked, rex: rex.checked, aux: aux.checked };
  if (name === 'until') return { command: 'unlock', until: new Date(until.value).toISOString() };
  if (name === 'secure') return { command: name, until: until.value ? new Date(until.value).toISOString() : null };
  if (noted(name)) return { command: name, note: note.value.trim() || null };
  return { command: name };
}

/** Null when it is done, else why not. */
async function send(door, body) {
  try {
    const answer = await fetch('/live/doors/' + door.id, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': token },
      body: JSON.stringify(body),
    });
    if (answer.ok) return null;
    const { error } = await answer.json().catch(() => ({}));
    if (answer.status === 401) return 'You have been signed out: sign in again.';
    return door.name + ': ' + (error || 'that did not work (' + answer.status + ')') + '.';
  } catch {
    return 'The box cannot be reached.';
  }
}

form.addEventListener('submit', async (submit) => {
  submit.preventDefault();
  const yes = document.getElementById('ask-yes');
  yes.disabled = true;
  const fault = await send(asked.door, order());
  yes.disabled = false;
  askFault.textContent = fault || '';
  askFault.hidden = !fault;
  if (!fault) ask.close();
});

document.getElementById('ask-cancel').addEventListener('click', () => ask.close());
