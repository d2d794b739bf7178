// The phases of a training: its parts over the phases against the device, its parts against what is expected, and every phase
// with its nine figures.

import { documentOf } from './documents.js';
import { apiPath } from './place.js';
import { el, bytes, card, percent, count, plural, wideCard } from './parts.js';
import { cellTable, sizeCell } from './plancells.js';
import { runDocument, phaseRows } from './plandata.js';
import { stackCard } from './stackcard.js';

const PHASE_FIGURES = [['peak', 'peakBytes'], ['allocated', 'allocatedBytes'], ['freed', 'freedBytes'], ['change', 'changeBytes'],
  ['peak so far', 'cumulativePeakBytes'], ['current', 'currentBytes'], ['L1 circular buffers', 'circularBufferPeakBytes'],
  ['L1 buffers', 'bufferPeakBytes'], ['L1 total', 'totalPeakBytes']];

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
  if (training.inconsistent > 0 && training.state !== 'open') {
    notes.push(plural(training.inconsistent, 'sum') + ' do not hold: the log is cut, or two outputs are in it.');
  }
  return notes.map(note => el('p', 'bad', note));
}

const drawnPhases = new WeakMap();

async function phaseNodes(run) {
  const { training } = run;
  const words = ['Summary ' + training.state, training.parameters === undefined ? '' : plural(training.parameters, 'parameter'), 'of one device'];
  const nodes = [el('header', 'plan-title', el('h3', '', training.name ?? 'training'),
    el('p', 'quiet', words.filter(text => text !== '').join(' · ')), training.parts === undefined ? null : el('p', 'phase-verdict figures',
      [run.answer.where?.words, training.verdict, training.peakOwner].filter(Boolean).join(', ')))];
  nodes.push(...doubts(training));
  if (run.answer.where !== undefined) {
    const picture = stackCard();
    picture.show(run, run.answer.where, null, await documentOf(apiPath('holders', { run: run.id })));
    nodes.push(picture.node);
  }
  if (training.parts !== undefined) nodes.push(card('Actual and expected', partTable(training)));
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
