// For somebody who was woken up: which runs there are, how full their memories are, and what is wrong.
local look = import 'look.libsonnet';
local p = import 'panels.libsonnet';
local f = import 'frame.libsonnet';
local column = look.column;
local every = f.every();

local runs = f.newest('tidemark_run_info', every, 'host, run', 'host, run, format');
// The state is empty where a history was written without it.
local state = f.newest('tidemark_run_state', every, 'host, run', 'host, run, state');

local latest(metric, by='host, run, device, memory', more='') = f.latest(metric, f.every(more), by);
local capacity = '(%s > 0)' % latest('tidemark_memory_capacity_bytes');
local peak = '(%s > 0)' % latest('tidemark_run_memory_peak_bytes');
// Of a compiler's tries, or of the budgets that an engine states, the fullest that can run counts, as in a report.
local placed = '%s == 0' % latest('tidemark_plan_failed_buffers', 'host, run, plan, memory');
local best(expr) = '(max by (host, run, memory) (%s and on (host, run, plan, memory) %s) or min by (host, run, memory) (%s))' % [expr, placed, expr];
local arena = latest('tidemark_plan_arena_bytes', 'host, run, plan, memory');
local planBytes = best(arena);
local plan = best('%s / (%s > 0)' % [arena, latest('tidemark_plan_capacity_bytes', 'host, run, plan, memory')]);
// A trainer's summary states its peak of DRAM by itself.
local ofDram(expr) = 'label_replace(%s, "memory", "DRAM", "", "")' % expr;
local training = ofDram(latest('tidemark_training_usage_ratio', 'host, run'));
local trainingBytes = ofDram(latest('tidemark_phase_bytes', 'host, run', 'kind="cumulative_peak"'));
// A plan within a log that states its use has no row of its own.
local noUse = 'unless on (host, run, memory) ' + peak;
local needed = '((%s or %s) %s)' % [planBytes, trainingBytes, noUse];
local info = '(%s * on (host, run) group_left (state) %s or (%s unless on (host, run) %s))' % [runs, state, runs, state];
local peakShare = '(%s / %s or (%s or %s) %s)' % [peak, capacity, plan, training, noUse];
local without = '(max by (host, run) (%s) unless on (host, run) %s)' % [runs, peakShare];
// Where no capacity is known the memory of the largest plan, or that of the training, stands for the run, else the run alone.
local largest = '(topk by (host, run) (1, %s) unless on (host, run) %s)' % [needed, peakShare];
// What the error of a failed allocation states: of a compiler a request that exceeds the memory.
local stated(metric) = latest('tidemark_out_of_memory_' + metric, 'host, run, memory');
local statedBytes = '(%s or %s > %s)' % [stated('used_bytes'), stated('needed_bytes'), stated('capacity_bytes')];
// A use without a capacity has a row without a share. The memory of a run's newest failed allocation has one where
// nothing else is known of it, with what its error states.
local alone = '(%s unless on (host, run, device, memory) %s)' % [peak, capacity];
local failing = '(topk by (host, run) (1, max by (host, run, memory) (%s or 0 * %s) unless on (host, run, memory) (%s or %s)))'
                % [latest('tidemark_out_of_memory_timestamp_seconds'), latest('tidemark_refused_allocations'), peak, needed];
local none = '(%s unless on (host, run) (%s or %s or %s))' % [without, needed, alone, failing];
local statedShare = '%s / %s and on (host, run, memory) %s' % [statedBytes, stated('capacity_bytes'), failing];
local listed(share) = '(%s or %s or %s * %s)' % [peakShare, statedShare, share, '(%s)' % std.join(' or ', [largest, alone, failing, none])];
local shown = listed('NaN');
// The row of a plan or training has no device, so an alert of its memory goes without.
local ofRow(aggregate, expr) =
  '(%s and on (host, run, device, memory) %s or %s by (host, run, memory) (%s unless on (host, run, device, memory) %s) and on (host, run, memory) (%s or %s))'
  % [expr, peak, aggregate, expr, peak, needed, failing];
local ofUsed(expr) = '%s and on (host, run, device, memory) %s' % [expr, peak];
local usedShare = 'max by (host, run, device, memory) (tidemark_memory_used_bytes%s) / (max by (host, run, device, memory) (tidemark_memory_capacity_bytes%s) > 0)' % [every, every];
local alerts(more='') = 'count by (host, run, device, memory) (max by (host, run, device, memory, rule, severity) (tidemark_alert_active%s) == 1)' % f.every(more);
// The newest runs of each source: a crash loop fills no page.
local newest(count) = 'topk by (host, source) (%d, max by (host, source, run) (last_over_time(tidemark_run_info%s[$__range])) * on (host, run) group_left () max by (host, run) (last_over_time(tidemark_run_start_timestamp_seconds%s[$__range])))' % [count, every, every];
local kept(expr) = '(%s) and on (host, run) %s' % [expr, newest(3)];
local isIn(states) = 'max by (host, run) (tidemark_run_state%s)' % f.every('state=~"%s"' % states);
local isFailed = isIn('out_of_memory|killed|analysis_failed|will_not_fit');
// The newest run of a source, failed or live, is above its failed restarts.
local failed = '(10 * (%s and on (host, run) %s) or 2 * %s)' % [isFailed, newest(1), isFailed];
// A log that grows is above one that is silent; one that can still be saved is above all.
local saved = '20 * ' + isIn('filling_up');
local going = '5 * %s or 2 * %s' % [isIn('live|reading'), isIn('idle|allocation_refused')];
// Of two that failed the newer one by its log is first.
local began = latest('tidemark_run_start_timestamp_seconds', 'host, run') + ' / 1e10';
// A use that is stated opens the dashboard of the run; plans and trainings are drawn by Tidemark's own page.
local opening(expr) = 'label_replace(label_replace(%s, "opens", "/d/tidemark-run/run", "", ""), "opens", "$page/", "device", "")' % expr;

// Without a sink there is no figure, rather than a good one.
local orZero(expr) = '%s or 0 * max(tidemark_build_info%s)' % [expr, every];
// Alerts that Prometheus alone raises: of the pipeline, of a failed analysis, of growth.
// A space where they have no run: links need each of its fields.
local blank(expr) = std.foldl(function(inner, label) 'label_replace(%s, "%s", " ", "%s", "")' % [inner, label, label], ['run', 'memory', 'device'], expr);
local ofPipeline(metric, more='') = blank('max by (severity, rule, host, run, instance) (label_replace(%s{alertname=~"Tidemark.+", alertname!~"TidemarkMemory.+|TidemarkOutOfMemory|TidemarkKilled|TidemarkAllocationRefused|TidemarkWillNotFit"%s}, "rule", "$1", "alertname", "(.+)"))' % [metric, more]);
local firing = ofPipeline('ALERTS', ', alertstate="firing"');
local active(more='') = 'max by (severity, rule, host, run, device, memory) (tidemark_alert_active%s) == 1' % f.every(more);

local countOf(severity) =
  p.now(orZero('count(%s or %s)' % [active('severity="%s"' % severity), std.strReplace(firing, 'alertname=~', 'severity="%s", alertname=~' % severity)]));

f.dashboard(
  'tidemark-overview',
  'Overview',
  'Which runs there are, how full their memories are and were, and what is wrong.',
  [],
  [f.marks.start(every), f.marks.end(every), f.marks.outOfMemory(every)],
  [
    p.stat(
      'Runs',
      'Runs by state, as last seen. None means that no log with a known format was read.',
      [p.now('count by (state) (%s)' % state, '{{state}}')],
      noValue='no run',
      overrides=[look.field(label, { displayName: std.strReplace(look.state[label][0], 'recognised', 'read'), color: look.fixed(look.state[label][1]) }) for label in std.objectFields(look.state)],
      options={ textMode: 'value_and_name', colorMode: 'value', text: { titleSize: 10, valueSize: 24 } }
    ) + p.at(0, 0, 8, 4),
    p.stat(
      'Fullest memory',
      'The fullest memory of the runs that go on, as a share of its capacity. Above 97 % the next burst may fail: shrink the batch, the context or the cache.',
      [p.now('max(%s)' % usedShare)],
      'percentunit',
      look.share,
      noValue='no live run',
      decimals=1
    ) + p.at(8, 0, 3, 4),
    p.stat('Critical alerts', 'Active alerts that want somebody now.', [countOf('critical')], thresholds=look.wrongAboveZero()) + p.at(11, 0, 3, 4),
    p.stat('Warnings', 'Active alerts that want somebody today.', [countOf('warning')], thresholds=look.wrongAboveZero(look.warning)) + p.at(14, 0, 3, 4),
    p.stat(
      'Out of memory, last hour',
      'Runs of which an allocation failed in the hour before the end of the time range. A log without a date counts while it grows.',
      [p.now(orZero('count(count by (host, run) (time() - tidemark_out_of_memory_timestamp_seconds%s < 3600) unless on (host, run) max by (host, run) (tidemark_run_info{job=~"$job", instance=~"$instance", mode="undated"}))' % every))],
      thresholds=look.wrongAboveZero()
    ) + p.at(17, 0, 4, 4),
    p.stat(
      'Newest figures',
      'How old the newest scrape of a sink is. Above 30 s nobody watches: see Pipeline.',
      [p.now('time() - max(timestamp(tidemark_build_info%s) or max_over_time(timestamp(tidemark_build_info%s)[$__range:10s]))' % [every, every])],
      's',
      look.steps(look.grey, [[look.late, look.critical]]),
      decimals=0,
      noValue='none'
    ) + p.at(21, 0, 3, 4),

    p.table(
      'Runs, worst first',
      'A row for each memory that a run used, or that its plan or training needs. Failed runs come first, then live ones, then silent ones, the fullest of each first; of a source its newest three runs. The run is a link; every run is in the selector of Run.',
      [
        p.rows(kept(expr))
        for expr in [
          opening('%s + on (host, run) group_left (format, state) 0 * %s' % [shown, info]),
          ofUsed(usedShare),
          '%s or (%s or %s) and on (host, run, memory) %s' % [peak, needed, statedBytes, shown],
          f.newest('tidemark_peak_op_info', f.every('rank="1"'), 'host, run, device, memory', 'host, run, device, memory, op'),
          ofUsed('max by (host, run, device, memory) (tidemark_memory_largest_free_block_bytes%s)' % every),
          ofRow('sum', alerts()),
          '1e-6 * clamp_max(%s, 2) + on (host, run) group_left () (%s or %s + on (host, run) %s or %s or 0 * max by (host, run) (%s))' % [listed('0'), saved, failed, began, going, runs],
          ofRow('min', 'min by (host, run, device, memory) (tidemark_alert_since_timestamp_seconds%s)' % every) + ' * 1000',
        ]
      ],
      [
        p.col('run', 'run', column.runLink(150, '${__data.fields.opens}')),
        p.col('state', 'state', column.mapped(146, look.states)),
        p.col('format', 'system', column.wide(90)),
        p.col('host', 'host', column.text(50)),
        p.col('device', 'device', column.text(60)),
        p.col('memory', 'memory', column.text(72)),
        p.col('Value #B', 'used', column.gauge(120)),
        p.col('Value #A', 'peak', column.share(72)),
        p.col('op', 'peak raised by', column.wide(122)),
        p.col('Value #C', 'peak bytes', column.bytes(92)),
        p.col('Value #E', 'largest free', column.bytes(95)),
        p.col('Value #F', 'alerts', column.wrong(55, look.warning)),
        p.col('Value #H', 'alert since', column.ago(125)),
        // For the link of the run: a column that is left out has no value there.
        p.col('opens', 'opens', { 'custom.hidden': true, 'custom.width': 0 }),
      ],
      { field: 'Value #G', desc: true },
      ['Value #D', 'Value #G']
    ) + p.at(0, 4, 24, 11),

    p.curves(
      'Use of capacity',
      'The highest use of each step as a share of the capacity: the ten fullest memories of the time range.',
      [p.curve(
        '(max by (host, run, device, memory) (max_over_time(tidemark_memory_window_peak_bytes%s[$__rate_interval])) or max by (host, run, device, memory) (tidemark_memory_used_bytes%s)) / (max by (host, run, device, memory) (tidemark_memory_capacity_bytes%s) > 0) and on (host, run, device, memory) topk(10, max by (host, run, device, memory) (max_over_time(tidemark_memory_window_peak_bytes%s[$__range] @ end())) / (max by (host, run, device, memory) (max_over_time(tidemark_memory_capacity_bytes%s[$__range] @ end())) > 0) > 0)'
        % [every, every, every, every, every],
        '{{run}} {{device}} {{memory}}'
      )],
      'percentunit',
      defaults={ min: 0, max: 1, thresholds: look.share, color: { mode: 'palette-classic' } },
      overrides=[look.fields('.*', { 'custom.thresholdsStyle': { mode: 'dashed' } })],
      // Below: beside it the names leave the chart no room on a phone.
      listed=true
    ) + p.at(0, 15, 24, 9),

    p.table(
      'Active alerts',
      'What is wrong now, the newest first. The run is a link to its dashboard, the alert one to a new silence, and since when to that moment on the page of Tidemark.',
      [
        p.rows('%s or %s' % [active(), firing]),
        p.rows('(max by (severity, rule, host, run, device, memory) (tidemark_alert_since_timestamp_seconds%s) or %s and %s) * 1000' % [every, ofPipeline('ALERTS_FOR_STATE'), firing]),
      ],
      [
        p.col('severity', 'severity', column.mapped(90, look.severities)),
        p.col('rule', 'alert', column.text(280) + { links: [{ title: 'Silence this alert of this run', url: look.silenceUrl('${__value.raw}', '${__data.fields.run:percentencode}') }] }),
        p.col('run', 'run', column.runLink(300)),
        p.col('instance', 'instance', column.text(150)),
        p.col('memory', 'memory', column.text(74)),
        p.col('device', 'device', column.text(60)),
        p.col('Value #B', 'since', column.ago(150) + look.momentLinks('${__data.fields.run:percentencode}')),
      ],
      { field: 'Value #B', desc: true },
      ['Value #A', 'host']
    ) + p.at(0, 24, 24, 10),
  ]
)
