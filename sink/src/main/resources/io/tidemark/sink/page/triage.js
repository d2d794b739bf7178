import { documentOf } from './documents.js';
import { apiPath, notePlace, placeLink, placeNow } from './place.js';
import { useBar } from './answer.js';
import { el, bar, button, count, isDrawn, percent, shortTime, time, link } from './parts.js';
import { dataTable } from './tables.js';
import { isFailed, stateLevel } from './troubles.js';

// The index: every run in a row, those that need somebody first.

const PAGE_ROWS = 100;
const SECTIONS = {
  NOW: ['now', 'live'],
  FAILED: ['failed, newest first', 'critical'],
  WILL_NOT_FIT: ['will not fit', 'critical'],
  DONE: ['done', '']
};
const INDEX_COLUMNS = [
  { head: 'run', value: run => (run.ranks ?? [run]).map(rank => [rank.id, rank.worker, ...aboutOf(rank)].join(' ')).join(' '), node: nameCell, className: 'name' },
  { head: 'state', value: run => run.verdict, node: stateCell, className: 'state' },
  { head: 'memory', value: run => share(run.answer.where), node: memoryCell, className: 'wide' },
  { head: 'why', value: run => causeOf(run), node: causeCell, className: 'words cause' },
  { head: 'since', value: run => sinceOf(run), node: sinceCell, className: 'since' },
];

const indexes = new WeakMap();

function share(where) {
  return where === undefined || where.capacityBytes <= 0 ? undefined : (where.usedBytes ?? where.neededBytes) / where.capacityBytes;
}

function stateCell(run) {
  const cell = el('span', '', el('span', 'state-words ' + stateLevel(run), run.verdict));
  const read = run.state === 'reading' && run.fileBytes > 0 ? run.readBytes / run.fileBytes : null;
  if (read !== null) cell.append(bar(read, null, percent(read) + ' of the file read'));
  return cell;
}

function memoryCell(run) {
  const where = run.answer.where;
  if (where === undefined) return '–';
  if (where.capacityBytes <= 0) return el('div', { class: 'one-line', title: where.words }, where.words);
  // What failed is red at any share, and what is done and went well is no danger, however full.
  const level = isFailed(run) ? 'critical' : run.section === 'DONE' ? '' : undefined;
  return el('div', '', el('div', { class: 'one-line', title: where.words }, where.words), useBar(where, level));
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

const activeAlert = run => (run.alerts ?? []).find(alert => alert.active);
const alertSentence = run => activeAlert(run)?.sentence;

// When what needs somebody began: the failure, else the alert, else the run.
function sinceOf(run) {
  const failures = (run.outOfMemory ?? []).map(failure => failure.timeMillis).filter(millis => millis !== undefined);
  return failures.length > 0 ? Math.max(...failures) : activeAlert(run)?.startMillis ?? run.startMillis;
}

function sinceCell(run) {
  return el('span', { title: 'began ' + time(run.startMillis) + ', ' + count(run.lines) + ' lines' }, shortTime(sinceOf(run)));
}

const aboutOf = run => [run.host, ...Object.entries(run.labels ?? {}).map(([name, value]) => name + '=' + value)].filter(Boolean);

// A name of one line: the runs of one job differ in its end, so that its middle is left out.
function nameCell(run) {
  const [, head, tail] = run.id.match(/^(.*?)(.{0,18}#\d+)$/) ?? [null, run.id, ''];
  const name = el('a', { href: placeLink({ run: run.id }), title: run.id, class: 'run-name' }, el('span', 'head', head), el('span', '', tail));
  const about = [...run.showsHost ? aboutOf(run) : [], ...ranksOf(run)];
  return el('div', '', name, about.length === 0 ? null : el('span', 'quiet below', ...about.flatMap(part => [part, ' '])));
}

function ranksOf(run) {
  if (run.ranks === undefined) return run.worker === undefined ? [] : [run.worker];
  return [run.worker + ', fullest of ' + count(run.ranks.length),
    button(run.opened ? 'hide the others' : 'show all', run.toggle, { 'aria-expanded': String(run.opened) })];
}

// The workers of one job are a row of their fullest, followed by all of them once it is opened. Runs
// of one worker in a log are of different jobs: the newest of each belong together.
function folded(index) {
  const seen = new Map();
  const jobs = new Map();
  for (const run of index.runs.filter(one => index.section === '' || one.section === index.section)) {
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
  const place = placeNow();
  const index = { pages: 0, runs: [], opened: new Set(), section: Object.hasOwn(SECTIONS, place.section ?? '') ? place.section : '', counts: el('p', 'counts'),
    more: el('p'), empty: el('p', 'empty'), history: el('p', '', link('history of runs', placeLink({ view: 'history' }))) };
  index.rows = dataTable(INDEX_COLUMNS, { stacked: true, search: 'search runs', searched: place.search, onSearch: search => notePlace({ search }),
    label: 'runs, those that need somebody first', rowClass, section: run => SECTIONS[run.section][0], weight: run => run.opened === false ? run.ranks.length : 1 });
  node.replaceChildren(index.counts, index.rows.node, index.empty, index.more, index.history);
  document.addEventListener('keydown', event => {
    if (event.key !== '/' || !node.isConnected || event.target.matches('input, textarea, select')) return;
    event.preventDefault();
    node.querySelector('input[type=search]').focus();
  });
  return index;
}

function rowClass(run) {
  return isFailed(run) || run.state === 'will_not_fit' ? 'failed' : activeAlert(run) !== undefined ? 'warned' : '';
}

// The number of runs of each section; pressed, it leaves the others out.
function sectionButtons(index, sections = {}) {
  return Object.entries(SECTIONS).flatMap(([section, [name, level]]) => sections[section] === undefined ? [] : [
    button(count(sections[section]) + ' ' + name.split(',')[0], () => {
      index.section = index.section === section ? '' : section;
      notePlace({ section: index.section });
      index.counts.replaceChildren(...sectionButtons(index, sections));
      index.rows.show(folded(index));
    }, { class: 'badge ' + level, 'aria-pressed': String(index.section === section) }), ' ']);
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
  const hosts = new Set(rows.map(run => aboutOf(run).join(' ')));
  index.runs = hosts.size < 2 ? rows : rows.map(run => ({ ...run, showsHost: true }));
  index.rows.show(folded(index));
  index.rows.node.hidden = rows.length === 0;
  index.history.hidden = board.runsInAll < 2;
  index.counts.replaceChildren(...sectionButtons(index, board.sections));
  index.empty.hidden = rows.length > 0;
  index.empty.textContent = board.ready ? 'No run yet. It appears here with the first line of a log.' : 'Reading what is there…';
  const left = board.runsInAll - rows.length;
  index.more.replaceChildren(...left > 0 ? [button('next ' + count(Math.min(PAGE_ROWS, left)) + ' of ' + count(left), async () => {
    index.pages++;
    await drawIndex(node, place);
  })] : []);
}
