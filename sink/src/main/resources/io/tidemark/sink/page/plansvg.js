// A target for planpaint.js that understands the calls of a canvas' context which it makes, and answers an SVG file.

import { svg } from './parts.js';
import { classStyle, hatchTile, HATCH_INK } from './planstyle.js';

const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ANCHORS = { left: 'start', center: 'middle', right: 'end' };

export class SvgTarget {
  constructor(width, height, measureText) {
    this.root = svg('svg', { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: '0 0 ' + width + ' ' + height });
    this.definitions = svg('defs', {});
    this.root.append(this.definitions);
    this.group = this.root;
    this.measureText = measureText;
    this.globalAlpha = 1;
    this.dashes = [];
    this.path = '';
    this.hatches = new Set();
  }

  save() {}

  restore() { this.group = this.root; }

  beginPath() { this.path = ''; }

  moveTo(x, y) { this.path += 'M' + x + ' ' + y; }

  lineTo(x, y) { this.path += 'L' + x + ' ' + y; }

  rect(x, y, width, height) { this.path += 'M' + x + ' ' + y + 'h' + width + 'v' + height + 'h' + -width + 'z'; }

  setLineDash(dashes) { this.dashes = dashes; }

  clip() {
    this.definitions.append(svg('clipPath', { id: 'plot' }, svg('path', { d: this.path })));
    this.group = svg('g', { 'clip-path': 'url(#plot)' });
    this.root.append(this.group);
  }

  outline() {
    const dashes = this.dashes.length === 0 ? {} : { 'stroke-dasharray': this.dashes.join(' ') };
    return { fill: 'none', stroke: this.strokeStyle, 'stroke-width': this.lineWidth, ...dashes };
  }

  stroke() { this.group.append(svg('path', { d: this.path, ...this.outline() })); }

  strokeRect(x, y, width, height) {
    const d = 'M' + x + ' ' + y + 'h' + width + (height === 0 ? '' : 'v' + height + 'h' + -width + 'z');
    this.group.append(svg('path', { d: width === 0 ? 'M' + x + ' ' + y + 'v' + height : d, ...this.outline() }));
  }

  fillRect(x, y, width, height) {
    const alpha = this.globalAlpha === 1 ? {} : { 'fill-opacity': this.globalAlpha };
    this.group.append(svg('rect', { x, y, width, height, fill: this.fillStyle, ...alpha }));
  }

  fillText(text, x, y) {
    this.group.append(svg('text', { x, y, dy: '0.35em', fill: this.fillStyle, 'text-anchor': ANCHORS[this.textAlign],
      'font-family': 'system-ui, sans-serif', 'font-size': 11 }, text.replaceAll(NOT_IN_XML, '\ufffd')));
  }

  // The fill of a class: its colour below its hatch.
  patternOf(bufferClass) {
    const { fill, hatch } = classStyle(bufferClass);
    const id = 'hatch-' + hatch + '-' + fill.slice(1);
    if (!this.hatches.has(id)) {
      this.hatches.add(id);
      this.definitions.append(hatchTile(id, fill, hatch, HATCH_INK));
    }
    return 'url(#' + id + ')';
  }

  text() { return new XMLSerializer().serializeToString(this.root); }
}
