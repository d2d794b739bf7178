import { byteAxis, chartColours, chartText } from './charts.js';
import { bytes, count, time } from './parts.js';
import { stripHeight, stripNames, stripPoints } from './markstrip.js';

// The chart of a memory's use with its capacity, peak and failures.

const HEADROOM = 1.06;
const ZOOM_BELOW = 8;
// Heights of what moves within which the capacity is shown.
const CAPACITY_WITHIN = 4;

// `before` is the point to the left, if there is one.
export function pointSentence(point, by, divisor, before) {
  const at = by === 'time' ? time(point.x) : 'snapshot ' + count(point.x);
  const used = point.least === point.most ? bytes(point.most / divisor)
    : bytes(point.least / divisor) + ' to ' + bytes(point.most / divisor);
  const change = before === undefined ? '' : ', change ' + bytes((point.most - before.most) / divisor);
  const free = point.free === null ? '' : ', largest free block ' + bytes(point.free / divisor);
  return at + ': ' + used + (point.raisedBy ? ', after ' + point.raisedBy : '') + (point.op === null ? '' : ', before ' + point.op) + free
    + (point.location === null ? '' : ', ' + point.location) + change;
}

function xAxis(by, colours, points) {
  const ends = points.length === 0 ? {} : { min: points[0].x, max: points[points.length - 1].x };
  return { type: by === 'time' ? 'time' : 'value', ...ends, name: by === 'time' ? 'time' : 'snapshot', nameLocation: 'middle',
    nameGap: 24, nameTextStyle: { color: colours.quiet }, splitLine: { show: false },
    axisLabel: { color: colours.quiet, hideOverlap: true, ...by === 'time' ? {} : { formatter: value => Number.isInteger(value) ? count(value) : '' } } };
}

function zoomOf(range) {
  const window = range === null ? { start: 0, end: 100 } : { startValue: range[0], endValue: range[1] };
  return [{ type: 'inside', ...window, filterMode: 'none' }, { type: 'slider', height: 18, bottom: 8, ...window, filterMode: 'none' }];
}

// Labels of capacity, peak and failure are at the left, beside the mark and at the foot: they never meet.
function useMarks(memory, shown, colours) {
  const lines = [];
  const capacity = memory.capacityBytes / shown.divisor;
  if (memory.capacityBytes > 0) {
    lines.push({ yAxis: capacity, lineStyle: { color: colours.capacity, type: 'dashed' },
      label: { formatter: 'capacity ' + bytes(capacity), position: 'insideStartTop', color: colours.capacity } });
  }
  if (memory.constEvalBytes !== undefined) {
    lines.push({ yAxis: memory.constEvalBytes / shown.divisor, lineStyle: { color: colours.weights, type: 'dotted' },
      label: { formatter: 'constants computed ' + bytes(memory.constEvalBytes / shown.divisor), position: 'insideMiddleTop', color: colours.text, backgroundColor: colours.card } });
  }
  const failed = shown.groups.find(group => group.kind === 'failure')?.marks ?? [];
  failed.forEach((mark, i) => lines.push({ xAxis: mark.x, lineStyle: { color: colours.failure, type: 'dashed', width: 2 },
    label: { show: i === failed.length - 1, formatter: chartText(mark.text), position: 'insideStartTop',
      rotate: 0, align: 'right', offset: [-14, -12], color: colours.failure, backgroundColor: colours.card } }));
  return lines;
}

// A peak that an error line states is higher than every snapshot: it is the last point.
function peakMark(memory, shown, colours) {
  const highest = shown.points.reduce((best, point) => best === null || point.most > best.most ? point : best, null);
  if (highest === null) return [];
  const failed = shown.groups.find(group => group.kind === 'failure')?.marks.at(-1);
  const peak = memory.peak.fromErrorLine && failed !== undefined ? { x: failed.x, most: memory.peak.usedBytes } : highest;
  const along = shown.ends ?? shown.points;
  const first = along[0].x;
  const last = along[along.length - 1].x;
  const late = peak.x > (first + last) / 2;
  return [{ coord: [peak.x, peak.most / shown.divisor], symbol: 'diamond', symbolSize: 11, itemStyle: { color: colours.peak },
    label: { show: true, formatter: 'peak ' + bytes(peak.most / shown.divisor), position: late ? 'insideTopRight' : 'insideTopLeft',
      offset: [late ? -8 : 8, 14], color: colours.peak, backgroundColor: colours.card } }];
}

// One snapshot alone is a level up to the axis' end.
function usePoints(shown) {
  const data = shown.points.map(point => [point.x, point.most / shown.divisor]);
  return data.length === 1 && shown.by === 'program' ? [data[0], [data[0][0] + 1, data[0][1]]] : data;
}

function useSeries(memory, shown, least, colours) {
  const line = { type: 'line', step: shown.single ? 'end' : false, showSymbol: shown.points.length < ZOOM_BELOW, symbolSize: 4, sampling: false };
  const series = [{ ...line, name: 'used', data: usePoints(shown),
    lineStyle: { color: colours.used, width: 1.5 }, itemStyle: { color: colours.used }, areaStyle: { color: colours.used, opacity: 0.22, origin: 'start' },
    markLine: { symbol: 'none', silent: true, animation: false, data: useMarks(memory, shown, colours) },
    markPoint: { silent: true, data: [...peakMark(memory, shown, colours), ...stripPoints(shown.groups, least, colours)] } }];
  if (!shown.single) {
    series.push({ ...line, name: 'least', data: shown.points.map(point => [point.x, point.least / shown.divisor]),
      lineStyle: { color: colours.used, width: 1, opacity: 0.6 }, itemStyle: { color: colours.used } });
  }
  if (shown.ghost.length > 0) {
    series.push({ ...line, name: 'last run', data: shown.ghost.map(point => [point.x, point.most / shown.divisor]),
      lineStyle: { color: colours.other, width: 1.5, type: 'dashed' }, itemStyle: { color: colours.other } });
  }
  return series;
}

const isSeen = range => point => range === null || (point.x >= range[0] && point.x < range[1]);

// The bytes that the axis shows: from 0, or from the level after the upload to what is seen, and to the capacity where it is near.
function usedRange(memory, shown) {
  const seen = shown.points.filter(isSeen(shown.range));
  const peak = Math.max(1, ...(shown.base === null ? shown.points : seen).map(point => point.most));
  if (shown.base === null) return { low: 0, high: Math.max(peak, memory.peak.usedBytes, memory.capacityBytes) * HEADROOM };
  const low = shown.range === null ? shown.base : Math.min(...seen.map(point => point.least));
  const top = shown.range === null ? Math.max(peak, memory.peak.usedBytes) : peak;
  const high = memory.capacityBytes - low < CAPACITY_WITHIN * (top - low) ? Math.max(top, memory.capacityBytes) : top;
  return { low, high: low + Math.max(1, high - low) * HEADROOM };
}

// `shown`: {points, ends, single, by, range, base, divisor, ghost, groups}; groups are of marks.
export function useOption(memory, shown) {
  const colours = chartColours();
  const { low, high } = usedRange(memory, shown);
  const yAxis = byteAxis(low / shown.divisor, high / shown.divisor);
  return { grid: { left: 76, right: 24, top: 12 + stripHeight(shown.groups), bottom: 64 }, graphic: stripNames(shown.groups, colours),
    xAxis: xAxis(shown.by, colours, shown.ends), yAxis, dataZoom: zoomOf(shown.range),
    tooltip: { trigger: 'axis', axisPointer: { type: 'line' },
      formatter: hit => chartText(pointSentence(shown.points[hit[0].dataIndex] ?? shown.points[0], shown.by, shown.divisor,
        shown.points[hit[0].dataIndex - 1])) },
    series: useSeries(memory, shown, yAxis.min, colours) };
}
