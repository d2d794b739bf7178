// Colours and hatches of a plan's buffer classes. Colours are apart for the colour-blind; the hatch tells them apart
// without colour.

import { el, svg } from './parts.js';

const CLASS_STYLES = {
  activation: { fill: '#2f7fc1', hatch: 'none' },
  weight: { fill: '#9a6fc4', hatch: 'rising' },
  scratch: { fill: '#d98a1f', hatch: 'dots' },
  temporary: { fill: '#2f7fc1', hatch: 'none' },
  parameter: { fill: '#9a6fc4', hatch: 'rising' },
  output: { fill: '#1f9e78', hatch: 'falling' },
  constant: { fill: '#b9a23a', hatch: 'level' },
};
const OTHER_STYLE = { fill: '#8a939b', hatch: 'cross' };
const HATCH_PIXELS = 8;
export const HATCH_INK = 'rgba(255,255,255,0.38)';

// Colours of borrowed buffers, by their numbers: each is seen on its ground.
const BUFFER_FILLS = {
  dark: ['#4c9fdc', '#e0a040', '#35b58c', '#b08ad8', '#ef7f7b', '#7cc4d4', '#d3bf45', '#e28bbd', '#a3adb6'],
  light: ['#2b7fbf', '#b26f0f', '#1f8a66', '#8a5cb8', '#cf4f4b', '#2d8799', '#8a7a12', '#b8528c', '#6f7a84'],
};
const isDark = matchMedia('(prefers-color-scheme: dark)');

export function classStyle(bufferClass) {
  const buffer = /^buffer (\d+)$/.exec(bufferClass);
  if (buffer !== null) {
    const fills = BUFFER_FILLS[isDark.matches ? 'dark' : 'light'];
    return { fill: fills[buffer[1] % fills.length], hatch: 'none' };
  }
  return Object.hasOwn(CLASS_STYLES, bufferClass) ? CLASS_STYLES[bufferClass] : OTHER_STYLE;
}

// Lines of a tile of each hatch, as [from x, from y, to x, to y].
const HATCH_STROKES = {
  rising: [[0, 8, 8, 0]],
  falling: [[0, 0, 8, 8]],
  level: [[0, 4, 8, 4]],
  cross: [[0, 8, 8, 0], [0, 0, 8, 8]],
  dots: [[3, 4, 5, 4]],
};

// A colour below a hatch, as a pattern of an SVG.
export function hatchTile(id, fill, hatch, ink) {
  const size = { width: HATCH_PIXELS, height: HATCH_PIXELS };
  return svg('pattern', { id, patternUnits: 'userSpaceOnUse', ...size }, svg('rect', { ...size, fill }),
    ...(HATCH_STROKES[hatch] ?? []).map(([x1, y1, x2, y2]) =>
      svg('line', { x1, y1, x2, y2, stroke: ink, 'stroke-width': hatch === 'dots' ? 2 : 1 })));
}

// A patch of each class with words beside it, given as [name, words].
export function classKey(classes) {
  return el('div', 'class-key', ...classes.map(([name, words]) => {
    const patch = el('canvas', { width: 16, height: 12 });
    const brush = patch.getContext('2d');
    brush.fillStyle = classPattern(brush, name);
    brush.fillRect(0, 0, 16, 12);
    return el('span', { 'data-class': name }, patch, words);
  }));
}

// A pattern of a class' colour and hatch, painted over areas.
export function classPattern(context, bufferClass) {
  const { fill, hatch } = classStyle(bufferClass);
  const tile = el('canvas', { width: HATCH_PIXELS, height: HATCH_PIXELS });
  const brush = tile.getContext('2d');
  brush.fillStyle = fill;
  brush.fillRect(0, 0, HATCH_PIXELS, HATCH_PIXELS);
  brush.strokeStyle = HATCH_INK;
  brush.lineWidth = hatch === 'dots' ? 2 : 1;
  for (const [fromX, fromY, toX, toY] of HATCH_STROKES[hatch] ?? []) {
    brush.beginPath();
    brush.moveTo(fromX, fromY);
    brush.lineTo(toX, toY);
    brush.stroke();
  }
  return context.createPattern(tile, 'repeat');
}
