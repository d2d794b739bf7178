import { chartColours, byteAxis, memoryChart } from './charts.js';
import { documentOf, inReport } from './documents.js';
import { lineButtons } from './moduletexts.js';
import { apiPath } from './place.js';
import { bytes, card, count, el, percent, plural, wideCard } from './parts.js';
import { dataTable } from './tables.js';

// What op lines state of a run in a report: shapes of the op at a point, and padding by op.

const PADDING_COLUMNS = [
  { head: 'op', value: row => row.op, className: 'words' },
  { head: 'result', value: row => row.shapes, className: 'words' },
  { head: 'padding', value: row => row.paddedBytes - row.unpaddedBytes, text: bytes },
  { head: 'unpadded', value: row => row.unpaddedBytes, text: bytes },
  { head: 'padded', value: row => row.paddedBytes, text: bytes },
  { head: 'of unpadded', value: row => row.unpaddedBytes > 0 ? row.paddedBytes / row.unpaddedBytes - 1 : null, text: percent },
  { head: 'times', value: row => row.times, text: count },
  { head: 'location', value: row => row.location ?? null, node: row => located(row.location), className: 'words' },
];

function located(location) {
  return location === undefined || location === null ? el('span', '', '–') : el('span', '', location, ' ', ...lineButtons(location));
}

// A snapshot's place in the columns; null where the op of the point is not the one in the document.
export function placeOf(operations, columns, point) {
  if (point.snapshot === null || point.snapshot === undefined || point.op === null) return null;
  const place = columns.snapshot.indexOf(point.snapshot);
  return place >= 0 && operations.names[columns.op[place]] === point.op ? place : null;
}

export function shapesAt(operations, columns, point) {
  const place = placeOf(operations, columns, point);
  const shapes = place === null ? 0 : columns.shapes[place];
  return shapes === 0 ? null : operations.shapes[shapes - 1];
}

const listed = shapes => shapes.length === 0 ? 'none' : shapes.join(', ');

export function shapeSentence(op, shapes) {
  const more = shapes.leftOut > 0 ? ', ' + plural(shapes.leftOut, 'tensor') + ' not listed' : '';
  return op + ': inputs ' + listed(shapes.inputs) + '; outputs ' + listed(shapes.outputs) + more;
}

// Bytes of the tensors alive at each op, with and without padding; between both lies the padding. They are not stacked:
// of two axes of values, the library stacks the first one, which is that of snapshots.
export function paddingOption(columns, sums) {
  const colours = chartColours();
  const area = (name, colour, values, opacity) => ({ name, type: 'line', symbol: 'none',
    data: columns.snapshot.map((snapshot, i) => [snapshot, values[i]]), sampling: 'lttb',
    lineStyle: { width: 1, color: colour }, itemStyle: { color: colour }, areaStyle: { color: colour, opacity } });
  return { xAxis: { type: 'value', min: 'dataMin', max: 'dataMax', name: 'snapshot', nameLocation: 'middle', nameGap: 24, splitLine: { show: false } },
    yAxis: byteAxis(0, Math.max(1, ...sums.paddedBytes)), legend: { top: 0, textStyle: { color: colours.text } },
    tooltip: { trigger: 'axis', formatter: hit => hit.map(one => one.seriesName + ' ' + bytes(one.value[1])).join('\n') },
    series: [area('padded', colours.block, sums.paddedBytes, 0.4), area('unpadded', colours.used, sums.unpaddedBytes, 0.8)] };
}

const sumsOf = (columns, memory) => columns === null ? null : { DRAM: columns.dram, L1: columns.l1 }[memory.memory] ?? null;
const isKnown = sums => sums !== null && sums.paddedBytes.some(value => value > 0);

const LEFT_OUT = operations => [operations.opsLeftOut > 0 ? plural(operations.opsLeftOut, 'later op') + ' not in the report.' : '',
  operations.shapesLeftOut > 0 ? plural(operations.shapesLeftOut, 'op') + ' without shapes: there is no room.' : ''].filter(Boolean).join(' ');

export function operationView(memory) {
  const shapes = el('p', 'readout shapes');
  const drawing = memoryChart(memory, 'padding', 'padded and unpadded bytes of');
  const chartCard = card('Tensors alive by op: padded and unpadded bytes', drawing.node);
  const rows = dataTable(PADDING_COLUMNS, { label: 'ops of the largest padding', sortBy: 'padding' });
  const notes = el('p', 'quiet');
  const tableCard = wideCard('Ten ops of the largest padding', rows.node, notes);
  let operations = null;
  let columns = null;
  return { shapes, nodes: [chartCard, tableCard],
    async show(run) {
      operations = inReport ? await documentOf(apiPath('operations', { run: run.id })) : null;
      columns = operations?.devices.find(one => one.device === memory.device) ?? null;
      const sums = sumsOf(columns, memory);
      chartCard.hidden = !isKnown(sums);
      if (!chartCard.hidden) drawing.show(() => paddingOption(columns, sums));
      tableCard.hidden = operations === null || operations.largestPadding.length === 0 || sums === null;
      if (tableCard.hidden) return;
      rows.show([...operations.largestPadding]);
      notes.textContent = 'Padding of an op\'s own results in DRAM and L1, as its line states it. ' + LEFT_OUT(operations);
    },
    read(point) {
      const found = columns === null ? null : shapesAt(operations, columns, point);
      shapes.replaceChildren(...found === null ? [] : [shapeSentence(point.op, found), ' ', ...lineButtons(point.location)]);
    } };
}
