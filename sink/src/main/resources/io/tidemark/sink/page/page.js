'use strict';

// Draws the document of /api/v1/board with the helpers of parts.js.

const MORE_ROWS = 50;

function peakSentence(memory) {
  const { peak, capacityBytes } = memory;
  const share = capacityBytes > 0 ? ' (' + percent(peak.usedBytes / capacityBytes) + ')' : '';
  const text = 'Peak ' + bytes(peak.usedBytes) + share;
  return text + ', ' + memory.culprit + '.';
}

// The rows of a list beyond its head, once they were asked for.
const moreRows = list => more.get(list)?.rows ?? [];

function moreButton(list, shown, inAll) {
  if (shown >= inAll) return '';
  const next = Math.min(MORE_ROWS, inAll - shown);
  const button = el('button', 'more', 'next ' + count(next) + ' of ' + count(inAll));
  const from = shown - moreRows(list).length;
  button.addEventListener('click', () => askFor(list, { from, until: shown + next, rows: moreRows(list) }));
  return button;
}

const listOf = (table, run) => 'api/v1/' + table + '?run=' + encodeURIComponent(run);

function memoryCard(run, memory, severalDevices, lines) {
  const ended = run.endMillis !== undefined;
  const name = severalDevices ? memory.memory + ' · device ' + memory.device : memory.memory;
  const known = memory.capacityBytes > 0;
  const share = el('span', 'share', known ? percent(memory.usedBytes / memory.capacityBytes) : '–');
  const card = el('section', 'card', el('div', 'top', el('h3', '', name), share));
  if (known) {
    card.append(bar(memory));
    const line = lines.find(one => one.device === memory.device && one.memory === memory.memory);
    const drawn = line ? chart(line.bySnapshot, memory) : null;
    if (drawn) card.append(drawn);
    const banks = memory.banks > 1 ? ' over ' + plural(memory.banks, 'bank') : '';
    card.append(el('p', 'figures', (ended ? 'At the end ' : '')
        + bytes(memory.usedBytes) + ' of ' + bytes(memory.capacityBytes) + banks
        + (memory.largestFreeBytes < 0 ? '' : ' · largest free block ' + bytes(memory.largestFreeBytes))));
  } else {
    card.append(el('p', 'quiet', 'Not configured: the log states a capacity of 0.'));
  }
  if (memory.peak.usedBytes > 0) card.append(el('p', 'quiet', peakSentence(memory)));
  if (memory.live !== undefined && memory.live.count > 0) {
    const live = memory.live;
    card.append(el('p', 'quiet', `${live.count} tensors alive: ${bytes(live.weightBytes)} of weights, `
      + `${bytes(live.activationBytes)} of activations, ${bytes(live.otherBytes)} others; `
      + `${bytes(live.paddingBytes)} of it padding.`));
  }
  if (memory.constEvalBytes !== undefined) {
    card.append(el('p', 'quiet', bytes(memory.constEvalBytes) + ' once the constants were computed: mostly weights.'));
  }
  if (memory.leakBytesPerSubmission > 0) {
    card.append(el('p', 'bad', 'Rises by ' + bytes(memory.leakBytesPerSubmission) + ' from one submission to the next.'));
  }
  if (memory.overLastRunWords !== undefined) {
    const over = memory.overLastRun;
    card.append(el('p', over.usedBytes > over.lastUsedBytes ? 'bad' : 'quiet', memory.overLastRunWords
      + ': ' + bytes(over.usedBytes) + ' for ' + bytes(over.lastUsedBytes) + ' in run ' + over.run + '.'));
  }
  const list = listOf('ops', run.id) + '&device=' + encodeURIComponent(memory.device) + '&memory=' + encodeURIComponent(memory.memory);
  const ops = memory.ops.concat(moreRows(list));
  if (ops.length > 0) {
    card.append(el('h4', '', 'Ops that raised use most, of ' + count(memory.opsInAll)));
    if (memory.opsNote) card.append(el('p', 'quiet', memory.opsNote));
    card.append(table(['op', 'growth', 'net', 'net at the peak', 'highest use', 'times'],
        ops.map(op => ({ cells: [op.op, bytes(op.growthBytes), bytes(op.netBytes),
          op.heldAtPeakBytes === undefined ? '–' : bytes(op.heldAtPeakBytes), bytes(op.peakBytes), count(op.count)] }))));
    card.append(moreButton(list, ops.length, memory.opsInAll));
    if (memory.heldBeforeBytes !== undefined) {
      card.append(el('p', 'quiet', 'Of the peak by no op: ' + bytes(memory.heldBeforeBytes)
        + ', in use before the first one or changed by nobody known.'));
    }
  }
  return card;
}

function planCard(run) {
  const card = el('section', 'card wide', el('h3', '', 'Static plans'));
  const list = listOf('plans', run.id);
  const plans = run.plans.concat(moreRows(list));
  const rows = plans.map(plan => ({
    className: plan.failed > 0 ? 'quiet' : '',
    cells: [plan.plan, plan.memory, plan.verdict, bytes(plan.peakBytes), bytes(plan.arenaBytes),
      plan.capacityBytes > 0 ? percent(plan.arenaBytes / plan.capacityBytes) : '–',
      count(plan.placed), count(plan.failed)],
  }));
  card.append(table(['plan', 'memory', 'verdict', 'peak', 'arena', 'of capacity', 'placed', 'failed'], rows));
  card.append(moreButton(list, plans.length, run.plansInAll));
  return card;
}

function outOfMemory(run) {
  const box = el('section', 'alarm', el('h3', '', 'Out of memory: ' + plural(run.outOfMemoryCount, 'failed allocation')));
  for (const event of run.outOfMemory.slice(-5).reverse()) {
    const figures = [];
    const perBank = event.banks === 1 ? '' : ' per bank';
    if (event.neededBytes >= 0) figures.push('needed ' + bytes(event.neededBytes));
    if (event.neededPerBank >= 0 && perBank) figures.push(bytes(event.neededPerBank) + perBank);
    if (event.bankBytes >= 0 && !perBank) figures.push('of ' + bytes(event.bankBytes));
    if (event.freePerBank >= 0) figures.push('free ' + bytes(event.freePerBank) + perBank);
    if (event.largestFreePerBank >= 0) figures.push('largest block ' + bytes(event.largestFreePerBank));
    if (event.where) figures.push('on ' + event.where);
    const during = event.during ? ', during ' + event.during : '';
    const diagnosis = event.diagnosis.toLowerCase().replaceAll('_', ' ');
    box.append(el('p', '', event.memory + ' of device ' + event.device + ': ' + figures.join(', ')
        + ' — ' + diagnosis + during));
  }
  return box;
}

function alerts(run) {
  // A failed allocation has a box of its own, with its figures.
  const others = run.alerts.filter(alert => alert.alert !== 'TidemarkOutOfMemory');
  if (others.length === 0) return null;
  const box = el('section', 'alerts');
  for (const alert of others) {
    const name = alert.alert.replace(/^Tidemark(Memory)?/, '').replace(/(?!^)([A-Z])/g, ' $1').toLowerCase();
    const badge = el('span', 'badge ' + (alert.active ? alert.severity : ''), alert.active ? name : name + ', over');
    badge.title = alert.alert + ' since ' + time(alert.startMillis);
    box.append(el('p', alert.active ? '' : 'quiet', badge, ' ', alert.sentence));
  }
  return box;
}

function runSection(run) {
  const level = { live: ' live', out_of_memory: ' critical' }[run.state] ?? '';
  const badge = el('span', 'badge' + level, run.verdict);
  const facts = [time(run.startMillis), plural(run.lines, 'line'), plural(run.snapshots, 'snapshot')];
  if (run.formats.length > 0) facts.unshift(run.formats.join(', '));
  if (run.worker !== undefined) facts.unshift('worker ' + run.worker);
  const about = el('div', 'about', el('h2', '', run.id), badge, el('p', 'quiet', facts.join(' · ')));
  if (run.rejected > 0) about.append(el('p', 'bad', plural(run.rejected, 'line') + ' could not be read'));
  if (run.quoted > 0) about.append(el('p', 'quiet', plural(run.quoted, 'quoted line') + ' (no logger wrote ' + (run.quoted === 1 ? 'it' : 'them') + ')'));
  if (run.contradictions !== undefined) {
    about.append(el('p', 'bad', plural(run.contradictions, 'line') + (run.contradictions === 1 ? ' contradicts those' : ' contradict those')
      + ' before: several write into the log, unmarked'));
  }
  if (run.gaps > 0) about.append(el('p', 'bad', plural(run.gaps, 'gap')));
  const section = el('section', 'run', about);
  if (run.outOfMemoryCount > 0) section.append(outOfMemory(run));
  const alertBox = alerts(run);
  if (alertBox) section.append(alertBox);
  const severalDevices = new Set(run.memories.map(memory => memory.device)).size > 1;
  const lines = timelines.get(run.id)?.lines ?? [];
  const cards = el('div', 'cards',
    ...run.memories.map(memory => memoryCard(run, memory, severalDevices, lines)));
  if (run.training && run.training.phases.length > 0) cards.append(trainingCard(run.training));
  if (run.plans.length > 0) cards.append(planCard(run));
  section.append(cards);
  return section;
}

function parkedBox(parked) {
  const box = el('section', 'alarm', el('h3', '', 'Analysis failed: ' + plural(parked.length, 'source')));
  for (const one of parked) {
    const state = one.state === 'PARKED' ? ' is parked: ' : ' catches up: ';
    box.append(el('p', '', one.source + state + one.sentence));
  }
  return box;
}

function runRow(run) {
  const link = el('a', '', run.id);
  link.href = '?run=' + encodeURIComponent(run.id);
  return { cells: [link, run.verdict, time(run.startMillis), count(run.lines), count(run.snapshots)] };
}

function moreRuns(board) {
  const runs = moreRows(RUNS);
  const box = el('section', 'card wide', el('h3', '', 'More runs'));
  if (runs.length > 0) box.append(table(['run', 'state', 'begin', 'lines', 'snapshots'], runs.map(runRow)));
  box.append(moreButton(RUNS, board.runs.length + runs.length, board.runsInAll));
  return box;
}

function emptyText(board) {
  if (onlyRun !== null) return 'The run ' + onlyRun + ' is not known.';
  return board.ready ? 'No run yet. It appears here with the first line of a log.' : 'Reading what is there…';
}

function draw(board) {
  const sections = board.runs.map(runSection);
  if (board.parked.length > 0) sections.unshift(parkedBox(board.parked));
  if (sections.length === 0) {
    sections.push(el('p', 'empty', emptyText(board)));
  } else if (board.runsInAll > board.runs.length) {
    sections.push(moreRuns(board));
  }
  if (onlyRun !== null) {
    const all = el('a', '', 'all runs');
    all.href = location.pathname;
    sections.unshift(el('p', 'quiet', all));
  }
  document.getElementById('runs').replaceChildren(...sections);
}

function showState(text, lost) {
  const state = document.getElementById('state');
  if (state.textContent !== text) state.textContent = text;
  state.className = lost ? 'lost' : '';
}
