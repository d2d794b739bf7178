import { documentOf } from './documents.js';
import { apiPath } from './place.js';
import { el, bytes, count, isMemory, plural, time } from './parts.js';
import { dataTable } from './tables.js';

// What is wrong with a run: failed allocations, alerts, lines that could not be read.

const SHOWN_FAILURES = 5;
const REJECT_COLUMNS = [
  { head: 'line', value: row => row.line, text: count },
  { head: 'column', value: row => row.column, text: count },
  { head: 'reason', value: row => row.reason, className: 'words' },
  { head: 'text', value: row => row.text, className: 'words code' },
];

export const isFailed = run => run.state === 'out_of_memory' || run.state === 'analysis_failed';

export function stateBadge(run) {
  const level = isFailed(run) ? ' critical' : { allocation_refused: ' warning', live: ' live' }[run.state] ?? '';
  return el('span', 'badge' + level, run.verdict);
}

function missingOf(event) {
  const needed = event.neededPerBank;
  // A request goes into one block, however much is free beside it.
  const block = event.largestFreePerBank ?? event.freePerBank;
  const there = { FRAGMENTED: event.largestFreePerBank, NOT_ENOUGH_FREE: block, BUFFERS_CLASH: event.freePerBank,
    LARGER_THAN_AN_EMPTY_BANK: event.bankBytes, BUFFERS_BEYOND_L1: event.bankBytes, TRACE_REGION_TOO_SMALL: event.bankBytes, REGION_TOO_SMALL: event.bankBytes }[event.diagnosis];
  return needed !== undefined && there !== undefined ? needed - there : null;
}

// One sentence: what would have let the allocation succeed.
export function remedyOf(event) {
  const missing = missingOf(event);
  if (missing === null) return event.diagnosis === 'A_FREE_BLOCK_COULD_HOLD_IT' ? 'A free block could have held it: look for dependencies or an interleaving limit.' : '';
  const perBank = event.banks > 1 ? ' per bank' : '';
  if (event.diagnosis === 'TRACE_REGION_TOO_SMALL') return 'Open the device with trace_region_size >= ' + event.neededPerBank + '.';
  if (event.diagnosis === 'FRAGMENTED') {
    const times = event.freePerBank / event.neededPerBank;
    return 'It would fit with ' + bytes(missing) + perBank + ' less, or without fragmentation: the free bytes are '
      + (times >= 2 ? 'enough ' + Math.floor(times) + ' times.' : 'enough.');
  }
  return 'It would fit with ' + bytes(missing) + perBank + ' less.';
}

export function failureSentence(event) {
  const figures = [];
  const perBank = event.banks > 1 ? ' per bank' : '';
  if (event.neededBytes !== undefined) figures.push('needed ' + bytes(event.neededBytes));
  if (event.neededPerBank !== undefined && perBank) figures.push(bytes(event.neededPerBank) + perBank);
  if (event.bankBytes !== undefined && !perBank) figures.push('of ' + bytes(event.bankBytes));
  if (event.freePerBank !== undefined) figures.push('free ' + bytes(event.freePerBank) + perBank);
  if (event.largestFreePerBank !== undefined) figures.push('largest block ' + bytes(event.largestFreePerBank) + perBank);
  if (event.bankBytes !== undefined && perBank) {
    const whole = bytes(event.bankBytes * event.banks) + ' over ' + event.banks + ' banks';
    figures.push(event.usedPerBank === undefined ? 'capacity ' + whole : bytes(event.usedPerBank * event.banks) + ' used of ' + whole);
  }
  if (event.where) figures.push('on ' + event.where);
  return figures.join(', ');
}

// Who held the memory at the peak, the largest first.
function heldSentence(run, event) {
  const memory = run.memories.find(isMemory(event));
  const ops = memory?.ops ?? [];
  const holders = ops.filter(op => op.heldAtPeakBytes > 0).sort((a, b) => b.heldAtPeakBytes - a.heldAtPeakBytes).slice(0, 3);
  if (holders.length === 0) return '';
  // An op below 0 freed what the log puts down to no other op: then the figures are net.
  return (ops.some(op => op.heldAtPeakBytes < 0) ? 'Net at the peak: ' : 'Held at the peak, by the op that allocated it: ') + holders.map(op => op.op + ' ' + bytes(op.heldAtPeakBytes)).join(', ') + '.';
}

function addFailures(box, run, events, timesOf) {
  for (const event of events.slice(-SHOWN_FAILURES).reverse()) {
    const diagnosis = event.diagnosis.toLowerCase().replaceAll('_', ' ');
    const during = event.during ? event.during + ' on ' : '';
    box.append(el('p', 'large', during + event.memory + ' of device ' + event.device + ': ' + failureSentence(event) + ' — ',
      el('strong', '', diagnosis), timesOf(event)));
    const words = [remedyOf(event), heldSentence(run, event)].filter(text => text !== '').join(' ');
    if (words !== '') box.append(el('p', 'remedy', words));
  }
  return box;
}

export function failureBox(run) {
  const box = el('section', 'alarm', el('h3', '', 'Out of memory: ' + plural(run.outOfMemoryCount, 'failed allocation')));
  return addFailures(box, run, run.outOfMemory, () => '');
}

// The failed allocations after which the run went on.
export function refusedBox(run) {
  const box = el('section', 'card', el('h3', '', plural(run.refused.count, 'allocation') + ' refused, the run went on'));
  return addFailures(box, run, run.refused.newest, event => ' (' + (event.count > 1 ? count(event.count) + '×, last ' : '') + time(event.lastMillis) + ')');
}

// The name of an alert in words, e.g. "memory critical".
export function alertWords(alert) {
  return alert.alert.replace(/^Tidemark/, '').replace(/(?!^)([A-Z])/g, ' $1').toLowerCase();
}

export function alertBox(run) {
  // Failed and refused allocations have boxes of their own, with their figures.
  const others = run.alerts.filter(alert => alert.alert !== 'TidemarkOutOfMemory' && alert.alert !== 'TidemarkAllocationRefused');
  if (others.length === 0) return null;
  const box = el('section', 'alerts');
  for (const alert of others) {
    const name = alertWords(alert);
    const badge = el('span', 'badge ' + (alert.active ? alert.severity : ''), alert.active ? name : name + ', ended');
    badge.title = alert.alert + ' since ' + time(alert.startMillis);
    box.append(el('p', alert.active ? '' : 'quiet', badge, ' ', alert.sentence));
  }
  return box;
}

// The newest lines that could not be read; null without any.
export async function rejectBox(run) {
  if (run.rejected === 0) return null;
  const found = await documentOf(apiPath('rejects', { run: run.id }));
  const summary = el('summary', '', plural(run.rejected, 'line') + ' could not be read');
  if (found === null || found.rows.length === 0) return el('p', 'bad', summary.textContent);
  const rows = dataTable(REJECT_COLUMNS, { label: 'lines that could not be read' });
  rows.show([...found.rows]);
  return el('details', 'bad', summary, rows.node);
}
