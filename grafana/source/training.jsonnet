// What a trainer's summary states of one run, and what that means for the device.
local look = import 'look.libsonnet';
local p = import 'panels.libsonnet';
local f = import 'frame.libsonnet';
local column = look.column;
local run = f.ofRun();
local none = 'no summary of a trainer';

local kinds = ['peak', 'allocated', 'freed', 'change', 'cumulative_peak', 'current', 'circular_buffer_peak', 'buffer_peak', 'total_peak'];
local wide = { cumulative_peak: 130, circular_buffer_peak: 155, buffer_peak: 100 };
local phase(kind) = 'max by (phase) (last_over_time(tidemark_phase_bytes%s[$__range]))' % f.ofRun('kind="%s"' % kind);
local parts = {
  model: look.weight,
  optimizer: look.free,
  gradients: look.warning,
  activations: look.blue,
  overhead: look.used,
  other: look.grey,
  limit: look.critical,
};
// The ratio is that of the highest phase to the memory of the device, so both give that memory.
local device = 'label_replace(label_replace(max(%s) / max(last_over_time(tidemark_training_usage_ratio%s[$__range])), "kind", "device", "", ""), "part", "limit", "", "")' % [phase('cumulative_peak'), run];

f.dashboard(
  'tidemark-training',
  'Training',
  'What a trainer states of its memory, phase by phase, beside what was expected and what the device has.',
  [f.variables.run, f.variables.host],
  [],
  [
    p.stat(
      'Verdict',
      'Peak of the training as a share of the memory of its device. Above 100 % it does not fit.',
      [p.now('max(last_over_time(tidemark_training_usage_ratio%s[$__range]))' % run)],
      'percentunit',
      look.steps(look.free, [[look.nearCapacity, look.warning], [1, look.critical]]),
      noValue=none,
      decimals=1
    ) + p.at(0, 0, 4, 5),
    p.stat(
      'Peak of DRAM',
      'The highest use that the summary states.',
      [p.now('max(%s)' % phase('cumulative_peak'))],
      'bytes',
      noValue=none,
      decimals=1
    ) + p.at(0, 5, 4, 5),
    {
      type: 'barchart',
      title: 'Parts of the memory: actual and expected',
      description: 'The parts of the memory of a training, stacked: as its log states them, as model and optimizer are expected to need, and beside them what the device has.',
      datasource: { type: 'prometheus', uid: '$datasource' },
      targets: [p.rows('max by (kind, part) (last_over_time(tidemark_training_bytes%s[$__range])) or %s' % [run, device]) { refId: 'A' }],
      transformations: [{ id: 'groupingToMatrix', options: { columnField: 'part', rowField: 'kind', valueField: 'Value' } }],
      fieldConfig: {
        defaults: { unit: 'bytes', decimals: 0, custom: { fillOpacity: 80, lineWidth: 0 } },
        overrides: [look.coloured(name, parts[name]) for name in std.objectFields(parts)],
      },
      options: {
        orientation: 'horizontal',
        stacking: 'normal',
        showValue: 'never',
        groupWidth: 0.7,
        barWidth: 0.9,
        legend: { showLegend: true, displayMode: 'list', placement: 'bottom', calcs: [] },
        tooltip: { mode: 'multi', sort: 'desc' },
      },
    } + p.at(4, 0, 10, 10),
    p.bars(
      'Peak up to each phase',
      'Cumulative peak of DRAM up to each phase.',
      [p.now('sort_desc(%s)' % phase('cumulative_peak'), '{{phase}}')],
      'bytes',
      defaults={ color: look.fixed(look.blue), decimals: 1 }
    ) + p.at(14, 0, 10, 10),
    p.table(
      'Phases',
      'The nine fields of each phase; of a phase that is repeated the last one, and how often it came.',
      [p.rows(phase(kind)) for kind in kinds] + [p.rows('max by (phase) (last_over_time(tidemark_phases%s[$__range]))' % run)],
      [p.col('phase', 'phase', column.text(200)), p.col('Value #J', 'times', column.count(60))]
      + [
        p.col('Value #' + 'ABCDEFGHI'[i], std.strReplace(kinds[i], '_', ' '), column.bytes(if std.objectHas(wide, kinds[i]) then wide[kinds[i]] else 85))
        for i in std.range(0, std.length(kinds) - 1)
      ],
      { field: 'Value #E', desc: true }
    ) + p.at(0, 10, 24, 10),
  ]
)
