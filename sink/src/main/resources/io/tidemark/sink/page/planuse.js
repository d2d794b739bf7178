// How much of a plan's memory its banks use. Pure functions; a byte that several buffers share counts once.

import { liveAt } from './planmap.js';

// Bytes below any of the ranges, each given as [low, high], within the window.
export function coveredBytes(ranges, from = 0, until = Infinity) {
  let covered = 0;
  let end = from;
  for (const [low, high] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const top = Math.min(high, until);
    covered += Math.max(0, top - Math.max(low, end));
    end = Math.max(end, top);
  }
  return covered;
}

const isPlaced = interval => interval.placed !== false && interval.address !== undefined;
const rangeOf = interval => [interval.address, interval.address + interval.bytes];

// Bytes of each bank that are in use at a step, and by how many buffers; empty where the plan has no banks.
export function bankUse(plan, step) {
  const { bankBytes } = plan.summary;
  if (!(bankBytes > 0)) return [];
  const live = plan.intervals.filter(one => isPlaced(one) && one.bytes > 0 && liveAt(one, step, plan.steps)).map(rangeOf);
  const top = live.reduce((most, [, high]) => Math.max(most, high), plan.sizeBytes);
  return Array.from({ length: Math.ceil(top / bankBytes) }, (_, bank) => {
    const from = bank * bankBytes;
    const until = from + bankBytes;
    return { bank, bytes: coveredBytes(live, from, until), buffers: live.filter(([low, high]) => low < until && high > from).length };
  });
}
