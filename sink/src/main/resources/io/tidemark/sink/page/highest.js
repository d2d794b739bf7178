import { apiPath } from './place.js';
import { isMemory } from './parts.js';
import { documentOf } from './documents.js';

// What a run's timeline states of the highest snapshot of each bucket. It is the same live and in a report, for a run of
// any length.

// The buckets of one axis as {at, snapshot, used, free, op}; a fact that is unknown is null.
export function highsOf(axis) {
  const highs = axis.highs;
  if (!highs) return [];
  return axis.at.map((at, i) => ({ at: axis.from + at * axis.width, snapshot: highs.snapshots?.[i] ?? null, used: axis.mostBytes[i],
    free: highs.largestFreeBytes?.[i] ?? null, op: highs.ops[i] > 0 ? highs.opNames[highs.ops[i] - 1] : null }));
}

// The timeline of a memory; null where there is none.
export async function timelineOf(run, memory) {
  const lines = await documentOf(apiPath('timelines', { run: run.id }));
  return (lines ?? []).find(isMemory(memory)) ?? null;
}
