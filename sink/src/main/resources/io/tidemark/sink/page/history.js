import { documentOf } from './documents.js';
import { placeLink } from './place.js';
import { bytes, count, el, isDrawn, link, percent, plural, shortTime, svg } from './parts.js';
import { dataTable } from './tables.js';

// Runs of one program over time, e.g. of nightly jobs: the peak of each, and the first bad one.

const BARS_HEIGHT = 120;
const BAR_STEP = 14;
const HISTORY_COLUMNS = [
  { head: 'run', value: row => row.run, node: row => link(row.run, placeLink({ run: row.run })), className: 'name' },
  { head: 'labels', value: row => labelsOf(row) || undefined, className: 'words' },
  { head: 'begin', value: row => row.startMillis, text: shortTime },
  { head: 'peak', value: row => row.where?.peakBytes || undefined, text: bytes },
  { head: 'over the last good', value: row => row.growth ?? undefined, text: growth => (growth < 0 ? '' : '+') + percent(growth) },
  { head: 'state', value: row => row.verdict, className: 'words' },
  { head: 'why bad', value: row => row.bad ?? undefined, className: 'words' },
];

const historyTables = new WeakMap();

// The programs that ran twice or more, each with its runs in order of time; the one that ran last is first.
function programs(rows) {
  const found = new Map();
  for (const row of rows) {
    const runs = found.get(row.program) ?? [];
    found.delete(row.program);
    found.set(row.program, [...runs, row]);
  }
  return [...found.values()].filter(runs => runs.length > 1).reverse();
}

// A program: how its newest run is, since when, and the peak of each.
function programCard(runs) {
  const newest = runs[runs.length - 1];
  const first = runs.findLastIndex(row => row.firstBad);
  const good = first < 0 ? undefined : runs.slice(0, first).findLast(row => row.bad === null);
  const sentence = first < 0 ? el('p', '', newest.bad === null ? 'The newest run is good.' : '')
    : el('p', 'bad', 'First bad: ' + titleOf(runs[first]) + ': ' + runs[first].bad);
  const compared = good === undefined ? null : el('p', '', link('compare with the last good run', placeLink({ view: 'compare', run: good.run, with: runs[first].run })));
  return el('section', 'card', el('h3', '', newest.run.replace(/#\d+$/, ''), ' ', el('span', 'quiet', plural(runs.length, 'run'))), sentence, compared, peakBars(runs));
}

const labelsOf = row => Object.entries(row.labels).map(([name, value]) => name + '=' + value).join(' ');
const titleOf = row => labelsOf(row) || row.run;

// Peaks as bars in order of time, each as a share of the capacity where all are known; a bar leads to its run.
function peakBars(rows) {
  const highest = Math.max(1, ...rows.map(row => row.where?.peakBytes ?? 0));
  const ofCapacity = rows.every(row => row.where === null || row.where.capacityBytes > 0);
  const share = where => where === null ? 0 : Math.min(1, where.peakBytes / (ofCapacity ? where.capacityBytes : highest));
  const width = rows.length * BAR_STEP;
  const bars = rows.map((row, i) => {
    const height = Math.max(2, BARS_HEIGHT * share(row.where));
    const title = row.run + ': ' + (row.where?.words ?? 'no memory') + (row.bad === null ? '' : '. ' + row.bad);
    return svg('a', { href: placeLink({ run: row.run }), 'aria-label': title },
      svg('rect', { x: i * BAR_STEP, y: 0, width: BAR_STEP, height: BARS_HEIGHT, class: 'ground' }),
      svg('rect', { x: i * BAR_STEP + 1, y: BARS_HEIGHT - height, width: BAR_STEP - 3, height, class: row.bad === null ? 'good' : row.firstBad ? 'bad first' : 'bad' }),
      svg('title', {}, title));
  });
  const picture = svg('svg', { viewBox: `0 0 ${width} ${BARS_HEIGHT}`, width, height: BARS_HEIGHT, class: 'history-bars' }, ...bars);
  return el('figure', 'scroll', picture, el('figcaption', 'quiet', 'peak of each run' + (ofCapacity ? ' of its capacity' : ', up to ' + bytes(highest)) + ', oldest first'));
}

export async function drawHistory(node) {
  const history = await documentOf('api/v1/history');
  if (isDrawn(node, JSON.stringify(history))) return;
  if (!historyTables.has(node)) historyTables.set(node, dataTable(HISTORY_COLUMNS, { stacked: true, search: 'search runs', label: 'runs by time', sortBy: 'begin',
    rowClass: row => row.bad === null ? '' : 'failed' }));
  const { rows } = history;
  const table = historyTables.get(node);
  const repeated = programs(rows);
  const left = history.inAll - rows.length;
  table.show([...rows]);
  node.replaceChildren(el('h2', '', 'History'), ...[
    repeated.length > 0 ? el('div', 'cards', ...repeated.map(programCard)) : el('p', 'quiet', 'No program ran twice yet: runs of one program are compared with each other.'),
    el('h3', '', 'All runs'), table.node,
    left > 0 ? el('p', 'quiet', count(left) + ' older runs are not shown') : null].filter(one => one !== null));
}
