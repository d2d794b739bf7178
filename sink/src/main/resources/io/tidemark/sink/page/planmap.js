// Geometry of a plan: intervals become rectangles over steps and addresses. Pure functions: they read no page and draw
// nothing. Steps are inclusive in a log; a rectangle ends before `right` and below `high`.

// The steps at which an interval is live, as [first, last]. A lifetime that wraps around the loop has two spans.
export function stepSpans(interval, steps) {
  const last = Math.min(interval.lastStep, steps - 1);
  if (interval.wholeLoop) return [[0, steps - 1]];
  if (interval.firstStep <= interval.lastStep) return [[interval.firstStep, last]];
  return [[interval.firstStep, steps - 1], [0, last]];
}

export function liveAt(interval, step, steps) {
  return stepSpans(interval, steps).some(([first, last]) => first <= step && step <= last);
}

// Lowest address of each interval. An unknown address lies above the highest known one, in the order of the log.
export function lowAddresses(intervals) {
  const known = interval => interval.address !== undefined;
  let top = 0;
  for (const interval of intervals) {
    if (known(interval)) top = Math.max(top, interval.address + interval.bytes);
  }
  return intervals.map(interval => {
    if (known(interval)) return interval.address;
    top += interval.bytes;
    return top - interval.bytes;
  });
}

// One rectangle per span; `of` is the index of its interval.
export function planRectangles(intervals, steps) {
  const lows = lowAddresses(intervals);
  return intervals.flatMap((interval, of) => {
    const spans = stepSpans(interval, steps);
    return spans.map(([first, last]) => ({
      of, left: first, right: last + 1, low: lows[of], high: lows[of] + interval.bytes,
      held: interval.wholeLoop === true, wrapped: spans.length > 1, failed: interval.placed === false }));
  });
}

// The addresses that a map shows. It begins at 0, except where a plan's lowest address lies far above 0.
export function addressRange(rectangles, capacityBytes) {
  let low = Infinity;
  let high = 0;
  for (const rectangle of rectangles) {
    low = Math.min(low, rectangle.low);
    high = Math.max(high, rectangle.high);
  }
  if (high === 0) return { low: 0, high: Math.max(1, capacityBytes) };
  const far = low > high - low;
  return { low: far ? low : 0, high: far ? high : Math.max(high, capacityBytes) };
}

// Buffers live at a step, one upon the other from 0: placed ones in the order of the log, then failed ones.
export function stackedAt(intervals, step, steps) {
  const live = intervals.map((interval, of) => ({ interval, of })).filter(one => liveAt(one.interval, step, steps));
  const ordered = [...live.filter(one => one.interval.placed !== false), ...live.filter(one => one.interval.placed === false)];
  let low = 0;
  return ordered.map(({ interval, of }) => {
    const rectangle = { of, left: step, right: step + 1, low, high: low + interval.bytes,
      held: interval.wholeLoop === true, wrapped: false, failed: interval.placed === false };
    low += interval.bytes;
    return rectangle;
  });
}

// Rectangles of one step at their addresses in the plan.
export function rectanglesAt(rectangles, step) {
  return rectangles.filter(one => one.left <= step && step < one.right)
    .map(one => ({ ...one, left: step, right: step + 1 }));
}

export function paddingOf(interval) {
  return interval.unpaddedBytes === undefined ? 0 : interval.bytes - interval.unpaddedBytes;
}

const PEAK_ORDERS = {
  program: (a, b) => a.interval.firstStep - b.interval.firstStep || a.of - b.of,
  size: (a, b) => b.interval.bytes - a.interval.bytes || a.of - b.of,
  padding: (a, b) => paddingOf(b.interval) - paddingOf(a.interval) || a.of - b.of,
};

// Placed buffers at a step. Of several at the same addresses the one born last is shown. Those below `smallBytes` are
// one row: { count, bytes }.
export function buffersAt(intervals, step, shown) {
  const byPlace = new Map();
  intervals.forEach((interval, of) => {
    if (interval.placed === false || !liveAt(interval, step, shown.steps)) return;
    const key = interval.address + ':' + interval.bytes;
    const before = byPlace.get(key);
    if (interval.address === undefined) byPlace.set('unknown ' + of, { interval, of });
    else if (before === undefined || interval.firstStep >= before.interval.firstStep) byPlace.set(key, { interval, of });
  });
  const all = [...byPlace.values()];
  const small = all.filter(one => one.interval.bytes < shown.smallBytes);
  const grouped = small.length > 1 ? new Set(small) : new Set();
  const rows = all.filter(one => !grouped.has(one)).sort(PEAK_ORDERS[shown.order]);
  const smallBytes = small.reduce((sum, one) => sum + one.interval.bytes, 0);
  return { rows, small: grouped.size === 0 ? null : { count: small.length, bytes: smallBytes } };
}

// What a legend hides at once: the buffer that a tensor borrows, else the class.
export function groupOf(interval) {
  return interval.allocation === undefined ? interval.bufferClass : 'buffer ' + interval.allocation;
}

// Groups with the number of their intervals and their largest size, the largest first.
export function planGroups(intervals) {
  const groups = new Map();
  for (const interval of intervals) {
    const group = groups.get(groupOf(interval)) ?? { name: groupOf(interval), count: 0, bytes: 0 };
    group.count++;
    group.bytes = Math.max(group.bytes, interval.bytes);
    groups.set(group.name, group);
  }
  return [...groups.values()].sort((a, b) => b.bytes - a.bytes || a.name.localeCompare(b.name, 'en', { numeric: true }));
}

// Rows of a Gantt chart by first step: one per tensor, or one per buffer with all its tensors.
export function ganttRows(intervals, steps, chosen) {
  const rows = new Map();
  intervals.forEach((interval, of) => {
    if (chosen.hidden.has(groupOf(interval))) return;
    const key = chosen.by === 'buffer' ? groupOf(interval) : of;
    const row = rows.get(key) ?? { label: chosen.by === 'buffer' ? groupOf(interval) : interval.buffer,
      first: Infinity, bytes: 0, bars: [] };
    for (const [first, last] of stepSpans(interval, steps)) {
      row.bars.push({ of, left: first, right: last + 1 });
    }
    row.first = Math.min(row.first, interval.wholeLoop ? 0 : interval.firstStep);
    row.bytes = Math.max(row.bytes, interval.bytes);
    rows.set(key, row);
  });
  return [...rows.values()].sort((a, b) => a.first - b.first);
}
