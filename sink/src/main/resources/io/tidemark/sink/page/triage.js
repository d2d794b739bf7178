import { documentOf } from './documents.js';
import { apiPath, placeLink } from './place.js';
import { useBar } from './answer.js';
import { el, bar, button, count, isDrawn, link, percent, shortTime } from './parts.js';
import { dataTable } from './tables.js';
import { isFailed, stateBadge } from './troubles.js';

// The index: every run in a row, those that need somebody first.

const PAGE_ROWS = 100;
const SECTIONS = {
  NOW: ['now', 'badge live'],
  FAILED: ['failed, newest first', 'badge critical'],
  WILL_NOT_FIT: ['will not fit', 'badge critical'],
  DONE: ['done', 'badge']
};
const INDEX_COLUMNS = [
  { head: 'run', value: run => (run.ranks ?? [run]).map(rank => rank.id + ' ' + (rank.worker ?? '')).join(' '), node: nameCell, className: 'name' },
  { head: 'state', value: run => run.verdict, node: stateCell, className: 'words state' },
  { head: 'memory', value: run => share(run.answer.where), node: memoryCell, className: 'wide' },
  { head: 'cause', value: run => causeOf(run), node: causeCell, className: 'words cause' },
  { head: 'begin', value: run => run.startMillis, text: shortTime },
  { head: 'lines', value: run => run.lines, text: count },
];

const indexes = new WeakMap();

function share(where) {
  return where === undefined || where.capacityBytes <= 0 ? undefined : (where.usedBytes ?? where.neededBytes) / where.capacityBytes;
}

function stateCell(run) {
  const cell = el('span', '', stateBadge(run));
  const read = run.state === 'reading' && run.fileBytes > 0 ? run.readBytes / run.fileBytes : null;
  if (read !== null) cell.append(bar(read, null, percent(read) + ' of the file read'));
  return cell;
}

function memoryCell(run) {
  const where = run.answer.where;
  if (where === undefined) return '–';
  if (where.capacityBytes <= 0) return where.words;
  // What failed is red at any share, and what is done and went well is no danger, however full.
  const level = isFailed(run) ? 'critical' : run.section === 'DONE' ? '' : undefined;
  return el('div', '', where.words, useBar(where, level));
}

function causeOf(run) {
  const { culprit, leak } = run.memories[0] ?? {};
  const { why, trend } = run.answer;
  return why ?? alertSentence(run) ?? (leak === undefined ? culprit : undefined) ?? trend;
}

// A place in a program may be many lines long.
function causeCell(run) {
  const cause = causeOf(run) ?? '–';
  return el('div', { class: 'clamped', title: cause }, cause);
}

const alertSentence = run => (run.alerts ?? []).find(alert => alert.active)?.sentence;

function nameCell(run) {
  const about = [run.host, ...Object.entries(run.labels ?? {}).map(([name, value]) => name + '=' + value)].filter(Boolean).join(' ');
  return el('div', '', link(run.id, placeLink({ run: run.id })), el('span', 'quiet below', about, ...ranksOf(run)));
}

function ranksOf(run) {
  if (run.ranks === undefined) return run.worker === undefined ? [] : [' ' + run.worker];
  return [' ' + run.worker + ', fullest of ' + count(run.ranks.length) + ' ',
    button(run.opened ? 'hide the others' : 'show all', run.toggle, { 'aria-expanded': String(run.opened) })];
}

// The workers of one job are a row of their fullest, followed by all of them once it is opened. Runs
// of one worker in a log are of different jobs: the newest of each belong together.
function folded(index) {
  const seen = new Map();
  const jobs = new Map();
  for (const run of index.runs) {
    const worker = [run.section, run.id.replace(/#\d+$/, ''), run.worker].join('\n');
    const times = seen.get(worker) ?? 0;
    seen.set(worker, times + 1);
    const job = run.worker === undefined ? run.id : [run.section, run.id.replace(/#\d+$/, ''), times].join('\n');
    jobs.set(job, [...jobs.get(job) ?? [], run]);
  }
  return [...jobs].flatMap(([job, runs]) => runs.length < 2 ? runs : rowsOfJob(index, job, runs));
}

function rowsOfJob(index, job, runs) {
  const ranks = [...runs].sort((a, b) => a.worker.localeCompare(b.worker, undefined, { numeric: true }));
  const used = run => run.answer.where?.usedBytes ?? run.answer.where?.neededBytes ?? 0;
  const fullest = ranks.reduce((most, rank) => used(rank) > used(most) ? rank : most);
  const opened = index.opened.has(job);
  const toggle = () => {
    if (!index.opened.delete(job)) index.opened.add(job);
    index.rows.show(folded(index));
  };
  return [{ ...fullest, ranks, opened, toggle }, ...opened ? ranks.filter(rank => rank !== fullest) : []];
}

function newIndex(node) {
  const index = { pages: 0, runs: [], opened: new Set(), counts: el('p', 'counts'), more: el('p'), empty: el('p', 'empty'), history: el('p', '', link('history of runs', placeLink({ view: 'history' }))) };
  index.rows = dataTable(INDEX_COLUMNS, { stacked: true, search: 'search runs', label: 'runs, those that need somebody first',
    rowClass: run => isFailed(run) ? 'failed' : '', section: run => SECTIONS[run.section][0], weight: run => run.opened === false ? run.ranks.length : 1 });
  node.replaceChildren(index.counts, index.rows.node, index.empty, index.more, index.history);
  return index;
}

async function headRows(board, pages) {
  const known = new Set(board.runs.map(run => run.id));
  const found = [];
  for (let page = 0; page < pages; page++) {
    const answer = await documentOf(apiPath('runs', { from: page * PAGE_ROWS, most: PAGE_ROWS }));
    found.push(...(answer?.rows ?? []).filter(run => !known.has(run.id)));
  }
  return found;
}

export async function drawIndex(node, place) {
  const board = await documentOf('api/v1/board');
  if (!indexes.has(node)) indexes.set(node, newIndex(node));
  const index = indexes.get(node);
  const hidden = board.runsInAll > board.runs.length;
  if (index.pages === 0 && hidden) index.pages = 1;
  const others = await headRows(board, index.pages);
  const rows = [...board.runs, ...others];
  if (isDrawn(node, JSON.stringify(board), others.length, index.pages)) return;
  index.runs = rows;
  index.rows.show(folded(index));
  index.rows.node.hidden = rows.length === 0;
  index.history.hidden = board.runsInAll < 2;
  index.counts.replaceChildren(...Object.entries(SECTIONS).flatMap(([section, [name, style]]) => board.sections?.[section] === undefined ? []
    : [el('span', style, count(board.sections[section]) + ' ' + name.split(',')[0]), ' ']));
  index.empty.hidden = rows.length > 0;
  index.empty.textContent = board.ready ? 'No run yet. It appears here with the first line of a log.' : 'Reading what is there…';
  const left = board.runsInAll - rows.length;
  index.more.replaceChildren(...left > 0 ? [button('next ' + count(Math.min(PAGE_ROWS, left)) + ' of ' + count(left), async () => {
    index.pages++;
    await drawIndex(node, place);
  })] : []);
}
