// One run over time: what it is, and a row for each memory that it used.
local look = import 'look.libsonnet';
local p = import 'panels.libsonnet';
local f = import 'frame.libsonnet';
local column = look.column;
local run = f.ofRun();
local memory = f.ofMemory();
local noUse = 'the log states no use';

local max(metric, by='device') = 'max by (%s) (%s%s)' % [by, metric, memory];
local latest(metric, by='device') = f.latest(metric, memory, by);
local capacity = '(%s > 0)' % max('tidemark_memory_capacity_bytes');
local raiser = f.newest('tidemark_peak_op_info', f.ofMemory('rank="1"'), 'device', 'device, op, location');
local highest = 'max by (device) (max_over_time(tidemark_memory_window_peak_bytes%s[$__rate_interval]))' % memory;

local lines(selector) = 'sum by (run) (max without (job, instance) (last_over_time(tidemark_run_lines%s[$__range])))' % selector;

// Of the newest failed allocation: one line, so that the curve below it is on the first screen.
local failedAt = 'topk(1, %s)' % f.latest('tidemark_out_of_memory_timestamp_seconds', run, 'device, memory, op, diagnosis');
local failure(metric) = 'max(%s and on (device, memory) %s)' % [f.latest(metric, run, 'device, memory'), failedAt];
local header = [
  p.text('State', 'Where the run stands. After an out of memory it stays.', f.newest('tidemark_run_state', run, 'run', 'run, state'), 'state', mappings=look.states, noValue='not known') + p.at(0, 0, 4, 2),
  p.text(
    'What failed, and what to try',
    'The newest failed allocation in the words of its log, and what to try; else one that was refused.',
    'label_join(label_join(label_replace(label_replace(%s or label_replace(topk(1, %s) unless on () %s, "diagnosis", "refused", "", ""), "op", "an allocation", "op", ""), "diagnosis", "unknown", "diagnosis", ""), "what", ", ", "op", "memory"), "what", "|", "what", "diagnosis")'
    % [failedAt, f.latest('tidemark_refused_allocations', run, 'device, memory'), failedAt],
    'what',
    14,
    look.diagnoses,
    'no failed allocation'
  ) + p.at(4, 0, 8, 2),
  p.stat('Failed at', "When it failed: a link to that moment on Tidemark's page.", [p.now(failedAt + ' * 1000')], 'dateTimeAsIso', noValue='–', options={ text: { valueSize: 14 } })
  { fieldConfig+: { defaults+: look.momentLinks('${run:percentencode}', '__field.labels') } } + p.at(12, 0, 4, 2),
  p.stat('At the failure', 'Bytes that the failed allocation needed, and that were in use and free by its error.', [
    p.now(failure('tidemark_out_of_memory_needed_bytes'), 'needed\u00a0'),
    p.now(failure('tidemark_out_of_memory_used_bytes'), 'used\u00a0'),
    p.now(failure('tidemark_out_of_memory_free_bytes'), 'free\u00a0'),
  ], 'bytes', noValue='–', decimals=2, options={ textMode: 'value_and_name', orientation: 'vertical', text: { titleSize: 12, valueSize: 14 } }) + p.at(16, 0, 8, 2),
];

// Below a row of its own, else it would be repeated with each memory.
local whatItIs = [p.row('The log') + p.at(0, 17, 24, 1), p.table(
  'What it is',
  "The run's log, model and machine, when it began and ended, its lines and those that broke, failed allocations after which it went on, and the labels that its operator gave. The log is a link to Tidemark's page.",
  [
    p.rows(f.newest('tidemark_run_info', run, 'run', 'run, source, format, mode, model, host, worker')),
    p.rows('max by (run) (%s) * 1000' % f.latest('tidemark_run_start_timestamp_seconds', run, 'run')),
    p.rows('max by (run) (%s) * 1000' % f.latest('tidemark_run_end_timestamp_seconds', run, 'run')),
    p.rows('max without (job, instance) (last_over_time(tidemark_run_info%s[$__range])) and on (run, format, model, worker) %s' % [run, f.newest('tidemark_run_info', run, 'run', 'run, source, format, mode, model, host, worker')]),
    p.rows(lines(run)),
    p.rows(lines(f.ofRun('outcome="rejected"'))),
    p.rows('sum by (run) (%s)' % f.latest('tidemark_refused_allocations', run, 'run, device, memory')),
  ],
  [
    p.col('source', 'log', column.wide(130) + { links: [{ title: "Tidemark's page", url: look.pageUrl('${run:percentencode}'), targetBlank: true }] }),
    p.col('format', 'system', column.text(130)),
    p.col('model', 'model', column.text(95)),
    p.col('host', 'host', column.text(80)),
    p.col('worker', 'worker', column.text(185)),
    p.col('mode', 'read', column.text(76)),
    p.col('Value #B', 'started', column.time(170)),
    p.col('Value #C', 'ended', column.time(170)),
    p.col('Value #E', 'lines', column.count(64)),
    p.col('Value #F', 'rejected', column.wrong(72)),
    p.col('Value #G', 'refused', column.wrong(72, look.warning)),
  ],
  null,
  ['Value #A', 'Value #D', 'run', '__name__']
) + p.at(0, 18, 24, 4)];

// What a plan or a training needs, or an error states, of a memory of which the log states no use.
local needed = latest('tidemark_memory_needed_bytes');
local size = '(%s > 0)' % latest('tidemark_memory_capacity_bytes');

// Of a run that was over before the first scrape.
local unseen(expr) = 'max(%s) unless on () max(last_over_time(tidemark_memory_used_bytes%s[$__range] @ end()))' % [expr, memory];

// The fullest of the chosen devices; the row of devices has each.
local fullest(metric) = 'max(%s)' % max(metric);
// Both figures of the device with the least that is free: the smallest block may be another's.
local free = max('tidemark_memory_free_bytes');
local block = max('tidemark_memory_largest_free_block_bytes');
local bytes = look.field('bytes', { unit: 'bytes', decimals: 2, thresholds: look.plain });
local perMemory = [
  p.row('$memory', repeat='memory') + p.at(0, 2, 24, 1),
  p.curves('Use', 'Use of the fullest device at each snapshot, the highest use between two scrapes, and the capacity; of a log that states no use, what its plan or training needs or its error states, and of one that was over before the first scrape its peak. A thin line marks a start, the peak with its op, an alert, an out of memory.', [
    p.curve('max(%s)' % highest, 'peak between scrapes'),
    p.curve(fullest('tidemark_memory_used_bytes'), 'used'),
    p.curve('max(%s)' % needed, 'needed'),
    p.curve(unseen('tidemark_run_memory_peak_bytes%s > 0' % memory), 'peak'),
    p.curve(fullest('tidemark_memory_capacity_bytes'), 'capacity'),
  ], 'bytes', defaults={ min: 0 }, overrides=[
    look.limit('capacity'),
    look.coloured('peak between scrapes', look.warning),
    look.fields('used|needed|peak', { color: look.fixed(look.blue), 'custom.fillOpacity': 20 }),
  ], listed=true) + p.at(0, 3, 15, 8),
  p.stat('Now', 'Share of the capacity at the newest snapshot.', [
    p.now('max(%s / %s)' % [max('tidemark_memory_used_bytes'), capacity], 'of capacity'),
    p.now('max(%s unless on (device) %s)' % [max('tidemark_memory_used_bytes'), capacity], 'bytes'),
  ], 'percentunit', look.share, decimals=1, noValue='not live', overrides=[bytes], options={ textMode: 'value', text: { valueSize: 20 } }) + p.at(15, 3, 3, 2),
  p.stat('Peak', 'The highest use that the log states, or what its plan or training needs or its error states, as a share of the capacity and in bytes.', [
    p.now('max(%s / %s)' % [latest('tidemark_run_memory_peak_bytes'), size], 'of capacity'),
    p.now('max(%s / %s)' % [needed, size], 'needed'),
    p.now('max(%s > 0) or max(%s)' % [latest('tidemark_run_memory_peak_bytes'), needed], 'bytes'),
  ], 'percentunit', look.share, decimals=1, noValue=noUse, overrides=[bytes, look.field('needed', { thresholds: look.planShare })], options={ textMode: 'value', text: { valueSize: 20 } }) + p.at(18, 3, 6, 2),
  p.stat('Against the last run', 'More use than in the last run at the same point of the program, as a share of that; the highest of the devices.', [p.now('max(%s)' % latest('tidemark_memory_over_last_run_ratio'))], 'percentunit', decimals=1, noValue='no last run', options={ text: { valueSize: 16 } }) + p.at(15, 5, 4, 2),
  p.stat('Peak at', 'When the log stated the highest use.', [p.now('max(%s) * 1000' % latest('tidemark_run_memory_peak_timestamp_seconds'))], 'dateTimeAsIso', noValue='–', options={ text: { valueSize: 16 } }) + p.at(19, 5, 5, 2),
  p.text(
    'Peak raised by',
    'The op that raised use to the peak, and its place in the program.',
    'label_join(topk(1, %s), "by", " ", "op", "location")' % raiser,
    'by',
    14,
    noValue='the log names no op'
  ) + p.at(15, 7, 9, 2),
  p.table(
    'Held at the peak by',
    'Who holds the memory at its peak, on each device: the largest ops, else the parts of a plan, an engine or a training, and the rest. They add up to the peak; what was freed of unknown holders is below 0.',
    [p.rows('%s or %s unless on () max(%s)' % [max('tidemark_held_at_peak_bytes', 'device, holder'), latest('tidemark_held_at_peak_bytes', 'device, holder'), 'tidemark_held_at_peak_bytes%s' % memory])],
    [
      p.col('holder', 'holder', column.wide(150)),
      p.col('device', 'device', column.text(64)),
      p.col('Value', 'held', column.bytes(170) + column.bar),
    ],
    { field: 'Value', desc: true },
    noValue='the log states no holder'
  ) + p.at(15, 9, 9, 8),
  p.curves('Free: the largest block and the rest', 'What is free on the fullest device, split into the largest contiguous block and the rest. Free bytes outside of the largest block help no large tensor. Of a log that states no use, what its plan or training leaves, or what its error states.', [
    p.curve('max(%s and on (device) bottomk(1, %s))' % [block, free], 'largest block'),
    p.curve('max(bottomk(1, %s) - on (device) %s)' % [free, block], 'other free blocks'),
    p.curve('min(%s unless on (device) %s) or max(%s - %s > 0)' % [free, block, size, needed], 'free'),
  ], 'bytes', fill=40, stacked=true, defaults={ min: 0, noValue: 'the log states nothing that is free' }, overrides=[
    look.fields('largest block|free', { color: look.fixed(look.free) }),
    look.coloured('other free blocks', look.warning),
  ], listed=true) + p.at(0, 11, 15, 6),
];

local parts = p.row('Parts of a budget, a plan or a training', true, [
  p.table(
    'Parts',
    'Weights, KV cache and graphs of an engine, classes of the buffers of a plan, model, optimizer and activations of a training, of each plan.',
    [p.rows('topk(20, %s)' % f.latest('tidemark_part_bytes', run, 'plan, memory, part'))],
    [
      p.col('memory', 'memory', column.text(100)),
      p.col('plan', 'plan', column.text(250)),
      p.col('part', 'part', column.wide(200)),
      p.col('Value', 'held', column.bytes(400) + column.bar),
    ]
  ) + p.at(0, 23, 24, 9),
]) + p.at(0, 22, 24, 1);

local compared = p.row('Submissions and the last run', true, [
  p.curves('Rise per submission', 'By how much use rises from one submission to the next at one point of the program, or from one logged step of a training to the next. What stays above 0 is a leak.', [
    p.curve(max('tidemark_leak_bytes_per_submission', 'device, memory'), '{{memory}}, device {{device}}'),
  ], 'bytes') + p.at(0, 24, 12, 8),
  p.stat('Against the last good runs', 'Peak above the highest of the last five good runs, as a share.', [p.now('max(%s)' % f.latest('tidemark_run_growth_ratio', run, 'run'))], 'percentunit', decimals=1, noValue='no good run before', options={ text: { valueSize: 24 } }) + p.at(0, 32, 12, 4),
  p.curves('Against the last run', 'More use than in the last run at the same point of the program, as a share of that.', [
    p.curve(max('tidemark_memory_over_last_run_ratio', 'device, memory'), '{{memory}}, device {{device}}'),
  ], 'percentunit', overrides=[look.fields('.*', { 'custom.axisSoftMax': 0.1 })]) + p.at(12, 24, 12, 8),
]) + p.at(0, 23, 24, 1);

local ofCapacity = '%s / (%s > 0)' % [max('tidemark_memory_used_bytes', 'device, memory'), max('tidemark_memory_capacity_bytes', 'device, memory')];
local devices = p.row('Devices', true, [
  {
    type: 'status-history',
    title: 'Use by device',
    description: 'Share of the capacity of each device and memory over time: a map of many devices.',
    datasource: { type: 'prometheus', uid: '$datasource' },
    maxDataPoints: 60,
    targets: [p.curve(ofCapacity, '{{memory}} {{device}}') { refId: 'A' }],
    fieldConfig: { defaults: { unit: 'percentunit', decimals: 0, min: 0, max: 1, thresholds: look.share, color: { mode: 'thresholds' }, custom: { fillOpacity: 70, lineWidth: 0 } }, overrides: [] },
    options: { showValue: 'never', rowHeight: 0.9, colWidth: 0.95, legend: { showLegend: false, displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'single', sort: 'none' } },
  } + p.at(0, 25, 12, 10),
  p.curves('Use of each device', 'Use of each device and memory as a share of its capacity.', [p.curve(ofCapacity, '{{memory}} {{device}}')], 'percentunit', defaults={ min: 0, max: 1 }, beside=true) + p.at(12, 25, 12, 10),
]) + p.at(0, 24, 24, 1);

f.dashboard(
  'tidemark-run',
  'Run',
  'One run: its state, and for each memory in use how full it is and was, and what raised it.',
  [f.variables.run, f.variables.host, f.variables.device, f.variables.memories],
  [f.marks.start(run), f.marks.end(run), f.marks.alert(run), f.marks.peak(run), f.marks.outOfMemory(run)],
  header + perMemory + whatItIs + [parts, compared, devices]
)
