// Is what I see whole and timely?
local look = import 'look.libsonnet';
local p = import 'panels.libsonnet';
local f = import 'frame.libsonnet';
local column = look.column;
local every = f.every();
local rate(metric, by='') = 'sum%s(rate(%s%s[$__rate_interval]))' % [if by == '' then '' else ' by (%s) ' % by, metric, every];
local increase(metric, by='') = 'sum%s(increase(%s%s[$__rate_interval]))' % [if by == '' then '' else ' by (%s) ' % by, metric, every];
// Without a sink there is no figure, rather than a good one.
local inRange(metric) = '(sum(increase(%s%s[$__range])) and on () tidemark_build_info%s or 0 * max(tidemark_build_info%s))' % [metric, every, every, every];
local outcomes = [
  look.coloured('fact', look.blue),
  look.coloured('ignored', look.grey),
  look.coloured('quoted', look.weight),
  look.coloured('duplicate', look.warning),
  look.coloured('rejected', look.critical),
];

f.dashboard(
  'tidemark-pipeline',
  'Pipeline',
  'Whether what the other dashboards show is whole and timely: from the log to the scrape.',
  [],
  [],
  [
    p.stat('Targets up', 'Sinks that answer the scrape. 0 means that nobody watches.', [p.now('sum(up%s)' % every)], thresholds=look.steps(look.critical, [[1, look.free]])) + p.at(0, 0, 3, 4),
    p.stat('Board', 'What /ready answers: the board was read to the ends at the start (before that it shows no run), Kafka answers, nothing stalls.', [p.now('min(tidemark_ready%s)' % every)], overrides=[look.fields('.*', { mappings: look.yesNo('ready', 'not ready') })], thresholds=look.steps(look.critical, [[1, look.free]])) + p.at(3, 0, 3, 4),
    p.stat('Data is', 'The highest age of what passed a stage in the last 15 seconds. The alert begins at 30 s.', [p.now('max(tidemark_event_lag_seconds%s)' % every)], 's', look.steps(look.free, [[10, look.warning], [look.late, look.critical]]), decimals=1) + p.at(6, 0, 4, 4),
    p.stat('Gaps, unreadable', 'Times that bytes were missing, and records that could not be read, in the time range. 0 is whole.', [p.now(std.join(' + ', [inRange(m) for m in ['tidemark_gaps_total', 'tidemark_records_unreadable_total', 'tidemark_streams_records_unreadable_total']]))], thresholds=look.wrongAboveZero(), decimals=0) + p.at(10, 0, 4, 4),
    p.stat('Ignored sources', 'Sources whose analysis failed too often; their further lines are dropped.', [p.now('max(tidemark_sources_ignored%s)' % every)], thresholds=look.wrongAboveZero()) + p.at(14, 0, 3, 4),
    p.stat('Series left out', 'Series of ops that the cap left out of the scrape, those of the runs in least need first, and runs: ended ones beyond fifty, open ones beyond the limit.', [p.now('max(tidemark_dropped_series%s) + sum(max by (state) (tidemark_dropped_runs%s))' % [every, every])], thresholds=look.wrongAboveZero(look.warning)) + p.at(17, 0, 4, 4),
    p.text('Version', 'What was built.', 'max by (version) (tidemark_build_info%s)' % every, 'version') + p.at(21, 0, 3, 4),

    p.curves('Lag by stage', 'How old what passed a stage in the last 15 seconds was, at most: shipped to Kafka, tracked by the streams job, on the board. The dashed line is the threshold of the alert.', [
      p.curve('max by (stage) (tidemark_event_lag_seconds%s)' % every, '{{stage}}'),
      p.curve('max by (instance) (tidemark_kafka_silent_seconds%s)' % every, 'Kafka silent, {{instance}}'),
      p.curve(look.late + ' + 0 * max(tidemark_event_lag_seconds%s)' % every, 'alert'),
    ], 's', overrides=[look.limit('alert')], beside=true) + p.at(0, 4, 12, 8),
    p.curves('Lines by outcome', 'Lines a second by what became of them. Rejected lines began like a known record and broke; duplicates were dropped.', [
      p.curve(rate('tidemark_lines_total', 'outcome'), '{{outcome}}'),
    ], 'lines/s', fill=30, stacked=true, overrides=outcomes, beside=true) + p.at(12, 4, 12, 8),
    p.curves('Read and shipped', 'Lines a second that tailers cut from logs, and that Kafka has acknowledged. Where the first stays above the second, Kafka is the brake.', [
      p.curve(rate('tidemark_lines_read_total'), 'read'),
      p.curve(rate('tidemark_lines_shipped_total'), 'shipped'),
    ], 'lines/s', overrides=[look.coloured('read', look.blue), look.coloured('shipped', look.free)], beside=true) + p.at(0, 12, 12, 8),
    p.table('Files', 'The logs that are followed, those furthest behind first. What only grows is not being read.', [
      p.rows('clamp_min(max by (instance, source) (tidemark_file_size_bytes%s - tidemark_file_offset_bytes%s), 0)' % [every, every]),
      p.rows('max by (instance, source) (tidemark_file_size_bytes%s)' % every),
    ], [
      p.col('source', 'source', column.wide(280)),
      p.col('instance', 'instance', column.text(140)),
      p.col('Value #A', 'behind', column.figure(100, 'bytes')),
      p.col('Value #B', 'size', column.figure(100, 'bytes')),
    ], { field: 'Value #A', desc: true }) + p.at(12, 12, 12, 8),
    p.table('Lines that broke', 'Lines that began like a known record and broke: of those that the topic tidemark.rejects holds with their text, the newest 100,000 of each partition and all since.', [
      p.rows('sum by (format, reason) (last_over_time(tidemark_rejects_total%s[$__range])) > 0' % every),
    ], [
      p.col('format', 'format', column.text(110)),
      p.col('reason', 'reason', column.wide(330)),
      p.col('Value', 'lines', column.count(80)),
    ], { field: 'Value', desc: true }, noValue='none') + p.at(0, 20, 12, 7),
    p.table('Analysis failed', 'Runs that an error of Tidemark ended: the byte of the log, and the step that failed.', [
      p.rows('max by (host, run, step) (tidemark_run_analysis_failed_offset_bytes%s)' % every),
    ], [
      p.col('run', 'run', column.wide(300)),
      p.col('host', 'host', column.text(80)),
      p.col('step', 'step', column.text(100)),
      p.col('Value', 'at byte', column.count(100)),
    ], noValue='none') + p.at(12, 20, 12, 7),

    p.row('Losses, restarts and limits', true, [
      p.curves('Gaps and unreadable records over time', 'Each is counted in the step in which it was seen.', [
        p.curve(increase('tidemark_gaps_total'), 'gaps'),
        p.curve(increase('tidemark_records_unreadable_total'), 'unreadable'),
        p.curve(increase('tidemark_streams_records_unreadable_total'), 'unreadable lines'),
        p.curve(increase('tidemark_streams_slices_ignored_total'), 'slices of ignored sources'),
        p.curve(increase('tidemark_owners_refused_total'), 'records of owners refused'),
        p.curve(increase('tidemark_state_sections_restarted_total'), 'sections of state begun anew'),
      ], 'short') + p.at(0, 28, 12, 8),
      p.curves('Files not read to their end', 'By reason; logs that are left to the tailer that owns them; and files of the list that are not read.', [
        p.curve(increase('tidemark_generations_lost_total', 'reason'), '{{reason}}'),
        p.curve('sum(tidemark_logs_left_to_owner%s)' % every, 'left to the tailer of their log'),
        p.curve('sum by (reason) (tidemark_logs_left_out%s) > 0' % every, 'not read: {{reason}}'),
      ], 'short') + p.at(12, 28, 12, 8),
      p.curves('Bytes that are no lines', 'Cut away before they were read, and NUL bytes that were passed over.', [
        p.curve(increase('tidemark_bytes_lost_total'), 'lost'),
        p.curve(increase('tidemark_bytes_hole_total'), 'NUL bytes'),
      ], 'bytes') + p.at(0, 36, 8, 8),
      p.curves('Text that waits for its turn', 'Stored slices of loud logs: each takes much time or very many records. Above 16 MiB in a task these logs hold up the others.', [
        p.curve('sum(tidemark_slices_waiting_bytes%s)' % every, 'waiting'),
      ], 'bytes') + p.at(8, 36, 8, 8),
      p.curves('Several writers, and names turned away', 'Lines that one writer cannot have written in that order; label values that found no place among the limits of a run.', [
        p.curve('max by (host, run) (tidemark_run_contradictions%s)' % every, 'contradicting, {{host}} {{run}}'),
        p.curve(increase('tidemark_label_overflow_total', 'label'), 'turned away, {{label}}'),
      ], 'short') + p.at(16, 36, 8, 8),
      p.curves('Remote write and OTLP', 'Samples and points a second for the receivers: sent, sent once more or missed because it was away, dropped because it rejects them.', [
        p.curve(rate('tidemark_remote_write_samples_total', 'outcome'), '{{outcome}}'),
        p.curve(rate('tidemark_otlp_points_total', 'outcome'), 'OTLP, {{outcome}}'),
      ], 'samples/s') + p.at(0, 44, 24, 8),
    ]) + p.at(0, 27, 24, 1),
    p.row('Streams job, broker and JVM', true, [
      {
        type: 'state-timeline',
        title: 'Streams job',
        description: 'Whether the streams job has its work and does it. A job that is down tracks nothing.',
        datasource: { type: 'prometheus', uid: '$datasource' },
        targets: [p.curve('min by (instance) (tidemark_streams_running%s)' % every, '{{instance}}') { refId: 'A' }],
        fieldConfig: { defaults: { mappings: look.yesNo('running', 'down'), custom: { fillOpacity: 60, lineWidth: 0 }, color: look.fixed(look.grey) }, overrides: [] },
        options: { showValue: 'auto', rowHeight: 0.8, mergeValues: true, alignValue: 'left', legend: { showLegend: false, displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'single', sort: 'none' } },
      } + p.at(0, 53, 12, 6),
      p.curves('Threads replaced', 'Threads of the streams job that died and were replaced.', [
        p.curve(increase('tidemark_streams_threads_replaced_total', 'instance'), '{{instance}}'),
      ], 'short') + p.at(12, 53, 12, 6),
      p.curves('Consumer lag', 'Records that the streams job and the sink have still to read. A lag that stays is a job too slow.', [
        // Without the process' own number.
        p.curve('max by (instance, client) (label_replace(kafka_consumer_fetch_manager_records_lag_max%s, "client", "$1", "client_id", "(?:tidemark-streams-[0-9a-f-]{36}-)?(.+)"))' % every, '{{client}}, {{instance}}'),
      ], 'records') + p.at(0, 59, 12, 8),
      p.curves('Series of the scrape', 'Series of the own meters; at most 200,000, and 20,000 more of ops.', [
        p.curve('max by (instance) (tidemark_series%s)' % every, '{{instance}}'),
      ], 'short') + p.at(12, 59, 12, 8),
      p.curves('Heap', 'Heap of the process, used and at most.', [
        p.curve('sum by (instance) (jvm_memory_used_bytes%s)' % f.every('area="heap"'), 'used {{instance}}'),
        p.curve('sum by (instance) (jvm_memory_max_bytes%s)' % f.every('area="heap"'), 'at most {{instance}}'),
      ], 'bytes') + p.at(0, 67, 12, 8),
      p.curves('Processor', "Share of the machine's processors that the process uses.", [
        p.curve('process_cpu_usage%s' % every, '{{instance}}'),
      ], 'percentunit') + p.at(12, 67, 12, 8),
    ]) + p.at(0, 28, 24, 1),
  ]
)
