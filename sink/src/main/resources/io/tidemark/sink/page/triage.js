import { documentOf } from './documents.js';
import { apiPath, placeLink } from './place.js';
import { el, bytes, bar, button, count, isDrawn, link, percent, plural, time } from './parts.js';
import { dataTable } from './tables.js';
import { alertWords, isFailed, stateBadge } from './troubles.js';

// The index: every run in a row, those that need somebody first.

const PAGE_ROWS = 100;
const INDEX_COLUMNS = [
  { head: 'run', value: run => run.id, node: run => link(run.id, placeLink({ run: run.id })), className: 'name' },
  { head: 'state', value: run => run.verdict, node: stateCell, className: 'words' },
  { head: 'memory', value: fullestShare, node: memoryCell, className: 'wide' },
  { head: 'peak', value: run => fullest(run)?.peak.usedBytes, text: bytes },
  { head: 'culprit', value: run => fullest(run)?.culprit, className: 'words' },
  { head: 'active alerts', value: alertNames, className: 'words' },
  { head: 'host', value: run => [run.host, ...Object.entries(run.labels ?? {}).map(([name, value]) => name + '=' + value)]
    .filter(Boolean).join(' ') || undefined, className: 'words' },
  { head: 'begin', value: run => run.startMillis, text: time },
  { head: 'lines', value: run => run.lines, text: count },
];

const indexes = new WeakMap();

function fullest(run) {
  const share = memory => memory.capacityBytes > 0 ? memory.peak.usedBytes / memory.capacityBytes : 0;
  return (run.memories ?? []).filter(memory => memory.peak.usedBytes > 0).sort((a, b) => share(b) - share(a))[0];
}

function fullestShare(run) {
  const memory = fullest(run);
  return memory === undefined || memory.capacityBytes <= 0 ? undefined : memory.usedBytes / memory.capacityBytes;
}

function stateCell(run) {
  const cell = el('span', '', stateBadge(run));
  const share = run.state === 'reading' && run.fileBytes > 0 ? run.readBytes / run.fileBytes : null;
  if (share !== null) cell.append(bar(share, null, percent(share) + ' of the file read'));
  return cell;
}

function memoryCell(run) {
  const memory = fullest(run);
  if (memory === undefined) return run.plansInAll > 0 ? plural(run.plansInAll, 'plan') : '–';
  if (memory.capacityBytes <= 0) return memory.memory + ', capacity unknown';
  const share = memory.usedBytes / memory.capacityBytes;
  const text = memory.memory + ' ' + percent(share) + ' of ' + bytes(memory.capacityBytes);
  return el('div', '', text, bar(share, memory.peak.usedBytes / memory.capacityBytes, text));
}

function alertNames(run) {
  const active = (run.alerts ?? []).filter(alert => alert.active);
  return active.map(alertWords).join(', ') || undefined;
}

function newIndex(node) {
  const rows = dataTable(INDEX_COLUMNS, { stacked: true, search: 'search runs', label: 'runs, those that need somebody first',
    rowClass: run => isFailed(run) ? 'failed' : '' });
  const index = { rows, pages: 0, more: el('p'), empty: el('p', 'empty') };
  node.replaceChildren(rows.node, index.empty, index.more);
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
  index.rows.show(rows);
  index.rows.node.hidden = rows.length === 0;
  index.empty.hidden = rows.length > 0;
  index.empty.textContent = board.ready ? 'No run yet. It appears here with the first line of a log.' : 'Reading what is there…';
  const left = board.runsInAll - rows.length;
  index.more.replaceChildren(...left > 0 ? [button('next ' + count(Math.min(PAGE_ROWS, left)) + ' of ' + count(left), async () => {
    index.pages++;
    await drawIndex(node, place);
  })] : []);
}
