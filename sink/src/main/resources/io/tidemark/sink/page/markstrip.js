import { chartText } from './charts.js';

// The marks of a run above its chart: each kind in a row of its own with its own shape, so that no two meet.

const ROW_PIXELS = 13;
const FIRST_ROW_PIXELS = 8;
const SHAPES = { failure: ['triangle', 180], run: ['rect', 0], peak: ['triangle', 0], submission: ['circle', 0], const_eval: ['diamond', 0] };

export function markColour(kind, colours) {
  return { failure: colours.failure, run: colours.text, peak: colours.peak, submission: colours.used, const_eval: colours.weights }[kind];
}

const rowAt = i => FIRST_ROW_PIXELS + i * ROW_PIXELS;

export function stripHeight(groups) {
  return groups.length === 0 ? 0 : rowAt(groups.length);
}

// The points of ECharts; `least` is a value on the axis of bytes: whatever is outside of the axes is left out.
export function stripPoints(groups, least, colours) {
  return groups.flatMap((group, i) => group.marks.map(mark => ({ name: chartText(mark.text), coord: [mark.x, least], y: rowAt(i),
    symbol: SHAPES[group.kind][0], symbolRotate: SHAPES[group.kind][1], symbolSize: group.kind === 'run' ? [3, 11] : 8,
    label: { show: false }, itemStyle: { color: markColour(group.kind, colours) } })));
}

// The name of each row, left of it.
export function stripNames(groups, colours) {
  return groups.map((group, i) => ({ type: 'text', left: 4, top: rowAt(i) - 5, silent: true,
    style: { text: group.label, fill: colours.quiet, fontSize: 10 } }));
}
