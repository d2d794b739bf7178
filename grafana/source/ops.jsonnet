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
    p.table(
      'Ops',
      'Each kind of op of the run: what its results held at the peak, below 0 where it freed what others had made; how often it ran and by how much it raised use in all (gross), both since the run began; the highest use while it ran.',
      [
        p.rows(byOp('tidemark_op_held_at_peak_bytes')),
        p.rows('sum by (op) (max without (job, instance) (last_over_time(tidemark_ops_total%s[$__range]))) > 0' % f.ofRun('device=~"$device"')),
        p.rows('sum by (op) (max without (job, instance) (last_over_time(tidemark_op_memory_growth_bytes_total%s[$__range]))) > 0' % memory),
        p.rows(byOp('tidemark_op_memory_peak_bytes')),
      ],
      [
        p.col('op', 'op', column.wide(200)),
        p.col('Value #A', 'held at the peak', column.bytes(132)),
        p.col('Value #B', 'times', column.count(70)),
        p.col('Value #C', 'gross', column.bytes(90)),
        p.col('Value #D', 'highest use', column.bytes(95)),
      ],
      { field: 'Value #A', desc: true }
    ) + p.at(0, 9, 12, 10),
    p.curves(
      'Held at the highest use so far, by op',
      'Who held the memory at the highest use so far, stacked: the ops that hold most, and the rest. They add up to that use; what was freed of unknown holders is below 0. An op that keeps memory from submission to submission widens here.',
      [
        p.curve('max by (holder) (tidemark_held_at_peak_bytes%s)' % memory, '{{holder}}'),
        p.curve('max(tidemark_run_memory_peak_bytes%s)' % memory, 'peak'),
      ],
      'bytes',
      fill=60,
      stacked=true,
      defaults=colours,
      overrides=[look.limit('peak'), look.coloured('others', look.grey), look.coloured('freed of unknown holders', look.critical)],
      beside=true
    ) + p.at(0, 0, 24, 9),
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
    ) + p.at(12, 9, 12, 10),
    p.row('Padding, use before an op', true, [
      p.curves('Padding of live tensors', 'Bytes that only fill tiles.', [p.curve('sum(max without (job, instance) (tidemark_live_tensor_padding_bytes%s))' % memory, 'padding')], 'bytes', overrides=[look.coloured('padding', look.warning)]) + p.at(0, 20, 12, 8),
      p.curves('Use before an op', 'Use at the newest snapshot before an op of a kind: where in the program use is high.', [p.curve('max by (op) (tidemark_op_memory_used_bytes%s)' % memory, '{{op}}')], 'bytes', defaults=colours) + p.at(12, 20, 12, 8),
    ]) + p.at(0, 19, 24, 1),
  ]
)
