// The ops of one memory of a run: what they held at the peak and by how much they raised use.
local look = import 'look.libsonnet';
local p = import 'panels.libsonnet';
local f = import 'frame.libsonnet';
local column = look.column;
local memory = f.ofMemory();

local byOp(metric) = 'max by (op) (last_over_time(%s%s[$__range]))' % [metric, memory];
local colours = { color: { mode: 'palette-classic' } };

f.dashboard(
  'tidemark-ops',
  'Ops',
  'The ops of one memory of a run: what each held at the peak, and by how much each raised use.',
  [f.variables.run, f.variables.host, f.variables.device, f.variables.memory],
  [f.marks.start(f.ofRun()), f.marks.outOfMemory(f.ofRun()), f.marks.peak(memory)],
  [
    p.bars(
      'Held at the peak',
      'What the results of the ops of a kind held when use was highest: the ten that held most. Where the log does not say whose bytes an op freed, they are not taken off the op that made them: the figures are net, DeallocateOp is below 0, and the bars may add up to more than the peak.',
      [p.now('topk(10, %s > 0)' % byOp('tidemark_op_held_at_peak_bytes'), '{{op}}')],
      'bytes',
      defaults={ color: look.fixed(look.blue), decimals: 1 }
    ) { transformations: [{ id: 'sortBy', options: { fields: {}, sort: [{ field: 'Value', desc: true }] } }] } + p.at(0, 0, 10, 11),
    p.table(
      'Ops',
      'Each kind of op of the run: what its results held at the peak, below 0 where it freed what others had made; how often it ran in the time range and by how much it raised use there (gross), both from the second scrape of it on; the highest use while it ran.',
      [
        p.rows(byOp('tidemark_op_held_at_peak_bytes')),
        p.rows('sum by (op) (max without (job, instance) (increase(tidemark_ops_total%s[$__range]))) > 0' % f.ofRun('device=~"$device"')),
        p.rows('sum by (op) (max without (job, instance) (increase(tidemark_op_memory_growth_bytes_total%s[$__range]))) > 0' % memory),
        p.rows(byOp('tidemark_op_memory_peak_bytes')),
      ],
      [
        p.col('op', 'op', column.text(238)),
        p.col('Value #A', 'held at the peak', column.bytes(132)),
        p.col('Value #B', 'times', column.count(70)),
        p.col('Value #C', 'gross', column.bytes(90)),
        p.col('Value #D', 'highest use', column.bytes(95)),
      ],
      { field: 'Value #A', desc: true }
    ) + p.at(10, 0, 14, 11),
    p.curves(
      'Held at the peak so far, by op',
      'What the results of the ops of a kind held at the highest use so far: the ten that hold most at the end of the time range. An op that keeps memory from submission to submission climbs here.',
      [p.curve('(max by (op) (tidemark_op_held_at_peak_bytes%s) > 0) and on (op) topk(10, max by (op) (last_over_time(tidemark_op_held_at_peak_bytes%s[$__range] @ end())))' % [memory, memory], '{{op}}')],
      'bytes',
      defaults=colours,
      beside=true
    ) + p.at(0, 11, 24, 9),
    p.curves(
      'Live tensors under used',
      'Tensors that are alive by class, stacked, with their padding; above them what the snapshots state as used, and the capacity. Empty where the log names no tensors.',
      [
        p.curve('sum by (class) (max without (job, instance) (tidemark_live_tensor_bytes%s))' % memory, '{{class}}'),
        p.curve('sum(max without (job, instance) (tidemark_memory_used_bytes%s))' % memory, 'used'),
        p.curve('sum(max without (job, instance) (tidemark_memory_capacity_bytes%s))' % memory, 'capacity'),
      ],
      'bytes',
      fill=40,
      stacked=true,
      overrides=[
        look.coloured('weight', look.weight),
        look.coloured('activation', look.blue),
        look.coloured('other', look.grey),
        look.limit('used', look.used),
        look.limit('capacity'),
      ]
    ) + p.at(0, 20, 12, 9),
    p.curves(
      'Ops a second',
      'How often the ops of a kind ran: the ten most frequent of the time range.',
      [p.curve('sum by (op) (max without (job, instance) (rate(tidemark_ops_total%s[$__rate_interval]))) and on (op) topk(10, sum by (op) (max without (job, instance) (increase(tidemark_ops_total%s[$__range] @ end()))))' % [f.ofRun('device=~"$device"'), f.ofRun('device=~"$device"')], '{{op}}')],
      'ops',
      defaults=colours,
      beside=true
    ) + p.at(12, 20, 12, 9),
    p.row('Padding, use while an op ran, rise per submission', true, [
      p.curves('Padding of live tensors', 'Bytes that only fill tiles.', [p.curve('sum(max without (job, instance) (tidemark_live_tensor_padding_bytes%s))' % memory, 'padding')], 'bytes', overrides=[look.coloured('padding', look.warning)]) + p.at(0, 30, 8, 8),
      p.curves('Use before an op', 'Use at the newest snapshot before an op of a kind: where in the program use is high.', [p.curve('max by (op) (tidemark_op_memory_used_bytes%s)' % memory, '{{op}}')], 'bytes', defaults=colours) + p.at(8, 30, 8, 8),
      p.curves('Rise per submission', 'By how much use at one point of the program rises from one submission to the next. What stays above 0 is a leak.', [p.curve('max by (device) (tidemark_leak_bytes_per_submission%s)' % memory, 'device {{device}}')], 'bytes') + p.at(16, 30, 8, 8),
    ]) + p.at(0, 29, 24, 1),
  ]
)
