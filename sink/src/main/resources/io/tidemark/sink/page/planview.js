// The plan of a run: pickers, the map of addresses over steps, use per step, a single step, the buffers at the peak, the
// Gantt chart, findings. What is chosen stands in the place, so that a link leads to it.

import { el, bytes, button, count, listChoice, wideCard } from './parts.js';
import { runDocument, planRows, planOf } from './plandata.js';
import { planPickers, settingsCard } from './planpickers.js';
import { notePlace } from './place.js';
import { planChoices, linkedChoice, linkedWindow, noteWindow } from './planplace.js';
import { classKey } from './planstyle.js';
import { BoxFigure } from './planboxes.js';
import { stackCard } from './stackcard.js';
import { mapPicture, usePicture } from './planpictures.js';
import { ganttSection } from './gantt.js';
import { isBudget, isUnlisted, planTitle, planFigures, bufferCard, budgetTable, fieldList, peakTable, bankTable, backingTable, findingTable, intervalTable } from './plantables.js';

// Intervals up to which the buffers follow the pointer over the use.
const MOST_FOLLOWED = 5000;
const PEAK_ORDER_WORDS = { program: 'program order', size: 'size', padding: 'padding' };
const SMALL_SHARE_WORDS = [['0', 'never'], ['0.001', 'below 0.1\u00a0% of the peak'], ['0.005', 'below 0.5\u00a0% of the peak'],
  ['0.02', 'below 2\u00a0% of the peak'], ['0.1', 'below 10\u00a0% of the peak']];

// One plan as it is drawn, with what the reader chose of it.
class PlanView {
  constructor(run, document, drawn) {
    this.run = run;
    this.document = document;
    this.drawn = drawn;
    this.budget = isBudget(document);
    this.pictured = !this.budget && !isUnlisted(document);
    this.chosen = { ...linkedChoice(document), stacked: true, hidden: new Set() };
    this.map = new BoxFigure('Addresses over steps', this.figureEvents('map'));
    this.use = new BoxFigure('Bytes in use per step', { ...this.figureEvents('use'),
      describe: box => this.describeStep(box.step), pick: box => this.pickStep(box) });
    this.pinned = el('div', 'pinned');
    this.peak = el('div', 'standing');
    this.order = 'size';
    this.smallShare = '0.005';
  }

  figureEvents(name) {
    return { describe: box => this.describe(box), pick: box => this.pin(box), window: () => linkedWindow(name),
      onWindow: view => this.note(() => noteWindow(name, view)) };
  }

  // Changes the link without a new drawing.
  note(change) {
    change();
    this.drawn.choices = planChoices();
  }

  describe(box) {
    return [bufferCard(this.document, box.of)];
  }

  describeStep(step) {
    if (this.document.intervals.length <= MOST_FOLLOWED) this.drawPeak(step);
    const { summary } = this.document;
    const used = summary.usedPerStep[step];
    const fields = [['step', count(step)], ['instruction', summary.instructions?.[step] ?? ''], ['used', count(used) + ' B']];
    if (summary.unpaddedPerStep[step] !== undefined) fields.push(['unpadded', count(summary.unpaddedPerStep[step]) + ' B']);
    if (summary.usedPerStepWithFailed[step] > used) {
      fields.push(['with failed', count(summary.usedPerStepWithFailed[step]) + ' B']);
    }
    return [fieldList(fields.filter(([, words]) => words !== ''))];
  }

  pin(box) {
    this.chosen.pinned = box === null || box.of === this.chosen.pinned ? null : box.of;
    this.note(() => notePlace({ pin: this.chosen.pinned }));
    this.drawPinned();
    this.drawMap();
    this.gantt.redraw();
  }

  pickStep(box) {
    if (box !== null) this.showStep(box.step);
  }

  showStep(step) {
    this.stepInput.value = step ?? '';
    this.chooseStep(step);
  }

  chooseStep(step) {
    this.chosen.step = step;
    this.note(() => notePlace({ step }));
    this.drawMap();
    this.drawPeak();
  }

  drawMap() {
    const picture = mapPicture(this.document, this.chosen);
    this.map.show(picture);
    Object.assign(this.map.node.dataset, { step: this.chosen.step ?? 'all', failed: picture.boxes.filter(box => box.failed).length,
      top: picture.boxes.reduce((top, box) => Math.max(top, box.high), 0) });
  }

  drawPinned() {
    const { pinned } = this.chosen;
    this.pinned.replaceChildren(...pinned === null ? [] : [el('h4', '', 'Pinned'), bufferCard(this.document, pinned)]);
  }

  drawPeak(step = this.chosen.step ?? this.document.summary.peakStep) {
    const title = step === this.document.summary.peakStep ? 'Buffers at the peak, step ' : 'Buffers at step ';
    const orders = listChoice('by', Object.entries(PEAK_ORDER_WORDS), this.order, order => {
      this.order = order;
      this.drawPeak();
    });
    const small = listChoice('small ones are one row', SMALL_SHARE_WORDS, this.smallShare, share => {
      this.smallShare = share;
      this.drawPeak();
    });
    const shown = { order: this.order, smallShare: Number(this.smallShare) };
    this.peak.replaceChildren(wideCard(title + count(step), el('div', 'choices', orders, small), peakTable(this.document, step, shown)));
    if (this.document.summary.bankBytes > 0) {
      this.peak.append(wideCard('Banks in use at step ' + count(step), bankTable(this.document, step)));
    }
  }

  classes() {
    const { intervals, summary } = this.document;
    const classes = [...new Set(intervals.map(one => one.bufferClass))].map(name => [name, summary.classBytes[name] ?? 0]).sort((a, b) => b[1] - a[1]);
    const key = classKey(classes.map(([name, size]) => [name, name + ', ' + (size > 0 ? bytes(size) : 'none') + ' at the peak']));
    if (intervals.some(one => one.wholeLoop)) key.append(el('span', '', 'dashed edge: held over every step'));
    if (intervals.some(one => one.placed === false)) key.append(el('span', 'bad', 'red edge: no place found, stacked above the arena'));
    return key;
  }

  stepChoice() {
    this.stepInput = el('input', { type: 'number', min: '0', max: String(this.document.steps - 1), placeholder: 'all' });
    this.stepInput.value = this.chosen.step ?? '';
    this.stepInput.addEventListener('input', () => {
      const step = Number(this.stepInput.value);
      const valid = this.stepInput.value !== '' && step >= 0 && step < this.document.steps;
      this.chooseStep(valid ? Math.floor(step) : null);
    });
    const all = button('all steps', () => this.showStep(null), { class: 'tool' });
    const stacked = listChoice('a single step is', [['stacked', 'stacked from 0'], ['placed', 'at its addresses']], 'stacked', value => {
      this.chosen.stacked = value === 'stacked';
      this.drawMap();
    });
    return el('div', 'choices', el('label', 'plan-choice', 'step ', this.stepInput), all, stacked);
  }

  intervals() {
    const list = el('div', '');
    const search = el('input', { type: 'search', placeholder: 'name, operation or class', 'aria-label': 'search intervals' });
    const draw = () => list.replaceChildren(intervalTable(this.document, search.value));
    search.addEventListener('input', draw);
    const details = el('details', 'card wide', el('summary', '', 'All intervals'), search, list);
    details.addEventListener('toggle', () => details.open && draw());
    return details;
  }

  nodes() {
    const { summary } = this.document;
    if (this.budget) return [wideCard('Parts', budgetTable(this.document)), planFigures(this.document)];
    const findings = summary.findings.length > 0 ? [wideCard('Findings', findingTable(summary.findings))] : [];
    if (!this.pictured) return [planFigures(this.document), ...findings];
    this.gantt = ganttSection(this.document, this.chosen, this.figureEvents('lifetimes'));
    const map = el('section', 'card wide', el('div', 'titled', el('h3', '', 'Addresses over steps'), this.stepChoice()), this.map.node, this.classes(), this.pinned);
    const use = wideCard('Use per step' + (summary.unpaddedPerStep.length > 0 ? ', unpadded and padding' : ''), this.use.node);
    // A program is seen in its use, a plan of borrowed buffers in their lifetimes, a search in its addresses.
    const program = summary.unpaddedPerStep.length > 0;
    this.use.node.classList.toggle('low', !program);
    const stack = stackCard();
    const nodes = this.document.holders !== null ? [stack.node, ...program ? [el('div', 'beside', use, this.peak)] : [this.peak], map, this.gantt.node]
      : summary.backings.length > 0 ? [this.gantt.node, map, use, this.peak] : [map, use, this.peak, this.gantt.node];
    if (this.document.holders !== null) {
      const where = { memory: summary.memory, capacityBytes: this.document.sizeBytes };
      stack.show(this.run, where, null, { ...this.document.holders, where });
    }
    nodes.splice(1, 0, planFigures(this.document));
    if (summary.backings.length > 0) nodes.push(wideCard('Buffers and their use', backingTable(summary.backings)));
    return [...nodes, ...findings, this.intervals()];
  }

  draw() {
    if (!this.pictured) return;
    this.drawPeak();
    this.drawPinned();
    this.drawMap();
    this.use.show(usePicture(this.document));
    this.gantt.redraw();
  }
}

const drawnPlans = new WeakMap();

async function planNodes(rows, row, drawn) {
  const run = await runDocument(drawn.run);
  const document = await planOf(drawn.run, row.plan);
  if (run === null || document === null) return [el('p', 'empty', 'This plan is no longer known.')];
  const view = new PlanView(run, document, drawn);
  const [picture, figures, ...others] = view.nodes();
  const nodes = [planTitle(row, run, document, planPickers(rows, row)), picture, figures, settingsCard(rows, row), ...others].filter(one => one !== null);
  queueMicrotask(() => view.draw());
  return nodes;
}

// Draws the chosen plan of a run into a node; that of its answer where none is chosen. While the plan has not
// changed, what is drawn stays.
export async function drawPlan(node, place) {
  const rows = await planRows(place.run);
  const { mainPlan } = await runDocument(place.run) ?? {};
  const row = rows.find(one => one.plan === place.plan)
    ?? rows.find(one => one.memory === place.memory) ?? rows.find(one => one.plan === mainPlan) ?? rows[0];
  if (row === undefined) {
    node.replaceChildren(el('p', 'empty', 'No plan is in this log.'));
    return;
  }
  const key = JSON.stringify([place.run, row, rows.length]);
  const before = drawnPlans.get(node);
  if (before?.key === key && before.choices === planChoices() && node.childElementCount > 0) return;
  const drawn = { run: place.run, key, choices: planChoices() };
  drawnPlans.set(node, drawn);
  const nodes = await planNodes(rows, row, drawn);
  if (drawnPlans.get(node) === drawn) node.replaceChildren(el('div', 'plan', ...nodes));
}
