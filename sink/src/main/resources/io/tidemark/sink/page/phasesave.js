// The stacked bars as an SVG file of their own: colours of the page and the legend are part of it.

import { button, downloadSvg } from './parts.js';

const PAINT = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-family', 'font-size', 'font-weight'];
const LEGEND_LINE = 20;

// The text of a file that looks as the bars do now.
export function phaseFile(bars, legend) {
  const file = bars.cloneNode(true);
  const copies = file.querySelectorAll('g, g *, line, text');
  bars.querySelectorAll('g, g *, line, text').forEach((node, i) => {
    const paint = getComputedStyle(node);
    for (const name of PAINT) copies[i].setAttribute(name, paint.getPropertyValue(name).replaceAll('"', ''));
  });
  const height = Number(bars.getAttribute('height'));
  const width = bars.getAttribute('width');
  [...legend.children].forEach((item, i) => {
    const patch = item.querySelector('rect').cloneNode(true);
    patch.setAttribute('y', height + i * LEGEND_LINE);
    const words = file.querySelector('text').cloneNode(false);
    for (const [name, value] of Object.entries({ x: 24, y: height + i * LEGEND_LINE + 13, 'text-anchor': 'start' })) words.setAttribute(name, value);
    words.textContent = item.textContent.trim();
    file.append(patch, words);
  });
  const whole = height + legend.children.length * LEGEND_LINE + 8;
  file.setAttribute('height', whole);
  file.setAttribute('viewBox', '0 0 ' + width + ' ' + whole);
  return new XMLSerializer().serializeToString(file);
}

export function phaseSaveButton(barsOf, legend) {
  return button('SVG', () => downloadSvg('tidemark-phases.svg', phaseFile(barsOf(), legend)),
    { class: 'tool', title: 'save as SVG', 'aria-label': 'save the bars as SVG' });
}
