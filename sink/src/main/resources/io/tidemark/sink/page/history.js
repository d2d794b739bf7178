import { documentOf } from './documents.js';
import { placeLink } from './place.js';
import { bytes, count, el, isDrawn, link, percent, svg, time } from './parts.js';
import { dataTable } from './tables.js';

// Runs of one program over time, e.g. of nightly jobs: the peak of each, and the first bad one.

const BARS_HEIGHT = 120;
const BAR_STEP = 14;
const HISTORY_COLUMNS = [
  { head: 'run', value: row => row.run, node: row => link(row.run, placeLink({ run: row.run })), className: 'name' },
  { head: 'labels', value: row => Object.entries(row.labels).map(([name, value]) => name + '=' + value).join(' ') || undefined, className: 'words' },
  { head: 'begin', value: row => row.startMillis, text: time },
  { head: 'peak', value: row => row.where?.peakBytes || undefined, text: bytes },
  { head: 'over the last good', value: row => row.growth ?? undefined, text: growth => (growth < 0 ? '' : '+') + percent(growth) },
  { head: 'state', value: row => row.verdict, className: 'words' },
  { head: 'why bad', value: row => row.bad ?? undefined, className: 'words' },
];

const historyTables = new WeakMap();

// A picture of each program that ran twice or more, the newest first.
function pictures(rows) {
  const programs = new Map();
  for (const row of rows) {
    const runs = programs.get(row.program) ?? [];
    runs.push(row);
    programs.delete(row.program);
    programs.set(row.program, runs);
  }
  return [...programs.values()].filter(runs => runs.length > 1).reverse().map(peakBars);
}

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
      svg('rect', { x: i * BAR_STEP + 1, y: BARS_HEIGHT - height, width: BAR_STEP - 3, height, class: row.bad === null ? 'good' : 'bad' }),
      svg('title', {}, title));
  });
  const picture = svg('svg', { viewBox: `0 0 ${width} ${BARS_HEIGHT}`, width, height: BARS_HEIGHT, class: 'history-bars' }, ...bars);
  return el('figure', 'scroll', picture, el('figcaption', 'quiet', 'peak of each run of the program of ' + rows[rows.length - 1].run + (ofCapacity ? ' of its capacity' : ', up to ' + bytes(highest)) + ', oldest first'));
}

export async function drawHistory(node) {
  const history = await documentOf('api/v1/history');
  if (isDrawn(node, JSON.stringify(history))) return;
  if (!historyTables.has(node)) historyTables.set(node, dataTable(HISTORY_COLUMNS, { stacked: true, search: 'search runs', label: 'runs by time', sortBy: 'begin',
    rowClass: row => row.bad === null ? '' : 'failed' }));
  const { rows } = history;
  const table = historyTables.get(node);
  const head = el('p', history.firstBad === null ? 'large' : 'large bad', history.sentence);
  const first = rows.findIndex(row => row.run === history.firstBad);
  const good = first < 0 ? undefined : rows.slice(0, first).findLast(row => row.bad === null && row.program === rows[first].program);
  const links = good === undefined ? null : el('p', '', link('compare with the last good run', placeLink({ view: 'compare', run: good.run, with: history.firstBad })));
  const left = history.inAll - rows.length;
  table.show([...rows]);
  node.replaceChildren(el('h2', '', 'History of runs'), ...[head, links, ...pictures(rows), table.node,
    left > 0 ? el('p', 'quiet', count(left) + ' older runs are not shown') : null].filter(one => one !== null));
}
