// Words and tables of a plan: its title and figures, the fields of a buffer, buffers at the peak, borrowed buffers,
// findings. Each figure carries its exact value in data-value.

import { el, bytes, percent, count, plural } from './parts.js';
import { cellTable, sizeCell } from './plancells.js';
import { buffersAt, stepSpans, paddingOf } from './planmap.js';
import { bankUse } from './planuse.js';

const MOST_LISTED = 200;
const FINDING_WORDS = {
  OVERLAP: 'two live buffers share addresses', TOUCH: 'one ends at the step at which the next begins in its place',
  TOO_BIG: 'a tensor is larger than its buffer', NO_PLACE: 'no place found', DUP_NAME: 'two tensors of one name',
  NULL_BUFFER: 'borrows no buffer', UNTERMINATED: 'has no end', UNKNOWN_TYPE: 'element size unknown',
  SIZE_CONFLICT: 'lines state different sizes', TYPE_CONFLICT: 'lines state different types', ID_GAP: 'numbers left out',
  TOTAL_DIFFERS: "the compiler's total differs from the sum of its lines", STILL_TOO_LARGE: 'does not fit',
  INCOMPLETE: 'files of the dump are missing', NO_LIVE_RANGE: 'values without a live range',
  UNLISTED_VALUES: 'live ranges of values that are not listed',
};

const exactBytes = value => bytes(value) + (value < 1024 ? '' : ' (' + count(value) + ' B)');
const isStated = value => value !== undefined && value !== '';

function planFigure(name, label, value, words = bytes(value)) {
  return el('div', 'figure', el('dt', '', label), el('dd', { 'data-figure': name, 'data-value': value, title: words.includes('iB') && count(value) + ' B' }, words));
}

// The parts of a budget have neither addresses nor lifetimes.
export function isBudget(document) {
  return document.steps === 1 && document.intervals.length > 0 && document.intervals.every(one => one.buffer === one.bufferClass);
}

// A writer may state what a plan needs and none of its buffers: there is nothing to draw.
export function isUnlisted(document) {
  return document.intervals.length === 0;
}

// The plan in one line: what it is of, by which planner, with which flags, and whether it can run.
export function planTitle(row, run, document, pickers) {
  const { summary } = document;
  const budget = isBudget(document);
  const counts = budget ? [plural(document.intervals.length, 'part')] : isUnlisted(document) ? ['no buffers listed'] : [plural(summary.steps, 'step'), plural(document.intervals.length, 'interval')];
  const of = [summary.memory, summary.setting ?? '', ...counts, document.sizeBytes > 0 ? 'capacity ' + bytes(document.sizeBytes) : ''];
  const level = document.verdict === 'open' ? 'quiet' : document.feasible ? document.sizeBytes > 0 ? 'good' : 'quiet' : 'bad';
  const verdict = el('strong', { class: level, 'data-figure': 'verdict' }, document.verdict);
  return el('header', 'plan-title', el('h3', '', row.plan), el('p', 'quiet', of.filter(text => text !== '').join(' · '), ...budget && document.feasible && document.sizeBytes > 0 ? [] : [' · ', verdict]), pickers,
    budget || document.fit === null ? null : el('p', 'plan-fit', document.fit));
}

export function planFigures(document) {
  const { summary } = document;
  if (isBudget(document)) return el('dl', 'plan-figures', planFigure('peakBytes', 'together', summary.peakBytes));
  if (isUnlisted(document)) {
    return el('dl', 'plan-figures', ...summary.arenaBytes > 0 ? [planFigure('arenaBytes', 'needed', summary.arenaBytes)] : []);
  }
  const figures = [
    planFigure('peakBytes', 'peak of live buffers', summary.peakBytes, bytes(summary.peakBytes) + ' at step ' + count(summary.peakStep)),
    planFigure('arenaBytes', 'arena, with gaps', summary.arenaBytes, bytes(summary.arenaBytes)),
    planFigure('placed', 'placed', summary.placed, count(summary.placed)),
    planFigure('failed', 'without a place', summary.failed,
      count(summary.failed) + (summary.failed > 0 ? ', ' + bytes(summary.failedBytes) : '')),
  ];
  // A report of a failure lists its largest buffers only: its peak is of these.
  if (summary.peakBytes > 0 && document.verdict !== 'infeasible') {
    const over = summary.arenaBytes / summary.peakBytes - 1;
    figures.push(planFigure('overhead', 'arena above peak', over, percent(over)));
  }
  if (summary.failed > 0) {
    figures.push(planFigure('peakBytesWithFailed', 'peak with all', summary.peakBytesWithFailed,
      bytes(summary.peakBytesWithFailed) + ' at step ' + count(summary.peakStepWithFailed)));
  }
  if (isStated(summary.logicalPeakBytes)) {
    figures.push(planFigure('logicalPeakBytes', 'logical peak (unpadded, no re-use)', summary.logicalPeakBytes,
      bytes(summary.logicalPeakBytes) + ' at step ' + count(summary.logicalPeakStep)));
  }
  if (summary.paddingBytes > 0) figures.push(planFigure('paddingBytes', 'padding', summary.paddingBytes));
  if (isStated(summary.fragmentationBytes)) {
    figures.push(planFigure('fragmentationBytes', 'fragmentation', summary.fragmentationBytes));
  }
  if (isStated(summary.statedBytes)) {
    figures.push(planFigure('statedBytes', "compiler's total", summary.statedBytes));
  }
  if (isStated(summary.calledBytes)) {
    figures.push(planFigure('calledBytes', 'called computations, not in the footprint', summary.calledBytes));
  }
  if (summary.banksUsed > 0) figures.push(planFigure('banksUsed', 'banks used', summary.banksUsed, count(summary.banksUsed)));
  return el('dl', 'plan-figures', ...figures);
}

function stepWords(interval, steps) {
  if (interval.wholeLoop) return 'all, held (own ' + interval.firstStep + ' to ' + interval.lastStep + ')';
  const spans = stepSpans(interval, steps);
  const words = spans.map(([first, last]) => first + ' to ' + last).join(' and ');
  return spans.length > 1 ? words + ', wraps around the loop' : words;
}

function addressWords(interval, bankBytes) {
  if (!isStated(interval.address)) return 'unknown';
  const end = interval.address + interval.bytes;
  const words = '0x' + interval.address.toString(16) + ' to 0x' + end.toString(16) + ' (' + count(interval.address) + ')';
  if (!(bankBytes > 0) || interval.bytes === 0) return words;
  const banks = [Math.floor(interval.address / bankBytes), Math.floor((end - 1) / bankBytes)];
  return words + (banks[0] === banks[1] ? ', bank ' + banks[0] : ', banks ' + banks[0] + ' to ' + banks[1]);
}

// Every known field of a buffer, as [name, words].
export function bufferFields(document, of) {
  const interval = document.intervals[of];
  const { bankBytes, instructions } = document.summary;
  const fields = [
    ['buffer', interval.buffer], ['operation', interval.op], ['class', interval.bufferClass],
    ['steps', stepWords(interval, document.steps)],
    ['instruction', instructions?.[interval.firstStep]],
    ['address', interval.placed === false ? 'no place found' : addressWords(interval, bankBytes)],
    ['size', exactBytes(interval.bytes)],
    ['unpadded', isStated(interval.unpaddedBytes) ? exactBytes(interval.unpaddedBytes) : ''],
    ['padding', paddingOf(interval) > 0 ? exactBytes(paddingOf(interval)) : ''],
    ['shape', interval.shape], ['type', interval.dtype], ['layout', interval.layout],
    ['elements', isStated(interval.elements) ? count(interval.elements) : ''],
    ['lies in', isStated(interval.allocation) ? 'buffer ' + interval.allocation : ''],
    ['opcode', interval.opcode], ['op name', interval.opName === interval.op ? '' : interval.opName],
  ];
  return fields.filter(([, words]) => isStated(words));
}

export function bufferCard(document, of) {
  return fieldList(bufferFields(document, of));
}

export function fieldList(fields) {
  return el('dl', 'fields', ...fields.map(([name, words]) => el('div', '', el('dt', '', name), el('dd', '', words))));
}

// What an engine placed by name, the largest first.
export function budgetTable(document) {
  const rows = [...document.intervals].sort((a, b) => b.bytes - a.bytes);
  const of = document.sizeBytes > 0 ? document.sizeBytes : document.summary.peakBytes;
  const cells = rows.map(one => ({ cells: [one.buffer, sizeCell(one.bytes), percent(one.bytes / of)] }));
  return el('div', { class: 'peak-buffers', 'data-rows': rows.length },
    cellTable(['part', 'size', document.sizeBytes > 0 ? 'of the capacity' : 'of all'], cells));
}

// Buffers live at a step, in the chosen order; those below a share of the peak are one row.
export function peakTable(document, step, { order, smallShare }) {
  const smallBytes = smallShare * document.summary.peakBytes;
  const { rows, small } = buffersAt(document.intervals, step, { steps: document.steps, order, smallBytes });
  const cells = rows.slice(0, MOST_LISTED).map(({ interval }) => ({ cells: [
    { value: interval.buffer, text: el('span', '', interval.buffer, interval.op === undefined ? null : el('span', 'quiet below', interval.op)) },
    interval.bufferClass, sizeCell(interval.bytes), paddingOf(interval) > 0 ? sizeCell(paddingOf(interval)) : '–'] }));
  const node = el('div', { class: 'peak-buffers', 'data-rows': rows.length }, cellTable(['buffer', 'class', 'size', 'padding'], cells));
  if (small !== null) {
    node.append(el('p', 'quiet', 'and ' + count(small.count) + ' below ' + bytes(Math.ceil(smallBytes)) + ' each, together ' + bytes(small.bytes)));
  }
  if (rows.length > MOST_LISTED) node.append(el('p', 'quiet', 'and ' + count(rows.length - MOST_LISTED) + ' more'));
  return node;
}

// Banks that are in use at a step; empty ones are left out.
export function bankTable(document, step) {
  const used = bankUse(document, step).filter(one => one.bytes > 0);
  const rows = used.slice(0, MOST_LISTED).map(one => ({ cells: ['bank ' + one.bank, sizeCell(one.bytes),
    sizeCell(one.bytes / document.summary.bankBytes, percent), sizeCell(one.buffers, count)] }));
  const node = el('div', 'bank-use', cellTable(['bank', 'in use', 'of the bank', 'buffers'], rows));
  if (used.length > MOST_LISTED) node.append(el('p', 'quiet', 'and ' + count(used.length - MOST_LISTED) + ' more'));
  return node;
}

// Buffers that tensors borrow: how well they are used.
export function backingTable(backings) {
  const rows = backings.map(one => {
    const use = one.busySteps === 0 || one.bytes === 0 ? 0 : one.usedByteSteps / one.bytes / one.busySteps;
    const idle = one.busySteps === 0 ? 0 : one.bytes - one.usedByteSteps / one.busySteps;
    return { cells: ['buffer ' + one.id, one.elementType, sizeCell(one.bytes), sizeCell(one.tensors, count),
      bytes(one.smallestBytes) + ' to ' + bytes(one.largestBytes), sizeCell(one.busySteps, count), sizeCell(use, percent), sizeCell(Math.round(idle))] };
  });
  return cellTable(['buffer', 'type', 'size', 'tensors', 'their sizes', 'busy steps', 'used while busy', 'idle while busy'], rows);
}

export function findingTable(findings) {
  const rows = findings.map(one => ({ cells: [one.what, FINDING_WORDS[one.kind] ?? one.kind,
    (one.partners ?? []).map(partner => partner.buffer + ' (' + bytes(partner.bytes) + ')').join(' and ') || '–'] }));
  return cellTable(['where', 'finding', 'partners'], rows);
}

// Intervals whose name, operation or class contains the text.
export function intervalTable(document, text) {
  const wanted = text.toLowerCase();
  const found = document.intervals.filter(one =>
    (one.buffer + ' ' + (one.op ?? '') + ' ' + one.bufferClass).toLowerCase().includes(wanted));
  const rows = found.slice(0, MOST_LISTED).map(one => ({ className: one.placed === false ? 'bad' : '', cells: [one.buffer,
    one.bufferClass, stepWords(one, document.steps), one.placed === false ? 'no place' : addressWords(one, 0), sizeCell(one.bytes), one.op ?? '–'] }));
  return el('div', { 'data-found': found.length }, cellTable(['buffer', 'class', 'steps', 'address', 'size', 'operation'], rows),
    el('p', 'quiet', count(found.length) + ' of ' + count(document.intervals.length) + ' intervals'
      + (found.length > MOST_LISTED ? ', the first ' + MOST_LISTED + ' are listed' : '')));
}
