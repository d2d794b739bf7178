// One run over time: what it is, and a row for each memory that it used.
local look = import 'look.libsonnet';
local p = import 'panels.libsonnet';
local f = import 'frame.libsonnet';
local column = look.column;
local run = f.ofRun();
local memory = f.ofMemory();
local noUse = 'the log states no use: see Plans';

local max(metric, by='device') = 'max by (%s) (%s%s)' % [by, metric, memory];
local latest(metric, by='device') = f.latest(metric, memory, by);
local capacity = '(%s > 0)' % max('tidemark_memory_capacity_bytes');
local highest = 'max by (device) (max_over_time(tidemark_memory_window_peak_bytes%s[$__rate_interval]))' % memory;

local lines(selector) = 'sum by (run) (max without (job, instance) (last_over_time(tidemark_run_lines%s[$__range])))' % selector;

local header = [
  p.text('State', 'Where the run stands. After an out of memory it stays.', f.newest('tidemark_run_state', run, 'run', 'run, state'), 'state', mappings=look.states, noValue='not known') + p.at(0, 0, 4, 4),
  p.table(
    'What it is',
    "The run's log, model and machine, when it began and ended, its lines and those that broke, and the labels that its operator gave. The log is a link to Tidemark's page.",
    [
      p.rows(f.newest('tidemark_run_info', run, 'run', 'run, source, format, mode, model, host, worker')),
      p.rows('max by (run) (%s) * 1000' % f.latest('tidemark_run_start_timestamp_seconds', run, 'run')),
      p.rows('max by (run) (%s) * 1000' % f.latest('tidemark_run_end_timestamp_seconds', run, 'run')),
      p.rows('max without (job, instance) (last_over_time(tidemark_run_info%s[$__range]))' % run),
      p.rows(lines(run)),
      p.rows(lines(f.ofRun('outcome="rejected"'))),
    ],
    [
      p.col('source', 'log', column.text(153) + { links: [{ title: "Tidemark's page", url: look.pageUrl('${run:percentencode}'), targetBlank: true }] }),
      p.col('format', 'system', column.text(105)),
      p.col('model', 'model', column.text(95)),
      p.col('host', 'host', column.text(80)),
      p.col('worker', 'worker', column.text(60)),
      p.col('mode', 'read', column.text(72)),
      p.col('Value #B', 'started', column.time(170)),
      p.col('Value #C', 'ended', column.time(170)),
      p.col('Value #E', 'lines', column.count(70)),
      p.col('Value #F', 'rejected', column.wrong(66)),
    ],
    null,
    ['Value #A', 'Value #D', 'run', '__name__']
  ) + p.at(4, 0, 20, 4),
];

local failure(metric) = f.latest(metric, run, 'device, memory');
local outOfMemory = p.table(
  'Out of memory',
  "The newest failed allocation of each memory in the words of its log, and what to try; refused are those after which the run went on. When it failed is a link to that moment on Tidemark's page. No row: none failed.",
  [
    p.rows('topk by (device, memory) (1, %s) * 1000' % f.latest('tidemark_out_of_memory_timestamp_seconds', run, 'device, memory, op, diagnosis')),
    p.rows(failure('tidemark_out_of_memory_needed_bytes')),
    p.rows(failure('tidemark_out_of_memory_free_bytes')),
    p.rows('%s and on (device, memory) %s' % [failure('tidemark_run_memory_peak_bytes'), failure('tidemark_out_of_memory_timestamp_seconds')]),
    p.rows(failure('tidemark_refused_allocations')),
  ],
  [
    p.col('Value #A', 'when', column.time(160) + look.momentLinks('${run:percentencode}')),
    p.col('op', 'during', column.text(165)),
    p.col('memory', 'memory', column.text(80)),
    p.col('device', 'device', column.text(60)),
    p.col('Value #B', 'needed', column.bytes(90)),
    p.col('Value #C', 'free', column.bytes(90)),
    p.col('Value #D', 'peak', column.bytes(90)),
    p.col('Value #E', 'refused', column.count(70)),
    p.col('diagnosis', 'diagnosis: what to try', column.mapped(435, look.diagnoses)),
  ],
  { field: 'Value #A', desc: true }
) + p.at(0, 4, 24, 4);

local perMemory = [
  p.row('$memory', repeat='memory') + p.at(0, 8, 24, 1),
  p.stat('Now', 'Share of the capacity at the newest snapshot.', [p.now('%s / %s' % [max('tidemark_memory_used_bytes'), capacity], 'device {{device}}')], 'percentunit', look.share, decimals=1, noValue='not live', options={ text: { valueSize: 28 } }) + p.at(0, 9, 4, 3),
  p.stat('Against the last run', 'More use than in the last run at the same point of the program, as a share of that; the highest of the devices.', [p.now('max(%s)' % latest('tidemark_memory_over_last_run_ratio'))], 'percentunit', decimals=1, noValue='no last run', options={ text: { valueSize: 18 } }) + p.at(0, 12, 4, 3),
  p.stat('Peak', 'The highest use that the log states, as a share of the capacity and in bytes.', [
    p.now('max(%s / (%s > 0))' % [latest('tidemark_run_memory_peak_bytes'), latest('tidemark_memory_capacity_bytes')], 'of capacity'),
    p.now('max(%s)' % latest('tidemark_run_memory_peak_bytes'), 'bytes'),
  ], 'percentunit', look.share, decimals=1, noValue=noUse, overrides=[look.field('bytes', { unit: 'bytes', thresholds: look.plain })], options={ textMode: 'value' }) + p.at(4, 9, 4, 6),
  p.stat('Peak at', 'When the log stated the highest use.', [p.now('max(%s) * 1000' % latest('tidemark_run_memory_peak_timestamp_seconds'))], 'dateTimeAsIso', noValue=noUse, options={ text: { valueSize: 18 } }) + p.at(8, 9, 4, 6),
  p.table(
    'Peak raised by',
    'The op that raised use to the peak first, with its place in the program; then other ops that raised use.',
    [p.rows(f.newest('tidemark_peak_op_info', f.ofMemory('rank=~"[1-3]"'), 'device, rank', 'device, rank, op, location'))],
    [
      p.col('rank', '#', column.text(30)),
      p.col('op', 'op', column.text(240)),
      p.col('location', 'location', column.text(345)),
    ],
    { field: 'rank', desc: false },
    ['Value', 'device']
  ) + p.at(12, 9, 12, 6),
  p.curves('Use', 'Use at each snapshot, the highest use between two scrapes, and the capacity. A thin line marks a start, the peak with its op, an alert, an out of memory.', [
    p.curve(highest, 'peak, device {{device}}'),
    p.curve(max('tidemark_memory_used_bytes'), 'used, device {{device}}'),
    p.curve('max(%s)' % max('tidemark_memory_capacity_bytes'), 'capacity'),
  ], 'bytes', defaults={ min: 0 }, overrides=[
    look.limit('capacity'),
    look.fields('peak, .*', { color: look.fixed(look.warning) }),
    look.fields('used, .*', { color: look.fixed(look.blue), 'custom.fillOpacity': 20 }),
  ]) + p.at(0, 15, 14, 9),
  p.curves('Free: the largest block and the rest', 'What is free, split into the largest contiguous block and the rest. Free bytes outside of the largest block help no large tensor.', [
    p.curve('sum(%s)' % max('tidemark_memory_largest_free_block_bytes'), 'largest block'),
    p.curve('sum(%s - %s)' % [max('tidemark_memory_free_bytes'), max('tidemark_memory_largest_free_block_bytes')], 'other free blocks'),
    p.curve('max(max_over_time(tidemark_memory_fragmentation_ratio%s[$__rate_interval]))' % memory, 'outside of the largest block'),
  ], 'bytes', fill=40, stacked=true, defaults={ min: 0 }, overrides=[
    look.coloured('largest block', look.free),
    look.coloured('other free blocks', look.warning),
    look.field('outside of the largest block', {
      unit: 'percentunit',
      max: 1,
      color: look.fixed(look.grey),
      'custom.axisPlacement': 'right',
      'custom.fillOpacity': 0,
      'custom.lineWidth': 1,
      'custom.stacking': { mode: 'none', group: 'ratio' },
    }),
  ]) + p.at(14, 15, 10, 9),
];

local compared = p.row('Submissions and the last run', true, [
  p.curves('Rise per submission', 'By how much use at one point of the program rises from one submission to the next. What stays above 0 is a leak.', [
    p.curve(max('tidemark_leak_bytes_per_submission', 'device, memory'), '{{memory}}, device {{device}}'),
  ], 'bytes') + p.at(0, 25, 12, 8),
  p.stat('Against the last good runs', 'Peak above the highest of the last five good runs, as a share.', [p.now('max(%s)' % f.latest('tidemark_run_growth_ratio', run, 'run'))], 'percentunit', decimals=1, noValue='no good run before') + p.at(0, 33, 12, 4),
  p.curves('Against the last run', 'More use than in the last run at the same point of the program, as a share of that.', [
    p.curve(max('tidemark_memory_over_last_run_ratio', 'device, memory'), '{{memory}}, device {{device}}'),
  ], 'percentunit') + p.at(12, 25, 12, 8),
]) + p.at(0, 24, 24, 1);

local ofOne = f.ofRun('device="$several", memory=~"$memory"');
local devices = p.row('Devices, from two on', true, [
  {
    type: 'status-history',
    title: 'Use by device',
    description: 'Share of the capacity of each device and memory over time: a map of many devices.',
    datasource: { type: 'prometheus', uid: '$datasource' },
    maxDataPoints: 60,
    targets: [p.curve('%s / (%s > 0)' % [max('tidemark_memory_used_bytes', 'device, memory'), max('tidemark_memory_capacity_bytes', 'device, memory')], '{{memory}} {{device}}') { refId: 'A' }],
    fieldConfig: { defaults: { unit: 'percentunit', decimals: 0, min: 0, max: 1, thresholds: look.share, color: { mode: 'thresholds' }, custom: { fillOpacity: 70, lineWidth: 0 } }, overrides: [] },
    options: { showValue: 'never', rowHeight: 0.9, colWidth: 0.95, legend: { showLegend: false, displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'single', sort: 'none' } },
  } + p.at(0, 26, 24, 10),
  p.curves('Device $several', 'Use of each memory of one device, as a share of its capacity; for two to eight devices.', [
    p.curve('max by (memory) (tidemark_memory_used_bytes%s) / (max by (memory) (tidemark_memory_capacity_bytes%s) > 0)' % [ofOne, ofOne], '{{memory}}'),
  ], 'percentunit', defaults={ min: 0, max: 1, decimals: 0 }) + { repeat: 'several', repeatDirection: 'h', maxPerRow: 4 } + p.at(0, 36, 24, 7),
]) + p.at(0, 25, 24, 1);

f.dashboard(
  'tidemark-run',
  'Run',
  'One run: its state, and for each memory in use how full it is and was, and what raised it.',
  [f.variables.run, f.variables.host, f.variables.device, f.variables.memories, f.variables.several],
  [f.marks.start(run), f.marks.end(run), f.marks.outOfMemory(run), f.marks.alert(run), f.marks.peak(run)],
  header + [outOfMemory] + perMemory + [compared, devices]
)
