// Paints boxes over two axes on a canvas or into an SVG file: a plan's map, one of its steps, a Gantt chart. It only
// paints; planboxes.js answers to the pointer and the keyboard.

import { classPattern } from './planstyle.js';
import { SvgTarget } from './plansvg.js';

const BOX_FONT = '11px system-ui, sans-serif';
const NAME_LEAST_WIDTH = 44;
const NAME_LEAST_HEIGHT = 12;
const HATCH_LEAST = 5;
const BESIDE_LEAST_HEIGHT = 7;
const SHADES = ['', 'rgba(0,0,0,0.11)', 'rgba(255,255,255,0.16)', 'rgba(255,255,255,0.08)'];

export function themeColour(name, fallback) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim() || fallback;
}

// Where the plot lies on the canvas, in CSS pixels, and how values become pixels.
export function plotOf(canvas, picture, view) {
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  const left = Math.min(picture.marginLeft, Math.round(width / 3));
  const plot = { left, top: 18, width: Math.max(1, width - left - picture.marginRight), height: Math.max(1, height - 52) };
  const acrossPixel = plot.width / (view.right - view.left);
  const upPixel = plot.height / (view.high - view.low);
  plot.x = step => plot.left + (step - view.left) * acrossPixel;
  plot.y = picture.downwards
    ? value => plot.top + (value - view.low) * upPixel
    : value => plot.top + plot.height - (value - view.low) * upPixel;
  plot.stepAt = pixel => view.left + (pixel - plot.left) / acrossPixel;
  plot.valueAt = pixel => picture.downwards
    ? view.low + (pixel - plot.top) / upPixel
    : view.low + (plot.top + plot.height - pixel) / upPixel;
  return plot;
}

function sizedCanvas(canvas) {
  const scale = window.devicePixelRatio || 1;
  canvas.width = Math.round(canvas.clientWidth * scale);
  canvas.height = Math.round(canvas.clientHeight * scale);
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  return context;
}

function boxIsSeen(box, view) {
  return box.right > view.left && box.left < view.right && box.high > view.low && box.low < view.high;
}

function boxArea(box, plot) {
  const x = plot.x(box.left);
  const edges = [plot.y(box.low), plot.y(box.high)];
  const top = Math.min(...edges);
  return { x, y: top, width: Math.max(1, plot.x(box.right) - x - 1), height: Math.max(1, Math.max(...edges) - top - 1) };
}

function paintName(context, box, area, plot) {
  const visible = Math.min(area.x + area.width, plot.left + plot.width) - Math.max(area.x, plot.left);
  if (box.text === '' || visible < NAME_LEAST_WIDTH || area.height < NAME_LEAST_HEIGHT) return;
  const letters = Math.floor((visible - 8) * box.text.length / context.measureText(box.text).width);
  const text = box.text.length > letters ? box.text.slice(0, Math.max(1, letters - 1)) + '…' : box.text;
  const from = Math.max(area.x, plot.left) + 4;
  if (!box.failed) {
    context.fillStyle = 'rgba(0,0,0,0.5)';
    context.fillRect(from - 3, area.y + Math.min(area.height / 2, 10) - 7, context.measureText(text).width + 6, 14);
  }
  context.fillStyle = box.failed ? themeColour('--alarm', '#c0282d') : '#ffffff';
  context.fillText(text, from, area.y + Math.min(area.height / 2, 10));
}

// Neighbours of one class differ in shade.
function paintShade(context, box, area) {
  const shade = SHADES[(box.of ?? 0) % SHADES.length];
  if (shade === '') return;
  context.fillStyle = shade;
  context.fillRect(area.x, area.y, area.width, area.height);
}

function paintBox(context, box, plot, patterns) {
  const area = boxArea(box, plot);
  const flat = area.width < HATCH_LEAST || area.height < HATCH_LEAST;
  context.globalAlpha = box.failed ? 0.16 : 1;
  context.fillStyle = flat ? patterns.fillOf(box.kind) : patterns.of(box.kind);
  context.fillRect(area.x, area.y, area.width, area.height);
  context.globalAlpha = 1;
  if (!box.failed && box.beside === undefined) paintShade(context, box, area);
  if (box.failed || box.held || box.pinned || box.live) {
    context.strokeStyle = box.pinned || box.live ? patterns.text : box.failed ? patterns.alarm : patterns.held;
    context.lineWidth = box.pinned ? 3 : box.failed || box.live ? 1 : 2;
    context.setLineDash(box.held && !box.pinned ? [6, 3] : []);
    context.strokeRect(area.x + 0.5, area.y + 0.5, Math.max(1, area.width - 1), Math.max(1, area.height - 1));
    context.setLineDash([]);
  }
  paintName(context, box, area, plot);
  if (box.beside !== undefined && area.height >= BESIDE_LEAST_HEIGHT) {
    const width = context.measureText(box.beside).width;
    const after = area.x + area.width + 5;
    context.fillStyle = patterns.quiet;
    if (after + width < plot.left + plot.width) context.fillText(box.beside, after, area.y + area.height / 2);
    else if (area.x - 5 - width > plot.left) context.fillText(box.beside, area.x - 5 - width, area.y + area.height / 2);
  }
}

function boxPatterns(patternOf, fills) {
  const made = new Map();
  return {
    alarm: themeColour('--alarm', '#c0282d'), text: themeColour('--text', '#1c2329'), quiet: themeColour('--quiet', '#5c6873'), held: themeColour('--warm', '#b26a00'),
    fillOf: fills,
    of: kind => {
      if (!made.has(kind)) made.set(kind, patternOf(kind));
      return made.get(kind);
    },
  };
}

function paintTicks(context, picture, view, plot) {
  context.strokeStyle = themeColour('--line', '#dfe3e7');
  context.fillStyle = themeColour('--quiet', '#5c6873');
  context.lineWidth = 1;
  for (const { at, text } of picture.ticksAcross(view, plot.width)) {
    const x = Math.round(plot.x(at)) + 0.5;
    context.strokeRect(x, plot.top, 0, plot.height);
    context.textAlign = 'center';
    context.fillText(text, x, plot.top + plot.height + 12);
  }
  context.setLineDash([2, 4]);
  for (const at of picture.levels) {
    if (at > view.low && at < view.high) context.strokeRect(plot.left, Math.round(plot.y(at)) + 0.5, plot.width, 0);
  }
  context.setLineDash([]);
  context.textAlign = 'right';
  const letters = Math.floor((plot.left - 10) / 6);
  for (const { at, text, end = '' } of picture.ticksUp(view, plot.height)) {
    const y = Math.round(plot.y(at)) + 0.5;
    if (!picture.downwards) context.strokeRect(plot.left, y, plot.width, 0);
    const room = letters - end.length;
    context.fillText((text.length > room ? '…' + text.slice(1 - room) : text) + end, plot.left - 6, y);
  }
  context.textAlign = 'left';
  for (const { at, text } of picture.ticksRight(view, plot.height)) {
    context.fillText(text, plot.left + plot.width + 6, plot.y(at));
  }
  context.textAlign = 'center';
  context.fillText(picture.across, plot.left + plot.width / 2, plot.top + plot.height + 26);
}

function paintLineName(context, line, at, plot) {
  const across = line.y !== undefined;
  const nearEdge = Math.max(plot.left + 40, Math.min(plot.left + plot.width - 40, at));
  const x = !across ? nearEdge : line.side === 'left' ? plot.left + 4 : plot.left + plot.width - 4;
  const y = !across ? 8 : line.below ? at + 9 : Math.max(at - 8, 8);
  const width = context.measureText(line.text).width;
  if (across && line.text !== '') {
    context.fillStyle = themeColour('--card', '#ffffff');
    context.fillRect(line.side === 'left' ? x - 2 : x - width - 2, y - 6, width + 4, 12);
  }
  context.fillStyle = themeColour(line.colour, '#c0282d');
  context.textAlign = !across ? 'center' : line.side === 'left' ? 'left' : 'right';
  context.fillText(line.text, x, y);
}

// The label of a capacity lies at the right end of its line, that of a peak at the left end or in the top margin: they
// never collide.
function paintLines(context, picture, view, plot) {
  for (const line of picture.lines) {
    const across = line.y !== undefined;
    const at = across ? plot.y(line.y) : plot.x(line.x);
    const inside = across ? line.y >= view.low && line.y <= view.high : line.x >= view.left && line.x <= view.right;
    if (!inside) continue;
    context.strokeStyle = themeColour(line.colour, '#c0282d');
    if (line.band) {
      context.globalAlpha = 0.2;
      context.fillStyle = context.strokeStyle;
      context.fillRect(plot.x(line.x - 0.5), plot.top, Math.max(2, plot.x(1) - plot.x(0)), plot.height);
      context.globalAlpha = 1;
    }
    context.lineWidth = 1.5;
    context.setLineDash([6, 4]);
    context.beginPath();
    context.moveTo(across ? plot.left : at, across ? at : plot.top);
    context.lineTo(across ? plot.left + plot.width : at, across ? at : plot.top + plot.height);
    context.stroke();
    context.setLineDash([]);
    paintLineName(context, line, at, plot);
  }
}

function paintPicture(context, patternOf, frame) {
  const { picture, view, plot } = frame;
  context.font = BOX_FONT;
  context.textBaseline = 'middle';
  paintTicks(context, picture, view, plot);
  context.save();
  context.beginPath();
  context.rect(plot.left, plot.top, plot.width, plot.height);
  context.clip();
  context.textAlign = 'left';
  const patterns = boxPatterns(patternOf, picture.fillOf);
  const seen = picture.boxes.filter(box => boxIsSeen(box, view));
  for (const box of seen) paintBox(context, box, plot, patterns);
  context.restore();
  paintLines(context, picture, view, plot);
  return seen.length;
}

// Paints the picture and answers how many of its boxes are seen.
export function paintBoxes(canvas, picture, view) {
  const context = sizedCanvas(canvas);
  return paintPicture(context, kind => classPattern(context, kind), { picture, view, plot: plotOf(canvas, picture, view) });
}

// The text of an SVG file that looks as the canvas does now.
export function boxesFile(canvas, picture, view) {
  const context = canvas.getContext('2d');
  const file = new SvgTarget(canvas.clientWidth, canvas.clientHeight, text => context.measureText(text));
  file.fillStyle = themeColour('--card', '#ffffff');
  file.fillRect(0, 0, canvas.clientWidth, canvas.clientHeight);
  paintPicture(file, kind => file.patternOf(kind), { picture, view, plot: plotOf(canvas, picture, view) });
  return file.text();
}

// The box at a pixel; of several the one painted last.
export function boxAt(canvas, picture, view, pixel) {
  const plot = plotOf(canvas, picture, view);
  const step = plot.stepAt(pixel.x);
  const value = plot.valueAt(pixel.y);
  if (step < view.left || step > view.right || value < view.low || value > view.high) return null;
  const slack = 2 * (view.high - view.low) / plot.height;
  return picture.boxes.findLast(box => box.left <= step && step < box.right
    && box.low - slack <= value && value < box.high + slack) ?? null;
}
