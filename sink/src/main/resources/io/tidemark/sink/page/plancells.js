// Tables whose rows are lists of cells: a text, or a number with its words, by which the column is sorted.

import { bytes } from './parts.js';
import { dataTable } from './tables.js';

export function sizeCell(value, words = bytes) {
  return { value, text: words(value) };
}

// A table with its rows; `rows` are { cells, className }.
export function cellTable(heads, rows) {
  const columns = heads.map((head, i) => ({ head,
    value: row => row.cells[i]?.value ?? row.cells[i],
    node: row => row.cells[i]?.text ?? row.cells[i] }));
  const made = dataTable(columns, { rowClass: row => row.className ?? '' });
  made.show(rows);
  return made.node;
}
