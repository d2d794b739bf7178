// The static plans of one run: which fits, which does not, and why.
local look = import 'look.libsonnet';
local p = import 'panels.libsonnet';
local f = import 'frame.libsonnet';
local column = look.column;
local run = f.ofRun();
local ofMemory = f.ofRun('memory=~"$memory"');

local latest(metric, by='plan, memory', selector=run) = f.latest(metric, selector, by);
local peak(selector=run) = latest('tidemark_plan_peak_bytes', selector=selector);
local capacity(selector=run) = '(%s > 0)' % latest('tidemark_plan_capacity_bytes', selector=selector);

local classes = {
  weight: look.weight,
  parameter: look.weight,
  activation: look.blue,
  temporary: look.blue,
  scratch: look.warning,
  output: look.free,
  constant: look.grey,
  other: look.grey,
};

local planMemory = f.variables.memory {
  query: {
    query: 'query_result(sort_desc(max by (memory) (max_over_time(tidemark_plan_peak_bytes%s[$__range])) > 0))' % run,
    refId: 'memory',
  },
  definition: self.query.query,
  multi: true,
  includeAll: true,
  allValue: '.+',
  current: { selected: true, text: 'All', value: '$__all' },
};

f.dashboard(
  'tidemark-plans',
  'Plans',
  'The static plans of one run: which fit, how full each makes its memory, and what is lost in holes and padding.',
  [f.variables.run, f.variables.host, planMemory],
  [],
  [
    p.table(
      'Plans, those that fit first',
      'A row for each plan and memory. The peak is a share of the capacity; without a known capacity there is no share. The map of a plan is on the page of the run.',
      [
        p.rows(f.newest('tidemark_plan_verdict_info', run, 'plan, memory', 'plan, memory, verdict')),
        p.rows(peak()),
        p.rows('%s / %s' % [peak(), capacity()]),
        p.rows(latest('tidemark_plan_arena_bytes')),
        // Buffers that overlap give an arena below the peak: no holes.
        p.rows('clamp_min(%s, 0)' % latest('tidemark_plan_fragmentation_bytes')),
        p.rows(latest('tidemark_plan_padding_bytes')),
        p.rows(latest('tidemark_plan_failed_buffers')),
        p.rows('1e15 * (%s > bool 0) + 1e16 * (%s > bool %s) + %s or 1e15 * (%s > bool 0) + %s' % [
          latest('tidemark_plan_failed_buffers'), peak(), capacity(), peak(), latest('tidemark_plan_failed_buffers'), peak(),
        ]),
        p.rows(latest('tidemark_plan_capacity_bytes')),
      ],
      [
        p.col('plan', 'plan', column.text(190)),
        p.col('memory', 'memory', column.text(80)),
        p.col('verdict', 'verdict', column.text(240)),
        p.col('Value #C', 'of capacity', column.gauge(160)),
        p.col('Value #B', 'peak', column.bytes(90)),
        p.col('Value #I', 'capacity', column.bytes(90)),
        p.col('Value #D', 'arena', column.bytes(90)),
        p.col('Value #E', 'holes', column.bytes(90)),
        p.col('Value #F', 'padding', column.bytes(90)),
        p.col('Value #G', 'failed', column.wrong(60)),
      ],
      { field: 'Value #H', desc: false },
      ['Value #A', 'Value #H']
    ) + p.at(0, 0, 24, 10),
    p.row('$memory', repeat='memory') + p.at(0, 10, 24, 1),
    p.bars(
      'Peak by plan',
      'The highest use of each plan in this memory, on one scale.',
      [p.now('sort(max by (plan) (%s))' % peak(ofMemory), '{{plan}}')],
      'bytes',
      defaults={ color: look.fixed(look.blue), decimals: 1 }
    ) + p.at(0, 11, 10, 9),
    {
      type: 'barchart',
      title: 'Classes at the peak',
      description: 'What is alive at the highest use of each plan, by class of buffer; parts of one whole.',
      datasource: { type: 'prometheus', uid: '$datasource' },
      targets: [p.rows('max by (plan, class) (last_over_time(tidemark_plan_class_bytes%s[$__range]))' % ofMemory) { refId: 'A' }],
      transformations: [
        { id: 'groupingToMatrix', options: { columnField: 'class', rowField: 'plan', valueField: 'Value' } },
      ],
      fieldConfig: {
        defaults: { unit: 'bytes', decimals: 0, custom: { fillOpacity: 80, lineWidth: 0 } },
        overrides: [look.coloured(name, classes[name]) for name in std.objectFields(classes)],
      },
      options: {
        orientation: 'horizontal',
        stacking: 'normal',
        showValue: 'never',
        groupWidth: 0.8,
        barWidth: 0.9,
        legend: { showLegend: true, displayMode: 'list', placement: 'bottom', calcs: [] },
        tooltip: { mode: 'multi', sort: 'desc' },
      },
    } + p.at(10, 11, 14, 9),
  ]
)
