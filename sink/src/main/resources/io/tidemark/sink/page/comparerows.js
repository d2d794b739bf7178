// Differences of two sets of figures. Pure functions; a set of figures is a Map of name to bytes or counts.

// Figures that differ, the largest difference first; a figure that one side lacks is null there.
export function differingFigures(before, after) {
  const names = new Set([...before.keys(), ...after.keys()]);
  const changed = [];
  for (const name of names) {
    const was = before.get(name) ?? null;
    const is = after.get(name) ?? null;
    // Nothing and no figure are the same.
    if ((was ?? 0) !== (is ?? 0)) changed.push({ name, before: was, after: is, difference: (is ?? 0) - (was ?? 0) });
  }
  changed.sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference) || a.name.localeCompare(b.name));
  return { changed, same: names.size - changed.length };
}

const memoryName = memory => 'device ' + memory.device + ' ' + memory.memory;

// The highest use of each memory, and of the training.
export function peakFigures(run) {
  const peaks = new Map(run.memories.map(memory => [memoryName(memory), memory.peak.usedBytes]));
  if (run.training?.peakBytes !== undefined) peaks.set('training', run.training.peakBytes);
  return peaks;
}

// Names of plans without their numbers, as `tidemark compare` matches them: a search that tries one more setting shifts
// those. Of plans of one name the second one is (2), in the order of the log.
function planNames(rows) {
  const number = row => Number(/#(\d+)/.exec(row.plan)?.[1] ?? 0);
  const seen = new Map();
  return [...rows].sort((a, b) => number(a) - number(b)).map(row => {
    const name = row.plan.replace(/#\d+/, '');
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return [times === 1 ? name : name + ' (' + times + ')', row];
  });
}

export function planFigureMaps(rows) {
  const named = planNames(rows);
  const figures = of => new Map(named.map(([name, row]) => [name, of(row)]));
  return { peaks: figures(row => row.peakBytes), arenas: figures(row => row.arenaBytes), failed: figures(row => row.failed) };
}

export function partFigures(run) {
  return new Map((run.training?.parts ?? []).map(part => [part.name, part.actualBytes]));
}

export function phaseFigures(phases) {
  return new Map(phases.map(phase => [phase.name, phase.peakBytes]));
}

// One figure of each op, where it is known.
export function opFigures(ops, figure) {
  return new Map(ops.filter(op => op[figure] !== undefined).map(op => [memoryName(op) + ' ' + op.op, op[figure]]));
}

// What a plan adds up to.
export function planTotals(plan) {
  const { summary } = plan;
  return {
    sizes: new Map([['peak', summary.peakBytes], ['arena', summary.arenaBytes], ['peak with all buffers', summary.peakBytesWithFailed],
      ['bytes without a place', summary.failedBytes], ['padding', summary.paddingBytes], ['arena with all buffers', summary.stackedBytes]]),
    counts: new Map([['steps', summary.steps], ['placed', summary.placed], ['without a place', summary.failed],
      ['findings', summary.findings.length], ['intervals', plan.intervals.length]]),
  };
}

// Bytes by buffer name; buffers of one name add up.
export function bufferFigures(plan) {
  const sizes = new Map();
  for (const interval of plan.intervals) sizes.set(interval.buffer, (sizes.get(interval.buffer) ?? 0) + interval.bytes);
  return sizes;
}
