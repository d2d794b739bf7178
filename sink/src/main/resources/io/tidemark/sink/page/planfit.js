// What would have fitted: one sentence of a plan and its memory.

import { bytes, count, plural } from './parts.js';
import { buffersAt, liveAt } from './planmap.js';

const MOST_NAMED = 3;

// What the buffers of a class that is live at every step of the plan take, at least.
function heldBytes(plan) {
  return buffersAt(plan.intervals.filter(one => one.wholeLoop), 0, { steps: plan.steps, order: 'size', smallBytes: 0 })
    .rows.reduce((sum, one) => sum + one.interval.bytes, 0);
}

// The fewest buffers live at a step that take at least so many bytes: the largest ones.
export function largestOf(plan, step, leastBytes) {
  const placed = buffersAt(plan.intervals, step, { steps: plan.steps, order: 'size', smallBytes: 0 }).rows.map(one => one.interval);
  const failed = plan.intervals.filter(one => one.placed === false && liveAt(one, step, plan.steps));
  const found = [];
  let sum = 0;
  for (const interval of [...placed, ...failed].sort((a, b) => b.bytes - a.bytes)) {
    if (sum >= leastBytes) break;
    found.push(interval);
    sum += interval.bytes;
  }
  return { found, bytes: sum };
}

function withoutWords(plan, step, missing) {
  const { found, bytes: freed } = largestOf(plan, step, missing);
  const names = found.slice(0, MOST_NAMED).map(one => one.buffer).join(', ') + (found.length > MOST_NAMED ? ', …' : '');
  return 'Step ' + count(step) + ' would have fitted without its largest ' + (found.length === 1 ? 'buffer' : plural(found.length, 'buffer'))
    + ' (' + names + '), ' + bytes(freed) + '.';
}

// The sentence; empty where the plan fits or there is nothing in it.
export function fitSentence(plan) {
  const { arenaBytes, failed, memory, peakBytes, peakBytesWithFailed: need, peakStepWithFailed: step } = plan.summary;
  const size = plan.sizeBytes;
  if (size <= 0) {
    if (arenaBytes <= 0) return '';
    const held = heldBytes(plan);
    return 'It would fit into ' + bytes(arenaBytes) + ' as placed, into ' + bytes(peakBytes) + ' without gaps'
      + (held > 0 ? '; ' + bytes(held) + ' are held over every step.' : '.');
  }
  // A plan of which the log lists no buffer has no peak.
  if (need === 0 || (failed === 0 && arenaBytes <= size)) return '';
  if (need <= size) {
    return 'Without gaps it would have fitted: ' + bytes(need) + ' at its peak, step ' + count(step) + ', of the ' + bytes(size) + ' of ' + memory + '.';
  }
  return 'It needs ' + bytes(need) + ' at step ' + count(step) + ', ' + bytes(need - size) + ' more than the ' + bytes(size) + ' of ' + memory
    + '. ' + withoutWords(plan, step, need - size);
}
