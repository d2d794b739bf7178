import { bytes, el, isMemory, percent, plural } from './parts.js';

// The figures of a memory and what is to be said about them.

const figure = ([name, text]) => el('div', { 'data-figure': name }, el('dt', '', name), el('dd', '', text));

function figuresOf(run, memory, points) {
  const used = points.map(point => point.most);
  const figures = [['peak', bytes(memory.peak.usedBytes) + (memory.capacityBytes > 0 ? ' (' + percent(memory.peak.usedBytes / memory.capacityBytes) + ')' : '')],
    [run.endMillis === undefined ? 'now' : 'at the end', bytes(memory.usedBytes)],
    ['capacity', memory.capacityBytes > 0 ? bytes(memory.capacityBytes) + (memory.banks > 1 ? ' over ' + plural(memory.banks, 'bank') : '') : 'unknown']];
  if (memory.largestFreeBytes !== undefined) figures.push(['largest free block', bytes(memory.largestFreeBytes)]);
  const failed = run.outOfMemory.findLast(isMemory(memory));
  if (failed?.largestFreePerBank >= 0) figures.push(['largest at the failure', bytes(failed.largestFreePerBank * failed.banks)]);
  if (used.length > 1) {
    figures.push(['least', bytes(Math.min(...points.map(point => point.least)))],
      ['mean', bytes(used.reduce((sum, value) => sum + value, 0) / used.length)]);
  }
  return el('dl', 'plan-figures', ...figures.map(figure));
}

// The tensors are those of the newest snapshot, which is seldom the peak; what was uploaded is in no op line.
function tensorSentence(run, { live, usedBytes }) {
  const named = live.weightBytes + live.activationBytes + live.otherBytes;
  return 'Of the ' + bytes(usedBytes) + ' in use ' + (run.endMillis === undefined ? 'now' : 'at the end') + ' (not at the peak), op lines name '
    + plural(live.count, 'tensor') + ' with ' + bytes(named) + ': ' + bytes(live.weightBytes) + ' of weights, ' + bytes(live.activationBytes)
    + ' of activations, ' + bytes(live.otherBytes) + ' others; ' + bytes(live.paddingBytes) + ' of it padding. No line names the tensors of the rest.';
}

function notesOf(run, memory) {
  const notes = [el('p', 'culprit', 'Peak ' + bytes(memory.peak.usedBytes) + (memory.culprit === undefined ? '' : ', ' + memory.culprit) + '.')];
  if (memory.live !== undefined && memory.live.count > 0) {
    notes.push(el('p', 'quiet', tensorSentence(run, memory)));
  }
  if (memory.constEvalBytes !== undefined) notes.push(el('p', 'quiet', bytes(memory.constEvalBytes) + ' once the constants were computed: mostly weights.'));
  return notes;
}

// `points` are of the whole run.
export function factsOf(run, memory, points) {
  return [figuresOf(run, memory, points), ...notesOf(run, memory)];
}
