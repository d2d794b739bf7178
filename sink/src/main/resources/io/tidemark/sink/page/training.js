'use strict';

// Draws a trainer's summary with the helpers of parts.js.

const PHASE_HEADS = ['phase', 'peak', 'allocated', 'freed', 'change', 'peak so far', 'current',
  'L1 circular buffers', 'L1 buffers', 'L1 total'];

function trainingVerdict(training) {
  const left = training.headroomBytes;
  const missing = left < 0 ? ', ' + bytes(-left) + ' missing' : ', ' + bytes(left) + ' left';
  const owner = training.peakOwner === undefined ? '' : ', in ' + training.peakOwner;
  return 'Peak ' + bytes(training.peakBytes) + ' of ' + bytes(training.deviceBytes)
    + ' (' + percent(training.usageRatio) + ')' + owner + ': ' + training.verdict + missing + '.';
}

function partRow(part) {
  const expected = part.expectedBytes;
  const difference = expected > 0 ? percent((part.actualBytes - expected) / expected) : '–';
  return { cells: [part.name, bytes(part.actualBytes), expected === undefined ? '–' : bytes(expected), difference] };
}

function phaseRow(phase) {
  const figures = [phase.peakBytes, phase.allocatedBytes, phase.freedBytes, phase.changeBytes,
    phase.cumulativePeakBytes, phase.currentBytes, phase.circularBufferPeakBytes, phase.bufferPeakBytes,
    phase.totalPeakBytes];
  return { cells: [phase.name, ...figures.map(bytes)] };
}

function trainingCard(training) {
  const card = el('section', 'card wide', el('h3', '', training.name === undefined ? 'Training' : 'Training ' + training.name));
  const parameters = training.parameters === undefined ? '' : ', ' + plural(training.parameters, 'parameter');
  card.append(el('p', 'quiet', 'Summary ' + training.state + parameters + '; of one device.'));
  if (training.deviceBytes !== undefined) {
    card.append(el('p', training.headroomBytes < 0 ? 'bad' : 'figures', trainingVerdict(training)));
    card.append(table(['part', 'actual', 'expected', 'difference'], training.parts.map(partRow)));
  }
  if (training.peakUnreliable) {
    card.append(el('p', 'bad', 'The peak is unreliable: phases of one name hid each other, it may be higher.'));
  }
  if (training.inconsistent > 0) {
    card.append(el('p', 'bad', plural(training.inconsistent, 'sum') + ' do not hold: the log is cut, or two outputs are in it.'));
  }
  card.append(table(PHASE_HEADS, training.phases.map(phaseRow)));
  if (training.phasesInAll > training.phases.length) {
    card.append(el('p', 'quiet', 'and ' + count(training.phasesInAll - training.phases.length) + ' more'));
  }
  return card;
}
