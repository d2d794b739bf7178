import { onChartKey } from './chartkeys.js';
import { memoryChart } from './charts.js';
import { inReport } from './documents.js';
import { highsOf, timelineOf } from './highest.js';
import { markList } from './marklist.js';
import { marksOf } from './marks.js';
import { factsOf } from './memoryfacts.js';
import { operationView } from './operations.js';
import { opTable, opsOf } from './optable.js';
import { el, buttonChoice, card, isMemory } from './parts.js';
import { runDocument } from './plandata.js';
import { coarsePart, partOf, surrounded, uploadedLevel, wholeOf } from './points.js';
import { stackCard } from './stackcard.js';
import { pointSentence, useOption } from './usechart.js';

// A memory of a run: who holds it, its use as a chart that can be zoomed, its figures, its ops.

const ZOOM_SETTLES_MILLIS = 150;
// Snapshots are written some time after they are counted.
const WRITTEN_AFTER_MILLIS = 1000;
const MOST_WAITS = 30;

const sameMemory = (run, memory) => run.memories?.find(isMemory(memory)) ?? memory;

export class MemoryView {
  constructor(memory) {
    this.chosen = { by: 'program', base: 'uploaded', unit: 'total', range: null };
    this.loaded = { points: [], single: true, partial: null, marks: {} };
    this.whole = this.loaded;
    this.ghost = [];
    this.view = { points: [] };
    this.hidden = new Set();
    this.marks = markList(kind => this.switchMarks(kind), x => this.goToX(x));
    this.at = null;
    this.facts = el('div', 'card wide');
    this.switches = el('div', 'choices');
    this.readout = el('p', { class: 'readout', 'aria-live': 'polite' });
    this.use = memoryChart(memory, 'use', 'use of', 360);
    this.stack = stackCard();
    this.timeline = null;
    this.ops = opTable();
    this.operations = operationView(memory);
    const useCard = el('section', 'card wide', el('div', 'titled', el('h3', '', memory.memory + ' over the run'), this.switches), this.use.node, this.readout, this.operations.shapes, this.marks.node);
    this.opsCard = card('Ops that changed use', this.ops.node);
    this.node = el('div', 'cards', this.stack.node, useCard, this.facts, this.opsCard, ...this.operations.nodes);
    this.use.ready(drawn => this.listen(drawn));
    this.use.area.addEventListener('keydown', event => onChartKey(this, event));
  }

  // `held` is the document `holders`.
  async show(run, memory, place, held) {
    this.run = run;
    this.memory = memory;
    const ops = await opsOf(run, memory);
    this.opsCard.hidden = ops.length === 0;
    this.ops.show(memory, ops);
    const last = memory.overLastRun?.run;
    const before = last === undefined ? null : await runDocument(last);
    this.ghost = before === null ? [] : (await wholeOf(before, sameMemory(before, memory), 'program')).points;
    this.timeline = await timelineOf(run, memory);
    this.stack.show(run, memory, this.timeline, isMemory(memory)(run.answer.where ?? {}) && held.bands.length > 1 ? held : null);
    await this.operations.show(run);
    await this.load();
    if (place.at !== undefined && this.at !== place.at) await this.goToMillis(Number(place.at));
    this.at = place.at ?? null;
  }

  async load() {
    const { by, range } = this.chosen;
    // Another part may be chosen meanwhile.
    const isWanted = () => by === this.chosen.by && range === this.chosen.range;
    const loaded = range === null ? await wholeOf(this.run, this.memory, by)
      : await partOf(this.run, this.memory, by, range, this.whole, isWanted);
    if (!isWanted()) return;
    delete this.use.area.dataset.reading;
    this.loaded = loaded;
    if (range === null) this.whole = loaded;
    this.draw();
    this.awaitWritten(isWanted);
  }

  // Reads again what was counted and is not yet written.
  awaitWritten(isWanted) {
    clearTimeout(this.waiting);
    this.waits = this.loaded.isAwaited ? (this.waits ?? 0) + 1 : 0;
    if (this.loaded.isAwaited && this.waits <= MOST_WAITS) {
      this.waiting = setTimeout(() => isWanted() && this.use.area.isConnected && this.load(), WRITTEN_AFTER_MILLIS);
    }
  }

  // Points outside the range keep the slider's picture of the run.
  shown() {
    const base = this.chosen.base === 'zero' ? null : uploadedLevel(this.whole.points);
    const whole = this.whole.points;
    const { points } = this.loaded;
    const around = this.chosen.range === null ? points : surrounded(points, whole);
    return { ...this.chosen, points: around, ends: whole.length === 0 ? points : whole, single: this.loaded.single, base,
      divisor: this.chosen.unit === 'bank' ? this.memory.banks : 1, ghost: this.chosen.by === 'program' ? this.ghost : [] };
  }

  draw() {
    const groups = marksOf({ run: this.run, memory: this.memory, by: this.chosen.by, whole: this.whole, loaded: this.loaded,
      times: this.timeline === null ? [] : highsOf(this.timeline.byTime) });
    this.view = { ...this.shown(), groups: groups.filter(group => !this.hidden.has(group.kind)) };
    this.marks.show(groups, this.hidden, this.chosen.by);
    this.facts.replaceChildren(...factsOf(this.run, this.memory, this.whole.points));
    this.drawSwitches();
    this.use.show(() => useOption(this.memory, this.view));
    Object.assign(this.use.area.dataset, { points: this.loaded.points.length, single: this.loaded.single, range: this.chosen.range?.join(' ') ?? '' });
  }

  drawSwitches() {
    if (this.switches.contains(document.activeElement)) return;
    const choose = (name, value) => {
      this.chosen[name] = value;
      if (name === 'by') this.chosen.range = null;
      return name === 'by' ? this.load() : this.draw();
    };
    const switches = [buttonChoice('axis', [['program', 'program order'], ['time', 'time']], this.chosen.by, value => choose('by', value))];
    const level = uploadedLevel(this.whole.points);
    if (level !== null) {
      switches.push(buttonChoice('from', [['zero', 'from 0'], ['uploaded', 'fitted to what moves']], this.chosen.base, value => choose('base', value)));
    }
    if (this.memory.banks > 1) {
      switches.push(buttonChoice('unit', [['total', 'all banks'], ['bank', 'per bank']], this.chosen.unit, value => choose('unit', value)));
    }
    if (this.loaded.partial !== null) switches.push(el('span', 'quiet', this.loaded.partial));
    this.switches.replaceChildren(...switches);
  }

  listen(drawn) {
    drawn.on('datazoom', () => {
      clearTimeout(this.settling);
      this.settling = setTimeout(() => this.onZoom(drawn.getOption().dataZoom[0]), ZOOM_SETTLES_MILLIS);
    });
    drawn.on('updateAxisPointer', event => {
      if (event.dataIndex !== undefined && event.seriesIndex === 0) this.read(event.dataIndex);
    });
    this.drawn = drawn;
  }

  read(index) {
    const { points } = this.view;
    if (points[index] === undefined) return;
    this.index = index;
    this.readout.textContent = pointSentence(points[index], this.chosen.by, this.chosen.unit === 'bank' ? this.memory.banks : 1,
      points[index - 1]);
    this.operations.read(points[index]);
  }

  onZoom(window) {
    const whole = window.start === 0 && window.end === 100;
    this.zoomTo(whole ? null : [Math.floor(window.startValue), Math.ceil(window.endValue) + 1]);
  }

  zoomTo(range) {
    if (JSON.stringify(range) === JSON.stringify(this.chosen.range)) return;
    this.chosen.range = range;
    if (!inReport && range !== null) {
      this.use.area.dataset.reading = 'true';
      this.loaded = coarsePart(this.whole, range);
      this.draw();
    }
    this.load();
  }

  point(index) {
    this.drawn?.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: index });
    this.read(index);
  }

  // Reads the point nearest to a place on the axis.
  goToX(x) {
    const distances = this.view.points.map(point => Math.abs(point.x - x));
    if (distances.length > 0) this.point(distances.indexOf(Math.min(...distances)));
    this.use.area.focus();
  }

  switchMarks(kind) {
    if (!this.hidden.delete(kind)) this.hidden.add(kind);
    this.draw();
  }

  // The point nearest to a moment, as a link of an alert names it.
  async goToMillis(millis) {
    // Buckets along program order name no time.
    if (this.chosen.by === 'program' && this.view.points.every(point => point.millis === null)) {
      this.chosen.by = 'time';
      await this.load();
    }
    const { points } = this.view;
    let best = -1;
    points.forEach((point, i) => {
      // Of snapshots of one millisecond the last is what a failure or an alert is about.
      if (point.millis !== null && (best < 0 || Math.abs(point.millis - millis) <= Math.abs(points[best].millis - millis))) best = i;
    });
    if (best >= 0) this.point(best);
  }
}
