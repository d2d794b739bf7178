// For somebody who was woken up: which runs there are, how full their memories are, and what is wrong.
local look = import 'look.libsonnet';
local p = import 'panels.libsonnet';
local f = import 'frame.libsonnet';
local column = look.column;
local every = f.every();

local latest(metric, more='') = f.latest(metric, f.every(more), 'host, run');
// Of the memory that matters most in a run, as its answer has it.
local where(what) = latest('tidemark_run_where_bytes', 'what="%s"' % what);
local share(bytes) = '(%s) / %s' % [bytes, where('capacity')];
local byMemory = 'max by (host, run, device, memory)';
local usedShare = '%s (tidemark_memory_used_bytes%s) / (%s (tidemark_memory_capacity_bytes%s) > 0)' % [byMemory, every, byMemory, every];
// Those of the time range, so that a sink that is down leaves the curves of before.
local highest(metric) = '%s (max_over_time(%s%s[$__range] @ end()))' % [byMemory, metric, every];

// Without a sink there is no figure, rather than a good one.
local orZero(expr) = '%s or 0 * max(tidemark_build_info%s)' % [expr, every];
// Alerts that Prometheus alone raises: of the pipeline, of a failed analysis, of growth.
// A space where they have no run: links need each of its fields.
local blank(expr) = std.foldl(function(inner, label) 'label_replace(%s, "%s", " ", "%s", "")' % [inner, label, label], ['host', 'run', 'memory', 'device'], expr);
local raw(metric, more) = 'max by (severity, rule, host, run, instance) (label_replace(%s{alertname=~"Tidemark.+", alertname!~"TidemarkMemory.+|TidemarkOutOfMemory|TidemarkKilled|TidemarkAllocationRefused|TidemarkWillNotFit"%s}, "rule", "$1", "alertname", "(.+)"))' % [metric, more];
local firing = blank(raw('ALERTS', ', alertstate="firing"'));
local active(more='') = 'max by (severity, rule, host, run, device, memory) (tidemark_alert_active%s) == 1' % f.every(more);

local countOf(severity) =
  p.now(orZero('count(%s or %s)' % [active('severity="%s"' % severity), raw('ALERTS', ', alertstate="firing", severity="%s"' % severity)]));

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
      [p.now('count by (state) (%s)' % f.newest('tidemark_run_state', every, 'host, run', 'host, run, state'), '{{state}}')],
      noValue='no run',
      overrides=[look.field(label, { displayName: std.strReplace(look.state[label][0], 'recognised', 'read'), color: look.fixed(look.state[label][1]) }) for label in std.objectFields(look.state)],
      options={ textMode: 'value_and_name', colorMode: 'value', text: { titleSize: 10, valueSize: 24 } }
    ) + p.at(0, 0, 8, 4),
    p.stat(
      'Fullest memory',
      'The fullest memory of the runs that go on, as a share of its capacity. Above 97 % the next burst may fail: shrink the batch, the context or the cache.',
      [p.now('max(%s and on (host, run) (tidemark_run_urgency%s == 1 or tidemark_run_urgency%s > 3))' % [usedShare, every, every])],
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
      'A row for each open run and the newest three of a source, with the memory that matters most in it: those that fill up first, then those that failed, that will not fit, that go on and that are done, the newest of each first. The peak of a plan, a training or an error is what is needed. The run is a link; every run is in the selector of Run.',
      [
        p.rows(expr)
        for expr in [
          // The order comes first: rows that it leaves out have no run.
          '1e11 * %s + on (host, run) %s' % [latest('tidemark_run_urgency'), latest('tidemark_run_start_timestamp_seconds')],
          f.newest('tidemark_run_info', every, 'host, run', 'host, run, format'),
          f.newest('tidemark_run_state', every, 'host, run', 'host, run, state'),
          f.newest('tidemark_run_where_info', every, 'host, run', 'host, run, device, memory, op'),
          'max by (host, run) (tidemark_run_where_bytes%s) / %s' % [f.every('what="used"'), where('capacity')],
          share(where('peak')),
          where('peak'),
          'max by (host, run) (tidemark_run_where_bytes%s)' % f.every('what="largest_free"'),
          'count by (host, run) (max by (host, run, device, memory, rule) (tidemark_alert_active%s) == 1)' % every,
          'min by (host, run) (tidemark_alert_since_timestamp_seconds%s) * 1000' % every,
        ]
      ],
      [
        p.col('run', 'run', column.runLink(155)),
        p.col('state', 'state', column.mapped(140, look.states)),
        p.col('format', 'system', column.text(102)),
        p.col('host', 'host', column.text(76)),
        p.col('memory', 'memory', column.text(97)),
        p.col('Value #E', 'used', column.gauge(112)),
        p.col('Value #F', 'peak', column.share(78)),
        p.col('op', 'raised by', column.wide(90)),
        p.col('Value #G', 'peak bytes', column.bytes(94)),
        p.col('Value #H', 'largest free', column.bytes(102)),
        p.col('Value #I', 'alerts', column.wrong(60, look.warning)),
        p.col('Value #J', 'alert since', column.ago(142)),
      ],
      { field: 'Value #A', desc: true },
      ['Value #A', 'Value #B', 'Value #C', 'Value #D', 'device'],
      needed='Value #A'
    ) + p.at(0, 4, 24, 11),

    p.curves(
      'Use of capacity',
      'The highest use of each step as a share of the capacity: the ten fullest memories of the time range.',
      [p.curve(
        '%s (max_over_time(tidemark_memory_window_peak_bytes%s[$__rate_interval])) / (%s (tidemark_memory_capacity_bytes%s) > 0) and topk(10, %s / (%s > 0))'
        % [byMemory, every, byMemory, every, highest('tidemark_memory_window_peak_bytes'), highest('tidemark_memory_capacity_bytes')],
        '{{host}} {{run}} {{device}} {{memory}}'
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
        // Those that are not firing yet have no row.
        p.rows('(max by (severity, rule, host, run, device, memory) (tidemark_alert_since_timestamp_seconds%s) or %s) * 1000' % [every, blank(raw('ALERTS_FOR_STATE', ''))]),
      ],
      [
        p.col('severity', 'severity', column.mapped(90, look.severities)),
        p.col('rule', 'alert', column.text(280) + { links: [{ title: 'Silence this alert of this run', url: look.silenceUrl('${__value.raw}', '${__data.fields.host:percentencode}', '${__data.fields.run:percentencode}') }] }),
        p.col('run', 'run', column.runLink(250)),
        p.col('host', 'host', column.text(80)),
        p.col('instance', 'instance', column.text(140)),
        p.col('memory', 'memory', column.text(74)),
        p.col('device', 'device', column.text(60)),
        p.col('Value #B', 'since', column.ago(150) + look.momentLinks('${__data.fields.run:percentencode}')),
      ],
      { field: 'Value #B', desc: true },
      ['Value #A'],
      needed='Value #A'
    ) + p.at(0, 24, 24, 10),
  ]
)
