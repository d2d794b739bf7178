import { rowsOf } from './documents.js';
import { apiPath } from './place.js';
import { el, bytes, count } from './parts.js';
import { dataTable } from './tables.js';

// The ops of a memory that changed its use.

const OP_COLUMNS = [
  { head: 'op', value: op => op.op, className: 'words' },
  { head: 'times', value: op => op.count, text: count },
  { head: 'held at peak', value: op => op.heldAtPeakBytes, text: bytes },
  { head: 'growth', value: op => op.growthBytes, text: bytes },
  { head: 'largest', value: op => op.largestGrowthBytes, text: bytes },
  { head: 'highest use', value: op => op.peakBytes, text: bytes },
];

const NET = 'Held at peak is net here: the log does not say of each freed byte which op had made it.';

// Deallocations are shown on demand: they only give back.
const onlyFrees = op => op.growthBytes === 0;

export function opTable() {
  const rows = dataTable(OP_COLUMNS, { search: 'search ops', label: 'ops that changed use', sortBy: 'held at peak' });
  const frees = el('input', { type: 'checkbox' });
  const notes = el('p', 'quiet');
  const node = el('div', '', el('label', 'quiet', frees, ' with ops that only free'), rows.node, notes);
  let ops = [];
  const draw = () => rows.show(ops.filter(op => frees.checked || !onlyFrees(op)));
  frees.addEventListener('change', draw);
  return { node,
    show(memory, found) {
      ops = found;
      notes.textContent = [memory.opsNote, memory.heldBeforeBytes === undefined ? '' : 'Of the peak by no op: '
        + bytes(memory.heldBeforeBytes) + ', in use before the first one, or of ops that the log does not name.',
        ops.some(op => op.heldAtPeakBytes < 0) ? NET : ''].filter(Boolean).join(' ');
      draw();
    } };
}

export async function opsOf(run, memory) {
  return memory.opsInAll > 0 ? rowsOf(apiPath('ops', { run: run.id, device: memory.device, memory: memory.memory })) : [];
}
