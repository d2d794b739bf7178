// Two runs, or two plans, side by side: differences first.

import { memoryChart } from './charts.js';
import { el, bytes, percent, count, isDrawn, isMemory, listChoice, wideCard } from './parts.js';
import { uploadedLevel, wholeOf } from './points.js';
import { useOption } from './usechart.js';
import { cellTable, sizeCell } from './plancells.js';
import { dataTable } from './tables.js';
import { goTo, placeNow } from './place.js';
import { rowsOf } from './documents.js';
import { runDocument, planRows, planOf, phaseRows, opRows } from './plandata.js';
import { differingFigures, peakFigures, planFigureMaps, partFigures, phaseFigures, opFigures, planTotals, bufferFigures } from './comparerows.js';

const MOST_CHANGES = 50;
const MOST_PERCENT = 10;
const MOST_COMPARED_OPS = 100;

function changeRow(change, words) {
  const side = value => value === null ? '–' : sizeCell(value, words);
  if (change.before === null || change.after === null) {
    const gone = change.after === null;
    return { className: '', cells: [change.name, side(change.before), side(change.after), gone ? 'gone' : 'new', '–'] };
  }
  const share = change.before <= 0 ? '–' : change.after > MOST_PERCENT * change.before ? '× ' + count(Math.round(change.after / change.before))
    : percent(change.difference / change.before);
  const sign = change.difference > 0 ? '▲ +' : '▼ −';
  // A cache takes what the rest of an engine leaves.
  const isWorse = change.difference > 0 !== change.name.endsWith('KV cache');
  const judged = words === bytes ? (isWorse ? 'worse' : 'better') : '';
  return { className: judged,
    cells: [change.name, side(change.before), side(change.after),
      sizeCell(change.difference, value => sign + words(Math.abs(value))), share] };
}

function changeCard(title, before, after, words = bytes) {
  const { changed, same } = differingFigures(before, after);
  if (changed.length + same === 0) return null;
  const card = el('section', { class: 'card wide changes', 'data-changed': changed.length, 'data-same': same }, el('h3', '', title));
  if (changed.length > 0) {
    card.append(cellTable(['name', 'before', 'after', 'difference', 'of before'],
      changed.slice(0, MOST_CHANGES).map(change => changeRow(change, words))));
  }
  const more = changed.length - MOST_CHANGES;
  const notes = [more > 0 ? count(more) + ' more differ' : '', same > 0 ? count(same) + ' are equal' : ''];
  card.append(el('p', 'quiet', notes.filter(text => text !== '').join(', ')));
  return card;
}

// What differs comes before what is equal.
function orderedCards(cards) {
  const known = cards.filter(card => card !== null);
  return [...known.filter(card => card.dataset.changed !== '0'), ...known.filter(card => card.dataset.changed === '0')];
}

async function runCards(before, after) {
  const [plansBefore, plansAfter] = await Promise.all([planRows(before.id), planRows(after.id)]);
  const [opsBefore, opsAfter] = await Promise.all([before, after].map(run => opRows(run.id, MOST_COMPARED_OPS)));
  const [phasesBefore, phasesAfter] = await Promise.all([phaseRows(before.id), phaseRows(after.id)]);
  const plans = [planFigureMaps(plansBefore), planFigureMaps(plansAfter)];
  return orderedCards([
    changeCard('Peaks', peakFigures(before), peakFigures(after)),
    changeCard('Peaks of plans', plans[0].peaks, plans[1].peaks),
    changeCard('Arenas of plans', plans[0].arenas, plans[1].arenas),
    changeCard('Buffers without a place', ...plans.map(side => new Map([...side.failed].filter(([, failed]) => failed > 0))), count),
    changeCard('Parts of the training', partFigures(before), partFigures(after)),
    changeCard('Peaks of phases', phaseFigures(phasesBefore), phaseFigures(phasesAfter)),
    changeCard('Growth by op', opFigures(opsBefore, 'growthBytes'), opFigures(opsAfter, 'growthBytes')),
    changeCard('Held at the peak by op', opFigures(opsBefore, 'heldAtPeakBytes'), opFigures(opsAfter, 'heldAtPeakBytes')),
  ]);
}

function planCards(before, after) {
  const [was, is] = [planTotals(before), planTotals(after)];
  return orderedCards([
    changeCard('Sizes', was.sizes, is.sizes),
    changeCard('Counts', was.counts, is.counts, count),
    changeCard('Bytes per class at the peak', new Map(Object.entries(before.summary.classBytes)), new Map(Object.entries(after.summary.classBytes))),
    changeCard('Buffers by size', bufferFigures(before), bufferFigures(after)),
  ]);
}

function comparePicker(label, names, chosen, none, onPick) {
  return listChoice(label, [['', none], ...names.map(name => [name, name])], chosen ?? '', value => onPick(value || undefined));
}

async function comparePickers(place) {
  const runs = (await rowsOf('api/v1/runs')).map(run => run.id);
  const nodes = [comparePicker('before', runs, place.run, 'choose a run', run => goTo({ ...placeNow(), run, plan: undefined })),
    comparePicker('after', runs, place.with, 'choose a run', run => goTo({ ...placeNow(), with: run, withPlan: undefined }))];
  if (place.run !== undefined && place.with !== undefined) {
    const [before, after] = await Promise.all([planRows(place.run), planRows(place.with)]);
    if (before.length > 0 && after.length > 0) {
      nodes.push(comparePicker('plan before', before.map(row => row.plan), place.plan, 'the whole run', plan => goTo({ ...placeNow(), plan })),
        comparePicker('plan after', after.map(row => row.plan), place.withPlan, 'the whole run', withPlan => goTo({ ...placeNow(), withPlan })));
    }
  }
  return el('div', 'choices compare-pickers', ...nodes);
}

async function comparedCards(place) {
  if (place.run === undefined || place.with === undefined) return [el('p', 'empty', 'Choose two runs.')];
  if (place.plan !== undefined && place.withPlan !== undefined) {
    const plans = await Promise.all([planOf(place.run, place.plan), planOf(place.with, place.withPlan)]);
    return plans.includes(null) ? [el('p', 'empty', 'One of the plans is no longer known.')] : planCards(...plans);
  }
  const runs = await Promise.all([runDocument(place.run), runDocument(place.with)]);
  if (runs.includes(null)) return [el('p', 'empty', 'One of the runs is no longer known.')];
  return [outcomeCard(...runs), await curveCard(...runs), ...await runCards(...runs)];
}

// How each of them ended, in the words of its own page.
function outcomeCard(...runs) {
  const words = (head, value) => ({ head, value, className: 'words' });
  const table = dataTable([{ head: 'run', value: one => one.side + ' ' + one.run.id, className: 'name' }, words('state', one => one.run.verdict),
    words('memory', one => one.run.answer.where?.words), words('why', one => one.run.answer.why)], { stacked: true, label: 'how each of the runs ended' });
  table.show(runs.map((run, at) => ({ run, side: ['before', 'after'][at] })));
  return el('section', 'card wide outcomes', table.node);
}

// The uses of a memory of both runs above each other; null where one of them has none.
async function curveCard(before, after) {
  const memory = after.memories.find(one => before.memories.some(isMemory(one)));
  if (memory === undefined) return null;
  const was = before.memories.find(isMemory(memory));
  const [earlier, later] = [(await wholeOf(before, was, 'program')).points, (await wholeOf(after, memory, 'program')).points];
  if (Math.min(earlier.length, later.length) < 2) return null;
  const drawn = memoryChart(memory, 'both', 'use of both runs of', 300);
  const ends = earlier.at(-1).x > later.at(-1).x ? earlier : later;
  const levels = [uploadedLevel(earlier), uploadedLevel(later)];
  // Fitted to what moves in both.
  const base = levels.includes(null) ? null : Math.min(...levels);
  const highest = { ...memory, peak: { ...memory.peak, usedBytes: Math.max(was.peak.usedBytes, memory.peak.usedBytes) } };
  drawn.show(() => useOption(highest, { points: later, ends, ghost: earlier, groups: [], by: 'program', range: null, base, divisor: 1, single: true }));
  return wideCard(memory.memory + ': ' + after.id + ', dashed ' + before.id, drawn.node);
}

// Draws the comparison of the runs or plans of the place into a node.
export async function drawCompare(node, place) {
  const cards = await comparedCards(place);
  const content = el('div', 'compare', await comparePickers(place), ...cards);
  if (isDrawn(node, content.textContent, place.run, place.with, place.plan, place.withPlan)) return;
  node.replaceChildren(content);
}
