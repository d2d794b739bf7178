import { opsOf } from './optable.js';
import { placeLink } from './place.js';
import { runDocument } from './plandata.js';
import { bytes, el, isMemory, link } from './parts.js';
import { dataTable } from './tables.js';

// What changed since the last run that ended well: the ops of the failed memory that differ most.

const MOST_RUNS_BACK = 8;
const MOST_OPS = 5;
const signed = value => value > 0 ? '+' + bytes(value) : bytes(value);
const COLUMNS = [
  { head: 'op', value: row => row.op, className: 'words' },
  { head: 'growth', value: row => row.growth, text: bytes },
  { head: 'more than then', value: row => row.moreGrowth, text: signed },
  { head: 'held at peak', value: row => row.held, text: bytes },
  { head: 'held more', value: row => row.moreHeld, text: signed },
];

const sameMemory = (run, event) => run?.memories.find(isMemory(event));
const comparedWith = (run, event) => sameMemory(run, event)?.overLastRun?.run;

// The newest run before that ended without a failed allocation; null for none that is still known.
async function lastGoodRun(run, event) {
  let before = comparedWith(run, event);
  for (let i = 0; before !== undefined && i < MOST_RUNS_BACK; i++) {
    const found = await runDocument(before);
    if (found === null || ['ended', 'fits', 'allocation_refused'].includes(found.state)) return found;
    before = comparedWith(found, event);
  }
  return null;
}

// Ops whose growth or share of the peak differs, the largest difference first. An op that one run lacks has 0 there.
export function changedOps(before, after) {
  const earlier = new Map(before.map(op => [op.op, op]));
  const later = new Map(after.map(op => [op.op, op]));
  const rows = [...new Set([...later.keys(), ...earlier.keys()])].map(name => changeOf(name, earlier.get(name), later.get(name)));
  const largest = row => Math.max(Math.abs(row.moreGrowth), Math.abs(row.moreHeld));
  return rows.filter(row => largest(row) > 0).sort((a, b) => largest(b) - largest(a) || a.op.localeCompare(b.op)).slice(0, MOST_OPS);
}

function changeOf(op, was, is) {
  const growth = is?.growthBytes ?? 0;
  const held = is?.heldAtPeakBytes ?? 0;
  return { op, growth, held, moreGrowth: growth - (was?.growthBytes ?? 0), moreHeld: held - (was?.heldAtPeakBytes ?? 0) };
}

// Null where there is no run to compare with.
export async function lastGoodBox(run) {
  const event = run.outOfMemory[run.outOfMemory.length - 1];
  const memory = event === undefined ? undefined : sameMemory(run, event);
  const good = memory === undefined ? null : await lastGoodRun(run, event);
  const was = good === null ? undefined : sameMemory(good, event);
  if (was === undefined) return null;
  const changed = changedOps(await opsOf(good, was), await opsOf(run, memory));
  const box = el('section', { class: 'alarm', 'data-view': 'last-good' }, el('h3', '', 'Changed since the last good run'));
  box.append(el('p', '', 'Peak of ' + memory.memory + ' ' + bytes(memory.peak.usedBytes) + ', then ' + bytes(was.peak.usedBytes) + ' in ',
    link('run ' + good.id, placeLink({ run: good.id })), changed.length === 0 ? '. No op differs.' : '.'));
  if (changed.length === 0) return box;
  const rows = dataTable(COLUMNS, { label: 'ops that changed since the last good run' });
  rows.show(changed);
  box.append(rows.node);
  return box;
}
