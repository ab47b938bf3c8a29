// People from a file: checked first, then brought in. The server reads the file and tells what becomes of each row.
'use strict';

const SHOWN_MAX = 200; // rows of the table; a longer list is for the saved file

const form = document.getElementById('bring');
const input = document.getElementById('file');
const exact = document.getElementById('exact');
const check = document.getElementById('check');
const take = document.getElementById('take');
const fault = document.getElementById('fault');
const work = document.getElementById('work');
const meter = document.getElementById('meter');
const tally = document.getElementById('tally');
const report = document.getElementById('report');
const rows = document.getElementById('rows');
const more = document.getElementById('more');
const save = document.getElementById('save');
const token = document.querySelector('.who input[name=csrf]').value;

let checked = null; // the bytes that were checked: they are what is brought in, whatever the file is by then
let run = null; // the work that is shown: {trial, total, shown, refused, lines}

function say(words) {
  fault.textContent = words;
  fault.hidden = !words;
}

function reset() {
  checked = null;
  say('');
  work.hidden = true;
  report.hidden = true;
  take.disabled = true;
  check.disabled = input.files.length === 0;
}

function counted(count, one, many) {
  return count + ' ' + (count === 1 ? one : many);
}

function sentence(now, ended) {
  const would = run.trial ? ' would be ' : ' ';
  const parts = [
    now.created + would + 'created', now.changed + would + 'changed', now.unchanged + ' unchanged',
    now.refused + ' refused',
  ];
  const done = ended ? counted(run.total, 'row', 'rows') : now.done + ' of ' + counted(run.total, 'row', 'rows');
  return done + ': ' + parts.join(', ') + '.';
}

function cell(row, text) {
  const made = document.createElement('td');
  made.textContent = text;
  row.append(made);
}

function list(line) {
  run.lines.push(line.csv);
  report.hidden = false;
  run.refused++;
  if (run.refused > SHOWN_MAX) {
    more.textContent = 'And ' + counted(run.refused - SHOWN_MAX, 'row', 'rows') + ' more, in the saved file.';
    more.hidden = false;
    return;
  }
  for (const one of line.faults) {
    const row = document.createElement('tr');
    cell(row, line.line);
    cell(row, one.column || 'the row');
    cell(row, one.message);
    rows.append(row);
  }
}

const EVENTS = {
  begin(told) {
    run.total = told.rows;
    run.lines.push(told.header);
    meter.max = Math.max(1, told.rows);
    EVENTS.progress({ done: 0, created: 0, changed: 0, unchanged: 0, refused: 0, lines: [] });
  },
  progress(told) {
    run.shown = told;
    meter.value = told.done;
    tally.textContent = sentence(told, false);
    for (const line of told.lines) list(line);
  },
  end() {
    run.ended = true;
    meter.value = meter.max;
    tally.textContent = sentence(run.shown, true);
  },
  refused(told) {
    run.ended = true;
    work.hidden = true;
    say(told.error);
  },
};

/** Reads one block of the stream, `event: NAME` and `data: JSON`. */
function read(block) {
  let name = '';
  let data = '';
  for (const line of block.split('\n')) {
    if (line.startsWith('event: ')) name = line.slice(7);
    if (line.startsWith('data: ')) data += line.slice(6);
  }
  if (EVENTS[name]) EVENTS[name](JSON.parse(data));
}

async function follow(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const blocks = text.split('\n\n');
    text = blocks.pop();
    blocks.forEach(read);
  }
}

async function why(answer) {
  if (answer.status === 401) return 'You are signed out: load the page again.';
  if (answer.status === 413) return 'The file is too large for this page: use lintel people import on the box.';
  try {
    const told = await answer.json();
    return told.error_description || told.error || 'The box answered ' + answer.status + '.';
  } catch {
    return 'The box answered ' + answer.status + '.';
  }
}

async function send(bytes, trial) {
  run = { trial, total: 0, shown: null, refused: 0, lines: [], ended: false };
  say('');
  rows.replaceChildren();
  more.hidden = true;
  report.hidden = true;
  work.hidden = false;
  tally.textContent = 'Sending the file…';
  meter.removeAttribute('value');
  for (const control of [input, exact, check, take]) control.disabled = true;
  try {
    const answer = await fetch('/people/import?dry_run=' + trial + '&exact_numbers=' + exact.checked, {
      method: 'POST', body: bytes, headers: { 'Content-Type': 'text/csv', 'X-CSRF-Token': token },
    });
    if (!answer.ok) {
      work.hidden = true;
      say(await why(answer));
      return false;
    }
    await follow(answer.body);
  } catch {
    run.ended = false; // said below: a connection that is cut, a box that stopped
  } finally {
    input.disabled = false;
    exact.disabled = false;
    check.disabled = false;
    if (run.refused > 0) offer();
  }
  if (!run.ended) {
    say(trial ? 'The check broke off. Nothing was changed.'
      : 'It broke off. The rows that are counted are in; bring the same file in again for the rest. Rows without id, '
        + 'system_id and email come once more then: take those that are in out of the file first.');
  }
  return run.ended && fault.hidden;
}

function offer() {
  URL.revokeObjectURL(save.href);
  save.href = URL.createObjectURL(new Blob(run.lines, { type: 'text/csv' }));
}

input.addEventListener('change', reset);
exact.addEventListener('change', reset);

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const file = input.files[0];
  reset();
  if (!file) return;
  const max = Number(form.dataset.max);
  if (file.size > max) {
    say('The file has more than ' + max / 1048576 + ' MB: use lintel people import on the box.');
    return;
  }
  let bytes;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    say('The file cannot be read any more: choose it again.');
    return;
  }
  if (!await send(bytes, true)) return;
  checked = bytes;
  take.disabled = run.shown.created + run.shown.changed === 0;
});

take.addEventListener('click', async () => {
  const bytes = checked;
  checked = null;
  if (bytes) await send(bytes, false);
});

reset();
