// The phases of a training: what its peak is made of, against the device and what is expected, for several runs side by
// side; and every phase with its nine figures.

import { rowsOf } from './documents.js';
import { el, bytes, card, percent, count, listChoice, plural, wideCard } from './parts.js';
import { cellTable, sizeCell } from './plancells.js';
import { runDocument, phaseRows } from './plandata.js';
import { phaseBars, phaseLegend } from './phasebars.js';
import { phaseSaveButton } from './phasesave.js';

const MOST_BESIDE = 5;
const SMALL_USE = 0.25;
const TRAINER = 'tt-train';
const PHASE_FIGURES = [['peak', 'peakBytes'], ['allocated', 'allocatedBytes'], ['freed', 'freedBytes'], ['change', 'changeBytes'],
  ['peak so far', 'cumulativePeakBytes'], ['current', 'currentBytes'], ['L1 circular buffers', 'circularBufferPeakBytes'],
  ['L1 buffers', 'bufferPeakBytes'], ['L1 total', 'totalPeakBytes']];

function phaseVerdict(training) {
  const left = training.headroomBytes;
  return el('p', { class: 'phase-verdict ' + (left < 0 ? 'bad' : 'figures'), 'data-verdict': training.verdict, 'data-peak-bytes': training.peakBytes },
    'Peak ' + bytes(training.peakBytes) + ' of '
    + bytes(training.deviceBytes) + ' (' + percent(training.usageRatio) + ')'
    + (training.peakOwner === undefined ? '' : ', in ' + training.peakOwner) + ': ' + training.verdict
    + (left < 0 ? ', ' + bytes(-left) + ' missing.' : ', ' + bytes(left) + ' left.'));
}

function partTable(training) {
  return cellTable(['part', 'actual', 'expected', 'difference'], training.parts.map(part => {
    const expected = typeof part.expectedBytes === 'number' ? part.expectedBytes : null;
    const difference = expected > 0 ? (part.actualBytes > expected ? '+' : '') + percent((part.actualBytes - expected) / expected) : '–';
    return { cells: [part.name, sizeCell(part.actualBytes), expected === null ? '–' : sizeCell(expected), difference] };
  }));
}

function phaseTable(phases) {
  const figure = value => value === undefined ? '–' : sizeCell(value);
  return cellTable(['phase', ...PHASE_FIGURES.map(([words]) => words)],
    phases.map(phase => ({ cells: [phase.name, ...PHASE_FIGURES.map(([, name]) => figure(phase[name]))] })));
}

function doubts(training) {
  const notes = [];
  if (training.peakUnreliable) notes.push('The peak is unreliable: phases of one name hid each other, it may be higher.');
  if (training.inconsistent > 0) {
    notes.push(plural(training.inconsistent, 'sum') + ' do not hold: the log is cut, or two outputs are in it.');
  }
  return notes.map(note => el('p', 'bad', note));
}

// Other trainings, to be drawn beside this one.
async function besides(id) {
  const heads = await rowsOf('api/v1/runs');
  const others = heads.filter(one => one.id !== id && (one.formats ?? []).includes(TRAINER)).slice(0, MOST_BESIDE);
  const runs = await Promise.all(others.map(one => runDocument(one.id)));
  return runs.filter(run => run?.training?.parts !== undefined);
}

function barsCard(run, others) {
  const bars = el('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'bars' });
  const legend = phaseLegend();
  const shown = new Set();
  let upTo = run.training.usageRatio < SMALL_USE ? 'bars' : 'device';
  const draw = () => bars.replaceChildren(phaseBars([run, ...others.filter(one => shown.has(one.id))], upTo));
  const axis = listChoice('axis up to', [['device', 'the device'], ['bars', 'the bars']], upTo, value => {
    upTo = value;
    draw();
  });
  const choices = others.map(other => {
    const box = el('input', { type: 'checkbox' });
    box.addEventListener('change', () => {
      if (box.checked) shown.add(other.id);
      else shown.delete(other.id);
      draw();
    });
    return el('label', 'plan-choice', box, ' ' + other.id);
  });
  draw();
  const beside = choices.length === 0 ? [] : [el('div', 'choices', el('span', 'quiet', 'beside it:'), ...choices)];
  return card('What the peak is made of', axis, ...beside, bars, legend, phaseSaveButton(() => bars.firstElementChild, legend));
}

const drawnPhases = new WeakMap();

async function phaseNodes(run) {
  const { training } = run;
  const words = ['Summary ' + training.state, training.parameters === undefined ? '' : plural(training.parameters, 'parameter'), 'of one device'];
  const nodes = [el('header', 'plan-title', el('h3', '', training.name ?? 'training'),
    el('p', 'quiet', words.filter(text => text !== '').join(' · ')), training.parts === undefined ? null : phaseVerdict(training))];
  if (training.parts !== undefined) {
    nodes.push(...doubts(training), el('div', 'cards', barsCard(run, await besides(run.id)),
      card('Actual and expected', partTable(training))));
  } else {
    nodes.push(...doubts(training));
  }
  const phases = await phaseRows(run.id);
  nodes.push(wideCard(count(phases.length) + ' phases', phaseTable(phases)));
  return nodes;
}

// Draws the training of a run into a node; what is drawn stays while the summary has not changed.
export async function drawPhases(node, place) {
  const run = await runDocument(place.run);
  if (run?.training === undefined) {
    node.replaceChildren(el('p', 'empty', 'No training summary is in this log.'));
    return;
  }
  const key = JSON.stringify([run.id, run.training]);
  if (drawnPhases.get(node) === key && node.childElementCount > 0) return;
  drawnPhases.set(node, key);
  const nodes = await phaseNodes(run);
  if (drawnPhases.get(node) === key) node.replaceChildren(el('div', 'phases', ...nodes));
}
