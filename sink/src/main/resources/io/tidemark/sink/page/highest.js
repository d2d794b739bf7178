import { apiPath } from './place.js';
import { bytes, button, count, el, isMemory, percent, time } from './parts.js';
import { documentOf } from './documents.js';
import { dataTable } from './tables.js';

// What a run's timeline states of the highest snapshot of each bucket. It is the same live and in a report, for a run of
// any length.

const MOST_HIGHEST = 16;

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

// Snapshots of the highest use, the highest first; of a bucket of several one is listed.
export function highestSnapshots(timeline) {
  const times = highsOf(timeline.byTime);
  const timeAt = snapshot => times.filter(high => high.snapshot !== null && high.snapshot <= snapshot).at(-1)?.at ?? null;
  return highsOf(timeline.bySnapshot).filter(high => high.snapshot !== null)
    .sort((a, b) => b.used - a.used || a.snapshot - b.snapshot).slice(0, MOST_HIGHEST)
    .map(high => ({ ...high, millis: timeAt(high.snapshot) }));
}

// A table of them; `jump` is called with the number of a snapshot.
export function highestTable(memory, jump) {
  const columns = [
    { head: 'snapshot', value: row => row.snapshot, node: row => jumpButton(row, jump) },
    { head: 'used', value: row => row.used, text: bytes },
    { head: 'of capacity', value: row => memory.capacityBytes > 0 ? row.used / memory.capacityBytes : null, text: percent },
    { head: 'raised by', value: row => row.op, className: 'words' },
    { head: 'largest free', value: row => row.free, text: bytes },
    { head: 'time', value: row => row.millis, text: time },
  ];
  const rows = dataTable(columns, { label: 'highest snapshots', sortBy: 'used' });
  const note = el('p', 'quiet');
  return { node: el('div', '', rows.node, note),
    show(timeline) {
      rows.show(highestSnapshots(timeline));
      const { width } = timeline.bySnapshot;
      note.textContent = width === 1 ? '' : 'Of each ' + count(width) + ' snapshots the highest one is listed.';
    } };
}

function jumpButton(row, jump) {
  return button(count(row.snapshot), () => jump(row.snapshot), { 'aria-label': 'show snapshot ' + row.snapshot + ' in the chart' });
}
