// A picture of the page on the clipboard or as a file.

import { button, downloadBlob, el } from './parts.js';

// Pixels of a PNG for one of the picture.
const SCALE = 2;
const SAID_MILLIS = 2000;

const svgOf = node => new Blob([new XMLSerializer().serializeToString(node)], { type: 'image/svg+xml' });

// A PNG of an SVG element that has a width and a height.
export async function pngOf(node) {
  const address = URL.createObjectURL(svgOf(node));
  try {
    const image = el('img', { src: address });
    await image.decode();
    const canvas = el('canvas', { width: SCALE * image.width, height: SCALE * image.height });
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob(blob => blob === null ? reject(new Error('no picture')) : resolve(blob)));
  } finally {
    URL.revokeObjectURL(address);
  }
}

// Buttons for the picture that `draw` makes, as { name, node }. Where a browser lets no page copy, the picture is saved.
export function pictureButtons(draw) {
  const copy = button('Copy as picture', async () => {
    const { name, node } = draw();
    const png = pngOf(node);
    const copied = await Promise.resolve().then(() => navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])).then(() => true, () => false);
    if (!copied) await png.then(blob => downloadBlob(name + '.png', blob), () => downloadBlob(name + '.svg', svgOf(node)));
    copy.textContent = copied ? 'Copied' : 'Saved';
    setTimeout(() => copy.replaceChildren('Copy as picture'), SAID_MILLIS);
  });
  return el('p', 'save', copy, button('SVG', () => {
    const { name, node } = draw();
    downloadBlob(name + '.svg', svgOf(node));
  }));
}
