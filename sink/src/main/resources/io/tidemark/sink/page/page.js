'use strict';

// Draws the document of /api/v1/board, once a second. Every text of a log enters as textContent, never as markup.

const POLL_MILLIS = 1000;
const MORE_ROWS = 50;
const PAGE_ROWS = 100;
const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

function el(name, className, ...children) {
  const node = document.createElement(name);
  if (className) node.className = className;
  for (const child of children) {
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

function bytes(value) {
  let scaled = value;
  let unit = 0;
  while (Math.abs(scaled) >= 1024 && unit < UNITS.length - 1) {
    scaled /= 1024;
    unit++;
  }
  const digits = unit === 0 ? 0 : Math.abs(scaled) < 10 ? 2 : 1;
  return scaled.toFixed(digits) + '\u00a0' + UNITS[unit];
}

const count = value => value.toLocaleString('en');
const percent = share => (100 * share).toFixed(1) + '\u00a0%';
const time = millis => new Date(millis).toLocaleString([], { dateStyle: 'medium', timeStyle: 'medium' });
const plural = (value, noun) => count(value) + ' ' + noun + (value === 1 ? '' : 's');

function table(heads, rows) {
  const head = el('tr', '', ...heads.map(text => el('th', '', text)));
  const body = rows.map(row => el('tr', row.className || '', ...row.cells.map(text => el('td', '', text))));
  return el('div', 'scroll', el('table', '', el('thead', '', head), el('tbody', '', ...body)));
}

function bar(memory) {
  const share = memory.usedBytes / memory.capacityBytes;
  const level = share > 0.97 ? ' critical' : share > 0.9 ? ' high' : '';
  const fill = el('div', 'fill' + level);
  fill.style.width = Math.min(100, 100 * share) + '%';
  const mark = el('div', 'mark');
  mark.style.left = Math.min(100, 100 * memory.peak.usedBytes / memory.capacityBytes) + '%';
  mark.title = 'peak ' + bytes(memory.peak.usedBytes);
  const trough = el('div', 'bar', fill, mark);
  trough.setAttribute('role', 'img');
  trough.setAttribute('aria-label', percent(share) + ' used');
  return trough;
}

const SVG = 'http://www.w3.org/2000/svg';

function shape(name, attributes) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

// Least and most of each column over the whole run: no snapshot is too short to be seen.
function chart(axis, memory) {
  const columns = axis.at.length === 0 ? 0 : axis.at[axis.at.length - 1] + 1;
  if (columns < 2 || memory.capacityBytes <= 0 || memory.peak.usedBytes === 0) return null;
  const y = value => (100 - 100 * Math.min(1, value / memory.capacityBytes)).toFixed(2);
  const most = axis.at.map((at, i) => at + ',' + y(axis.mostBytes[i]) + ' ' + (at + 1) + ',' + y(axis.mostBytes[i]));
  const least = axis.at.map((at, i) => (at + 1) + ',' + y(axis.leastBytes[i]) + ' ' + at + ',' + y(axis.leastBytes[i]));
  const last = axis.at[axis.at.length - 1] + 1;
  const svg = shape('svg', { viewBox: '0 0 ' + columns + ' 100', preserveAspectRatio: 'none', class: 'chart', role: 'img' });
  svg.setAttribute('aria-label', 'use over the run, up to ' + percent(memory.peak.usedBytes / memory.capacityBytes));
  svg.append(
    shape('polygon', { points: axis.at[0] + ',100 ' + most.join(' ') + ' ' + last + ',100', class: 'under' }),
    shape('polygon', { points: most.join(' ') + ' ' + least.reverse().join(' '), class: 'between' }),
    shape('line', { x1: 0, x2: columns, y1: 10, y2: 10, class: 'threshold' }));
  const each = axis.width === 1 ? 'a snapshot' : count(axis.width) + ' snapshots';
  return el('div', 'timeline', svg, el('p', 'quiet', 'Use over the run, ' + each + ' a column; dashed: 90\u00a0%.'));
}

function peakSentence(memory) {
  const { peak, capacityBytes } = memory;
  const share = capacityBytes > 0 ? ' (' + percent(peak.usedBytes / capacityBytes) + ')' : '';
  const text = 'Peak ' + bytes(peak.usedBytes) + share;
  return text + ', ' + memory.culprit + '.';
}

// The rows of a list beyond its head, once they were asked for.
const moreRows = list => more.get(list)?.rows ?? [];

function moreButton(list, shown, inAll) {
  if (shown >= inAll) return '';
  const next = Math.min(MORE_ROWS, inAll - shown);
  const button = el('button', 'more', 'next ' + count(next) + ' of ' + count(inAll));
  const from = shown - moreRows(list).length;
  button.addEventListener('click', () => askFor(list, { from, until: shown + next, rows: moreRows(list) }));
  return button;
}

const listOf = (table, run) => 'api/v1/' + table + '?run=' + encodeURIComponent(run);

function memoryCard(run, memory, severalDevices, lines) {
  const ended = run.endMillis !== undefined;
  const name = severalDevices ? memory.memory + ' · device ' + memory.device : memory.memory;
  const known = memory.capacityBytes > 0;
  const share = el('span', 'share', known ? percent(memory.usedBytes / memory.capacityBytes) : '–');
  const card = el('section', 'card', el('div', 'top', el('h3', '', name), share));
  if (known) {
    card.append(bar(memory));
    const line = lines.find(one => one.device === memory.device && one.memory === memory.memory);
    const drawn = line ? chart(line.bySnapshot, memory) : null;
    if (drawn) card.append(drawn);
    const banks = memory.banks > 1 ? ' over ' + plural(memory.banks, 'bank') : '';
    card.append(el('p', 'figures', (ended ? 'At the end ' : '')
        + bytes(memory.usedBytes) + ' of ' + bytes(memory.capacityBytes) + banks
        + (memory.largestFreeBytes < 0 ? '' : ' · largest free block ' + bytes(memory.largestFreeBytes))));
  } else {
    card.append(el('p', 'quiet', 'Not configured: the log states a capacity of 0.'));
  }
  if (memory.peak.usedBytes > 0) card.append(el('p', 'quiet', peakSentence(memory)));
  if (memory.live !== undefined && memory.live.count > 0) {
    const live = memory.live;
    card.append(el('p', 'quiet', `${live.count} tensors alive: ${bytes(live.weightBytes)} of weights, `
      + `${bytes(live.activationBytes)} of activations, ${bytes(live.otherBytes)} others; `
      + `${bytes(live.paddingBytes)} of it padding.`));
  }
  if (memory.constEvalBytes !== undefined) {
    card.append(el('p', 'quiet', bytes(memory.constEvalBytes) + ' once the constants were computed: mostly weights.'));
  }
  if (memory.leakBytesPerSubmission > 0) {
    card.append(el('p', 'bad', 'Rises by ' + bytes(memory.leakBytesPerSubmission) + ' from one submission to the next.'));
  }
  if (memory.overLastRunWords !== undefined) {
    const over = memory.overLastRun;
    card.append(el('p', over.usedBytes > over.lastUsedBytes ? 'bad' : 'quiet', memory.overLastRunWords
      + ': ' + bytes(over.usedBytes) + ' for ' + bytes(over.lastUsedBytes) + ' in run ' + over.run + '.'));
  }
  const list = listOf('ops', run.id) + '&device=' + encodeURIComponent(memory.device) + '&memory=' + encodeURIComponent(memory.memory);
  const ops = memory.ops.concat(moreRows(list));
  if (ops.length > 0) {
    card.append(el('h4', '', 'Ops that raised use most, of ' + count(memory.opsInAll)));
    if (memory.opsNote) card.append(el('p', 'quiet', memory.opsNote));
    card.append(table(['op', 'growth', 'net', 'net at the peak', 'highest use', 'times'],
        ops.map(op => ({ cells: [op.op, bytes(op.growthBytes), bytes(op.netBytes),
          op.heldAtPeakBytes === undefined ? '–' : bytes(op.heldAtPeakBytes), bytes(op.peakBytes), count(op.count)] }))));
    card.append(moreButton(list, ops.length, memory.opsInAll));
    if (memory.heldBeforeBytes !== undefined) {
      card.append(el('p', 'quiet', 'Of the peak by no op: ' + bytes(memory.heldBeforeBytes)
        + ', in use before the first one or changed by nobody known.'));
    }
  }
  return card;
}

function planCard(run) {
  const card = el('section', 'card wide', el('h3', '', 'Static plans'));
  const list = listOf('plans', run.id);
  const plans = run.plans.concat(moreRows(list));
  const rows = plans.map(plan => ({
    className: plan.failed > 0 ? 'quiet' : '',
    cells: [plan.plan, plan.memory, plan.verdict, bytes(plan.peakBytes), bytes(plan.arenaBytes),
      plan.capacityBytes > 0 ? percent(plan.arenaBytes / plan.capacityBytes) : '–',
      count(plan.placed), count(plan.failed)],
  }));
  card.append(table(['plan', 'memory', 'verdict', 'peak', 'arena', 'of capacity', 'placed', 'failed'], rows));
  card.append(moreButton(list, plans.length, run.plansInAll));
  return card;
}

function outOfMemory(run) {
  const box = el('section', 'alarm', el('h3', '', 'Out of memory: ' + plural(run.outOfMemoryCount, 'failed allocation')));
  for (const event of run.outOfMemory.slice(-5).reverse()) {
    const figures = [];
    const perBank = event.banks === 1 ? '' : ' per bank';
    if (event.neededBytes >= 0) figures.push('needed ' + bytes(event.neededBytes));
    if (event.neededPerBank >= 0 && perBank) figures.push(bytes(event.neededPerBank) + perBank);
    if (event.bankBytes >= 0 && !perBank) figures.push('of ' + bytes(event.bankBytes));
    if (event.freePerBank >= 0) figures.push('free ' + bytes(event.freePerBank) + perBank);
    if (event.largestFreePerBank >= 0) figures.push('largest block ' + bytes(event.largestFreePerBank));
    if (event.where) figures.push('on ' + event.where);
    const during = event.during ? ', during ' + event.during : '';
    const diagnosis = event.diagnosis.toLowerCase().replaceAll('_', ' ');
    box.append(el('p', '', event.memory + ' of device ' + event.device + ': ' + figures.join(', ')
        + ' — ' + diagnosis + during));
  }
  return box;
}

function alerts(run) {
  // A failed allocation has a box of its own, with its figures.
  const others = run.alerts.filter(alert => alert.alert !== 'TidemarkOutOfMemory');
  if (others.length === 0) return null;
  const box = el('section', 'alerts');
  for (const alert of others) {
    const name = alert.alert.replace(/^Tidemark(Memory)?/, '').replace(/(?!^)([A-Z])/g, ' $1').toLowerCase();
    const badge = el('span', 'badge ' + (alert.active ? alert.severity : ''), alert.active ? name : name + ', over');
    badge.title = alert.alert + ' since ' + time(alert.startMillis);
    box.append(el('p', alert.active ? '' : 'quiet', badge, ' ', alert.sentence));
  }
  return box;
}

function runSection(run) {
  const level = { live: ' live', out_of_memory: ' critical' }[run.state] ?? '';
  const badge = el('span', 'badge' + level, run.verdict);
  const facts = [time(run.startMillis), plural(run.lines, 'line'), plural(run.snapshots, 'snapshot')];
  if (run.formats.length > 0) facts.unshift(run.formats.join(', '));
  if (run.worker !== undefined) facts.unshift('worker ' + run.worker);
  const about = el('div', 'about', el('h2', '', run.id), badge, el('p', 'quiet', facts.join(' · ')));
  if (run.rejected > 0) about.append(el('p', 'bad', plural(run.rejected, 'line') + ' could not be read'));
  if (run.quoted > 0) about.append(el('p', 'quiet', plural(run.quoted, 'quoted line') + ' (no logger wrote ' + (run.quoted === 1 ? 'it' : 'them') + ')'));
  if (run.contradictions !== undefined) {
    about.append(el('p', 'bad', plural(run.contradictions, 'line') + (run.contradictions === 1 ? ' contradicts those' : ' contradict those')
      + ' before: several write into the log, unmarked'));
  }
  if (run.gaps > 0) about.append(el('p', 'bad', plural(run.gaps, 'gap')));
  const section = el('section', 'run', about);
  if (run.outOfMemoryCount > 0) section.append(outOfMemory(run));
  const alertBox = alerts(run);
  if (alertBox) section.append(alertBox);
  const severalDevices = new Set(run.memories.map(memory => memory.device)).size > 1;
  const lines = timelines.get(run.id)?.lines ?? [];
  const cards = el('div', 'cards',
    ...run.memories.map(memory => memoryCard(run, memory, severalDevices, lines)));
  if (run.training && run.training.phases.length > 0) cards.append(trainingCard(run.training));
  if (run.plans.length > 0) cards.append(planCard(run));
  section.append(cards);
  return section;
}

function parkedBox(parked) {
  const box = el('section', 'alarm', el('h3', '', 'Analysis failed: ' + plural(parked.length, 'source')));
  for (const one of parked) {
    const state = one.state === 'PARKED' ? ' is parked: ' : ' catches up: ';
    box.append(el('p', '', one.source + state + one.sentence));
  }
  return box;
}

function runRow(run) {
  const link = el('a', '', run.id);
  link.href = '?run=' + encodeURIComponent(run.id);
  return { cells: [link, run.verdict, time(run.startMillis), count(run.lines), count(run.snapshots)] };
}

function moreRuns(board) {
  const runs = moreRows(RUNS);
  const box = el('section', 'card wide', el('h3', '', 'More runs'));
  if (runs.length > 0) box.append(table(['run', 'state', 'begin', 'lines', 'snapshots'], runs.map(runRow)));
  box.append(moreButton(RUNS, board.runs.length + runs.length, board.runsInAll));
  return box;
}

function emptyText(board) {
  if (onlyRun !== null) return 'The run ' + onlyRun + ' is not known.';
  return board.ready ? 'No run yet. It appears here with the first line of a log.' : 'Reading what is there…';
}

function draw(board) {
  const sections = board.runs.map(runSection);
  if (board.parked.length > 0) sections.unshift(parkedBox(board.parked));
  if (sections.length === 0) {
    sections.push(el('p', 'empty', emptyText(board)));
  } else if (board.runsInAll > board.runs.length) {
    sections.push(moreRuns(board));
  }
  if (onlyRun !== null) {
    const all = el('a', '', 'all runs');
    all.href = location.pathname;
    sections.unshift(el('p', 'quiet', all));
  }
  document.getElementById('runs').replaceChildren(...sections);
}

function showState(text, lost) {
  const state = document.getElementById('state');
  if (state.textContent !== text) state.textContent = text;
  state.className = lost ? 'lost' : '';
}

const RUNS = 'api/v1/runs?';
const onlyRun = new URLSearchParams(location.search).get('run');
const more = new Map();
let shown = '';
let newest = null;
const timelines = new Map();

// Loads the timelines of one run at a time, and only when they have changed.
async function askTimelines(board) {
  for (const run of board.runs) {
    if (timelines.get(run.id)?.at === run.timelinesAt) continue;
    const response = await fetch('api/v1/timelines?run=' + encodeURIComponent(run.id));
    // The run may have been removed since the board was loaded.
    if (response.status === 404) continue;
    if (!response.ok) throw new Error('answer ' + response.status);
    timelines.set(run.id, { at: run.timelinesAt, lines: await response.json() });
  }
  for (const id of [...timelines.keys()]) {
    if (!board.runs.some(run => run.id === id)) timelines.delete(id);
  }
}

// Loads the rows of a list that were asked for, page by page.
async function askRows(list) {
  const { from, until } = more.get(list);
  const rows = [];
  while (from + rows.length < until) {
    const at = from + rows.length;
    const response = await fetch(list + '&from=' + at + '&most=' + Math.min(PAGE_ROWS, until - at));
    if (response.status === 404) break;
    if (!response.ok) throw new Error('answer ' + response.status);
    const page = (await response.json()).rows;
    if (page.length === 0) break;
    rows.push(...page);
  }
  more.set(list, { from, until, rows });
}

async function askFor(list, wanted) {
  more.set(list, wanted);
  try {
    await askRows(list);
    draw(newest);
  } catch (error) {
    showState('no connection: figures may be old (' + error.message + ')', true);
  }
}

async function askBoard() {
  if (onlyRun === null) return fetch('api/v1/board');
  const response = await fetch(listOf('run', onlyRun));
  const runs = response.status === 404 ? [] : [await response.json()];
  return new Response(JSON.stringify({ ready: true, runs, runsInAll: runs.length, parked: [] }));
}

async function poll() {
  try {
    const response = await askBoard();
    if (!response.ok) throw new Error('answer ' + response.status);
    const text = await response.text();
    const board = JSON.parse(text);
    if (text !== shown) {
      await askTimelines(board);
      for (const list of more.keys()) await askRows(list);
      newest = board;
      draw(board);
      shown = text;
    }
    showState(board.ready ? 'live' : 'catching up', false);
  } catch (error) {
    showState('no connection: figures may be old (' + error.message + ')', true);
  }
  setTimeout(poll, POLL_MILLIS);
}

poll();
