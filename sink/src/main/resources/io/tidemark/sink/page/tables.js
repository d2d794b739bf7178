import { el, button, count } from './parts.js';

// A table of rows that can be sorted by each column and searched. A column is {head, value, text, node, className}:
// `value` of a row is sorted and searched, `text` (default: the value) or `node` is shown. On a phone
// a stacked table shows the known cells of a row below each other, each with its head.
export function dataTable(columns, options = {}) {
  const shown = { rows: [], sortBy: options.sortBy ?? null, descending: options.descending ?? true, search: options.searched?.toLowerCase() ?? '' };
  const body = el('tbody');
  const heads = columns.map(column => headCell(column, shown, () => drawRows()));
  const node = el('div', 'table');
  const found = el('span', 'quiet');
  function drawRows() {
    const rows = sortedRows(columns, shown);
    body.replaceChildren(...rows.flatMap((row, i) => [...headOf(rows, i), rowOf(columns, row, options)]));
    found.textContent = shown.search === '' ? '' : count(rows.length) + ' of ' + count(shown.rows.length);
    heads.forEach((head, i) => markSorted(head, columns[i], shown));
  }
  // Rows in their own order are below the heads of their sections.
  function headOf(rows, i) {
    const section = shown.sortBy === null ? options.section?.(rows[i]) : undefined;
    if (section === undefined || (i > 0 && options.section(rows[i - 1]) === section)) return [];
    const members = rows.filter(row => options.section(row) === section).reduce((sum, row) => sum + (options.weight?.(row) ?? 1), 0);
    return [el('tr', 'section', el('th', { colspan: columns.length, scope: 'colgroup' }, section + ' · ' + count(members)))];
  }
  if (options.search) node.append(el('p', 'search', searchField(options, shown, drawRows), ' ', found));
  const grid = el('table', { class: options.stacked && 'stacked', 'aria-label': options.label }, el('thead', '', el('tr', '', ...heads)), body);
  node.append(el('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': options.label ?? 'table' }, grid));
  return {
    node,
    show(rows) {
      shown.rows = rows;
      drawRows();
    },
  };
}

function headCell(column, shown, redraw) {
  const sort = button(column.head, () => {
    shown.descending = shown.sortBy === column.head ? !shown.descending : true;
    shown.sortBy = column.head;
    redraw();
  }, { class: 'sort' });
  return el('th', { class: column.className, scope: 'col' }, sort);
}

function markSorted(head, column, shown) {
  if (shown.sortBy === column.head) {
    head.setAttribute('aria-sort', shown.descending ? 'descending' : 'ascending');
  } else {
    head.removeAttribute('aria-sort');
  }
}

function searchField({ search: label, onSearch }, shown, redraw) {
  const field = el('input', { type: 'search', placeholder: label, 'aria-label': label, value: shown.search });
  field.addEventListener('input', () => {
    shown.search = field.value.trim().toLowerCase();
    onSearch?.(shown.search);
    redraw();
  });
  return field;
}

function sortedRows(columns, shown) {
  const rows = shown.rows.filter(row => shown.search === ''
    || columns.some(column => String(column.value(row) ?? '').toLowerCase().includes(shown.search)));
  const column = columns.find(one => one.head === shown.sortBy);
  return column === undefined ? rows : rows.sort((a, b) => compared(column.value(a), column.value(b), shown.descending));
}

// Unknown values are last in both directions.
function compared(a, b, descending) {
  if (a === undefined || a === null) return b === undefined || b === null ? 0 : 1;
  if (b === undefined || b === null) return -1;
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
  return descending ? -order : order;
}

function rowOf(columns, row, options) {
  return el('tr', options.rowClass ? options.rowClass(row) : '', ...columns.map(column => {
    const value = column.value(row);
    const unknown = value === undefined || value === null;
    const content = column.node ? column.node(row) : unknown ? '–' : column.text ? column.text(value) : value;
    const cell = el('td', column.className ?? '', content);
    if (options.stacked) {
      cell.dataset.head = column.head;
      cell.classList.toggle('unknown', content === '–');
    }
    return cell;
  }));
}
