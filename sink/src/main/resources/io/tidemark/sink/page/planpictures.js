// Pictures of a plan for planpaint.js: its map, one of its steps, its use per step, its Gantt chart.

import { bytes, count, roundStep, tickText } from './parts.js';
import { planRectangles, rectanglesAt, stackedAt, addressRange, ganttRows, groupOf } from './planmap.js';
import { classStyle } from './planstyle.js';

const TICK_PIXELS = 56;
const MOST_BANKS = 256;
const ROW_PIXELS = 13;
const ROW_MARGIN = 236;
const MOST_ROWS = 100;
const UP_MARGIN = 84;
const RIGHT_MARGIN = 64;

// The share of a picture of use that the name of a line needs above it.
const NAME_SHARE = 0.15;

// Whole steps that divide the range into labels of at least TICK_PIXELS.
export function stepTicks(view, width) {
  const every = roundStep((view.right - view.left) * TICK_PIXELS / width);
  const ticks = [];
  for (let at = Math.ceil(view.left / every) * every; at <= view.right; at += every) ticks.push({ at, text: count(at) });
  return ticks;
}

// Powers of two between addresses, and their multiples.
export function byteTicks(view, height) {
  const least = Math.max(1, (view.high - view.low) * TICK_PIXELS / height);
  const every = 2 ** Math.ceil(Math.log2(least));
  const ticks = [];
  for (let at = Math.ceil(view.low / every) * every; at <= view.high; at += every) ticks.push({ at, text: tickText(at, every) });
  return ticks;
}

function bankTicks(plan) {
  const { bankBytes } = plan.summary;
  return (view, height) => {
    const every = Math.max(1, Math.ceil((view.high - view.low) * 16 / height / bankBytes));
    const ticks = [];
    const until = Math.min(view.high, plan.sizeBytes > 0 ? plan.sizeBytes : Infinity);
    for (let bank = Math.floor(view.low / bankBytes / every) * every; bank * bankBytes < until; bank += every) {
      const at = (bank + 0.5) * bankBytes;
      if (at >= view.low && at <= view.high) ticks.push({ at, text: 'bank ' + bank });
    }
    return ticks;
  };
}

const NO_TICKS = () => [];
const stepPicture = picture => ({
  downwards: false, leastUp: 1, marginLeft: UP_MARGIN, marginRight: picture.ticksRight === undefined ? 16 : RIGHT_MARGIN, across: 'step',
  ticksAcross: stepTicks, ticksUp: byteTicks, ticksRight: NO_TICKS, levels: [], fillOf: kind => classStyle(kind).fill, ...picture });

// Where a bank ends and the next one begins.
function bankLevels(plan) {
  const { bankBytes } = plan.summary;
  const banks = bankBytes > 0 && plan.sizeBytes > 0 ? Math.min(MOST_BANKS, Math.ceil(plan.sizeBytes / bankBytes)) : 0;
  return Array.from({ length: banks }, (_, bank) => (bank + 1) * bankBytes);
}

function mapLines(plan, range) {
  const lines = [];
  const size = plan.sizeBytes;
  const { arenaBytes, failed, peakStep } = plan.summary;
  const arenaEnd = range.low > 0 ? range.low + arenaBytes : arenaBytes;
  if (size > 0 && size <= range.high) lines.push({ y: size, text: 'capacity ' + bytes(size), colour: '--alarm' });
  if (failed > 0 || size <= 0 || arenaEnd < 0.94 * size || arenaEnd > size) {
    lines.push({ y: arenaEnd, text: 'arena ' + bytes(arenaBytes), colour: '--quiet', side: 'left' });
  }
  lines.push({ x: peakStep + 0.5, text: 'peak at step ' + count(peakStep), colour: '--warm' });
  return lines;
}

function boxesOf(plan, rectangles, chosen) {
  return rectangles.filter(one => !chosen.hidden.has(groupOf(plan.intervals[one.of]))).map(one => {
    const interval = plan.intervals[one.of];
    return { ...one, kind: interval.bufferClass, text: interval.buffer, pinned: one.of === chosen.pinned };
  });
}

// Addresses over steps: of the whole plan, or of one step at its addresses or stacked from 0.
export function mapPicture(plan, chosen) {
  const all = planRectangles(plan.intervals, plan.steps);
  const stacked = chosen.step !== null && chosen.stacked;
  const rectangles = chosen.step === null ? all
    : stacked ? stackedAt(plan.intervals, chosen.step, plan.steps) : rectanglesAt(all, chosen.step);
  const { low, high } = addressRange(stacked ? rectangles : all, plan.sizeBytes);
  const range = { left: chosen.step ?? 0, right: chosen.step === null ? plan.steps : chosen.step + 1, low, high: high * 1.04 };
  const lines = mapLines(plan, range).filter(line => !stacked || line.y === plan.sizeBytes);
  return stepPicture({ range, lines, boxes: boxesOf(plan, rectangles, chosen), levels: bankLevels(plan),
    ...(plan.summary.bankBytes > 0 ? { ticksRight: bankTicks(plan) } : {}) });
}

// Bytes per step: unpadded, padding above it, failed placements on top.
export function usePicture(plan) {
  const { usedPerStep, usedPerStepWithFailed, unpaddedPerStep, peakBytes, peakStep } = plan.summary;
  const boxes = [];
  let most = peakBytes;
  usedPerStep.forEach((used, step) => {
    const unpadded = unpaddedPerStep[step] ?? used;
    const all = Math.max(used, usedPerStepWithFailed[step] ?? used);
    const column = { step, left: step, right: step + 1, held: false, wrapped: false, text: '' };
    boxes.push({ ...column, low: 0, high: unpadded, kind: 'activation', failed: false });
    if (used > unpadded) boxes.push({ ...column, low: unpadded, high: used, kind: 'scratch', failed: false });
    if (all > used) boxes.push({ ...column, low: used, high: all, kind: 'scratch', failed: true });
    most = Math.max(most, all);
  });
  const size = plan.sizeBytes;
  const below = size > peakBytes && size - peakBytes < NAME_SHARE * size;
  const lines = [{ y: peakBytes, text: 'peak ' + bytes(peakBytes) + ' at step ' + count(peakStep), colour: '--warm', side: 'left', below }];
  if (size > 0 && size < 1.5 * most && Math.abs(size - peakBytes) > 0.06 * most) {
    lines.push({ y: size, text: 'capacity ' + bytes(size), colour: '--alarm' });
    most = Math.max(most, size);
  }
  return stepPicture({ range: { left: 0, right: plan.steps, low: 0, high: Math.max(1, most * 1.12) }, lines, boxes });
}

// Names of rows without the folder that all share; of fused operations the first one.
function rowNames(rows) {
  const firsts = rows.map(row => row.label.split(';'));
  const folders = firsts.map(([name]) => name.slice(0, name.lastIndexOf('/') + 1));
  let shared = folders.filter(folder => folder !== '').sort()[0] ?? '';
  const isShared = folder => folder === '' || folder.startsWith(shared);
  while (shared !== '' && !folders.every(isShared)) shared = shared.slice(0, shared.lastIndexOf('/', shared.length - 2) + 1);
  return firsts.map(([name, ...fused]) => (name.startsWith(shared) ? name.slice(shared.length) : name) + (fused.length > 0 ? ' +' + fused.length + ' fused' : ''));
}

function besideBar(plan, interval) {
  const backing = plan.summary.backings.find(one => one.id === interval.allocation);
  return bytes(interval.bytes) + (backing === undefined || backing.bytes === 0 ? '' : ' · ' + Math.round(100 * interval.bytes / backing.bytes) + '\u00a0% of buffer ' + backing.id);
}

// One row per tensor or buffer, by first step; of many the largest. What is live at the peak has an edge.
export function ganttPicture(plan, chosen) {
  const all = ganttRows(plan.intervals, plan.steps, chosen);
  const least = all.map(row => row.bytes).sort((a, b) => b - a)[MOST_ROWS - 1] ?? 0;
  const rows = all.filter(row => row.bytes >= least).slice(0, 2 * MOST_ROWS);
  const { peakStep } = plan.summary;
  const boxes = rows.flatMap((row, at) => row.bars.map((bar, i) => {
    const interval = plan.intervals[bar.of];
    return { ...bar, low: at + 0.12, high: at + 0.88, kind: groupOf(interval), text: '',
      beside: chosen.by === 'tensor' && i === row.bars.length - 1 ? besideBar(plan, interval) : '',
      held: interval.wholeLoop === true, failed: interval.placed === false, pinned: bar.of === chosen.pinned,
      live: bar.left <= peakStep && peakStep < bar.right };
  }));
  const names = rowNames(rows);
  const ticksUp = (view, height) => {
    const every = Math.max(1, Math.ceil((view.high - view.low) * ROW_PIXELS / height));
    const ticks = [];
    for (let at = Math.ceil(view.low / every) * every; at < Math.min(rows.length, view.high); at += every) {
      ticks.push({ at: at + 0.5, text: names[at], end: chosen.by === 'tensor' ? '' : ' ' + bytes(rows[at].bytes) });
    }
    return ticks;
  };
  const range = { left: 0, right: plan.steps, low: 0, high: Math.max(1, rows.length) };
  return stepPicture({ range, boxes, ticksUp, leftOut: all.length - rows.length, downwards: true, leastUp: 4, marginLeft: ROW_MARGIN,
    lines: [{ x: peakStep + 0.5, text: 'peak ' + bytes(plan.summary.peakBytes), colour: '--warm', band: true }] });
}
