import { documentOf, inReport } from './documents.js';
import { bytes, button, card, count, el, plural } from './parts.js';
import { dataTable } from './tables.js';

// The texts and weights of a log's modules, in a report. A text is shown in pages of lines.

const LINES_OF_A_PAGE = 500;
const IN_A_REPORT = 'Shapes of ops, padding by op, texts of modules and weights are in a report of the log alone: tidemark report LOG.';
const WEIGHT_COLUMNS = [
  { head: 'name', value: row => row.name, className: 'words' },
  { head: 'shape', value: row => row.shape },
  { head: 'type', value: row => row.dtype },
  { head: 'bytes', value: row => row.bytes, text: bytes },
  { head: 'module', value: row => row.module + 1, text: count },
];

// The texts that the page shows, by stage.
const texts = new Map();

// Buttons that show where a location is first used in each text.
export function lineButtons(location) {
  return [...texts].filter(([, text]) => Object.hasOwn(text.locIndex, location ?? '')).map(([stage, text]) => {
    const line = text.locIndex[location];
    return button(stage.toUpperCase() + ' line ' + count(line), () => text.showLine(line));
  });
}

function textView(stage, found) {
  const lines = found.text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  const body = el('ol', { class: 'code module-text', tabindex: '0' });
  const where = el('span', 'quiet');
  const cut = found.linesLeftOut > 0 ? ' · ' + plural(found.linesLeftOut, 'further line') + ' not in the report' : '';
  const node = el('details', 'module', el('summary', '', stage.toUpperCase() + ': ' + plural(lines.length, 'line') + cut));
  const pages = Math.max(1, Math.ceil(lines.length / LINES_OF_A_PAGE));
  let page = 0;
  function draw(line) {
    const from = page * LINES_OF_A_PAGE;
    body.start = from + 1;
    body.replaceChildren(...lines.slice(from, from + LINES_OF_A_PAGE).map((text, i) =>
      el('li', { class: from + i + 1 === line ? 'found' : '', 'data-line': from + i + 1 }, text)));
    where.textContent = ' page ' + count(page + 1) + ' of ' + count(pages) + ' ';
  }
  const turn = by => {
    page = Math.min(pages - 1, Math.max(0, page + by));
    draw(null);
  };
  const turns = el('p', '', button('earlier lines', () => turn(-1)), where, button('later lines', () => turn(1)));
  turns.hidden = pages === 1;
  node.append(turns, body);
  node.addEventListener('toggle', () => {
    if (node.open && body.childElementCount === 0) draw(null);
  });
  return { node, locIndex: found.locIndex,
    showLine(line) {
      node.open = true;
      page = Math.floor((line - 1) / LINES_OF_A_PAGE);
      draw(line);
      const item = body.querySelector('.found');
      item.tabIndex = -1;
      item.focus();
      item.scrollIntoView({ block: 'center' });
    } };
}

function weightTable(modules) {
  const rows = dataTable(WEIGHT_COLUMNS, { search: 'search weights', label: 'weights', sortBy: 'bytes' });
  rows.show([...modules.weights]);
  const cut = modules.weightsInAll - modules.weights.length;
  return el('details', 'weights', el('summary', '', plural(modules.weightsInAll, 'weight') + ' of ' + bytes(modules.weightBytes) + ', unpadded'
    + (cut > 0 ? ' · ' + count(cut) + ' not in the report' : '')), rows.node);
}

// A card of a run that a runtime of op lines wrote; null for every other one, and where the log holds no module.
export async function moduleCard(run) {
  if (!run.formats.includes('tenstorrent')) return null;
  if (!inReport) return el('p', 'quiet', IN_A_REPORT);
  const modules = await documentOf('api/v1/modules');
  texts.clear();
  if (modules === null) return null;
  for (const [stage, found] of Object.entries(modules.stages)) texts.set(stage, textView(stage, found));
  return card('Modules of the log', ...[...texts.values()].map(text => text.node),
    ...modules.weights.length > 0 ? [weightTable(modules)] : []);
}
