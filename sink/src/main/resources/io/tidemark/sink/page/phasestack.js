// What a training's peak is made of, as segments of a bar from the bottom to the top. Pure functions.

// The colours are those of the trainer's own histogram.
export const PHASE_PARTS = [
  { name: 'other', label: 'Other', fill: '#cccccc', pattern: 'level' },
  { name: 'model', label: 'Model', fill: '#4da6b8', pattern: 'none' },
  { name: 'overhead', label: 'Gradients overhead', fill: '#e789ab', pattern: 'rising' },
  { name: 'optimizer', label: 'Optimizer', fill: '#cec0fa', pattern: 'falling' },
  { name: 'activations', label: 'Activations', fill: '#e38a42', pattern: 'dots' },
];

function partBytes(training, name, kind) {
  const part = training.parts.find(one => one.name === name);
  if (part === undefined) return 0;
  return kind === 'expected' && typeof part.expectedBytes === 'number' ? part.expectedBytes : part.actualBytes;
}

// Segments of the actual or the expected sizes. Other is what of the peak none of them explains: negative where they
// add up to more than the peak, and then it lies below 0.
export function phaseStack(training, kind) {
  const sizes = new Map(PHASE_PARTS.map(({ name }) => [name, partBytes(training, name, kind)]));
  const explained = PHASE_PARTS.reduce((sum, { name }) => name === 'other' ? sum : sum + sizes.get(name), 0);
  sizes.set('other', training.peakBytes - explained);
  let top = 0;
  return PHASE_PARTS.map(part => {
    const size = sizes.get(part.name);
    if (size < 0) return { ...part, bytes: size, low: size, high: 0 };
    top += size;
    return { ...part, bytes: size, low: top - size, high: top };
  });
}

// Whether any part is expected to have a certain size.
export function hasExpected(training) {
  return training.parts.some(part => typeof part.expectedBytes === 'number');
}

// The bytes that an axis of all these bars shows: up to the devices' limit, or up to the bars alone.
export function phaseRange(trainings, upTo) {
  const stacks = trainings.flatMap(one => [...phaseStack(one, 'actual'), ...phaseStack(one, 'expected')]);
  const limits = upTo === 'device' ? trainings.map(one => one.deviceBytes) : [];
  const high = Math.max(1, ...stacks.map(one => one.high), ...trainings.map(one => one.peakBytes), ...limits);
  return { low: Math.min(0, ...stacks.map(one => one.low)) * 1.1, high: high * 1.1 };
}
