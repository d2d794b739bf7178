#!/usr/bin/env bash
# The figures of docs/performance.md, all in one run: bench/table.sh [ROUNDS] [PARTS]. PARTS: any of parse profiler
# streams once ship start latency watch apart, in one argument. Medians of ROUNDS (5). Says what the machine did before.
# SHIP_LINES: how many lines the part ship reads (2000000); the JVM's start weighs less in more of them.
# TT_SWISS: a checkout of github.com/vkovinicTT/tt-swiss, the Python profiler of Tenstorrent's logs; else that is left out.
set -euo pipefail

rounds=${1:-5}
parts=${2:-parse profiler streams once ship start latency watch apart}
root=$(cd "$(dirname "$0")/.." && pwd)
samples=${TIDEMARK_SAMPLES:-$root/../shared/samples}
june=$samples/tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log
tidemark=$root/tidemark
if [ ! -f "$root/bench/target/classpath" ]; then
  echo "table.sh: build first, as bench/README.md says" >&2
  exit 2
fi
classes=$root/bench/target/classes
for module in app sink streams ingest analysis model; do classes=$classes:$root/$module/target/classes; done
classes=$classes:$(cat "$root/bench/target/classpath")

work=$(mktemp -d)
pids=()
end() { # processes that this script started, by their ids
  [ ${#pids[@]} -eq 0 ] || kill "${pids[@]}" 2> /dev/null || true
  wait 2> /dev/null || true
  pids=()
}
trap 'end; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
row() { printf '| %s | %s |\n' "$1" "$2"; }
spent() { # COMMAND...: prints wall and CPU seconds
  local TIMEFORMAT='%R %U %S'
  { time "$@" > "$work/said" 2>&1; } 2>&1 | awk '{ printf "%.2f %.2f\n", $1, $2 + $3 }'
}
spents() { # NAME COMMAND...: rounds of it; medians in NAME.wall and NAME.cpu
  local name=$1 round
  shift
  for round in $(seq "$rounds"); do
    rm -rf "$work/data"
    spent "$@"
  done > "$work/$name.all"
  medians "$name"
}
medians() { # NAME: of the rounds in NAME.all
  cut -d' ' -f1 "$work/$1.all" | median > "$work/$1.wall"
  cut -d' ' -f2 "$work/$1.all" | median > "$work/$1.cpu"
}
got() { cat "$work/$1"; }
over() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }
until_said() { # SECONDS COMMAND...: until it succeeds
  local tries=$(($1 * 10))
  shift
  for _ in $(seq "$tries"); do
    "$@" > /dev/null 2>&1 && return 0
    sleep 0.1
  done
  echo "table.sh: in vain: $*" >&2
  return 1
}

parse() {
  "$root/bench/formats.sh" "$rounds" june op-level tpu-mlir foreign > "$work/formats"
  cat "$work/formats"
  echo
}

profiler() { # a log with its ops a hundred times, as MB/s of a whole run of the script
  [ -n "${TT_SWISS:-}" ] || return 0
  for _ in $(seq 100); do cat "$samples/tenstorrent/SYNTHETIC_operation_level_debug_ansi.log"; done > "$work/ops.log"
  spents profiler env PYTHONPATH="$TT_SWISS" python3 -c 'import sys
from memory_profiler.parser import parse_log_file
parse_log_file(sys.argv[1], sys.argv[2], sys.argv[3])' "$work/ops.log" "$work/memory.json" "$work/ops.json"
  row "Python profiler, the op-level log" \
    "$(awk -v b="$(stat -c %s "$work/ops.log")" -v s="$(got profiler.wall)" 'BEGIN { printf "%.1f MB/s", b / 1e6 / s }')"
}

streams() {
  for _ in $(seq 40); do cat "$june"; done > "$work/june40.log"
  for kind in tidemark aggregate; do
    java -Xmx2g -XX:+UseSerialGC -cp "$classes" io.tidemark.bench.stream.StreamsBench \
      "$work/june40.log" 8 "$rounds" "$kind" 1 2> /dev/null | grep "^$kind" | sed 's/^/    /'
  done
  rm "$work/june40.log"
}

simulated() { # LINES FILE
  [ -f "$2" ] || "$root/bench/simulate" tenstorrent steady "$1" 1 > "$2"
}

once() {
  simulated 2000000 "$work/large.log"
  spents once "$tidemark" watch --once --data "$work/data" "$work/large.log"
  row "all-in-one, 2 M lines: CPU / wall" "$(got once.cpu) / $(got once.wall) s"
  if command -v mtail > /dev/null; then # parses two figures of a line, keeps the last, no Kafka
    spents mtail mtail --one_shot --progs "$root/bench/peers" --logs "$work/large.log"
    row "mtail --one_shot, the same log: CPU / wall" "$(got mtail.cpu) / $(got mtail.wall) s"
  fi
  spents small "$tidemark" watch --once --data "$work/data" "$root/examples/tenstorrent.log"
  row "the same, an example of 542 lines" "$(got small.cpu) / $(got small.wall) s"
}

ship() { # the three in turn, so that each meets the same machine
  local lines=${SHIP_LINES:-2000000} log=$work/ship.log
  simulated "$lines" "$log"
  "$tidemark" broker --no-auth --port 19092 --data "$work/broker" > "$work/broker.log" 2>&1 &
  pids+=("$!")
  until_said 60 grep -q . "$work/broker.log"
  for round in $(seq "$rounds"); do
    cp "$log" "$work/ship.$round.log"
    "$root/bench/shipped.sh" "$work/ship.$round.log" 127.0.0.1:19092 "$tidemark" >> "$work/tailer.all"
    rm "$work/ship.$round.log"
    spent java -XX:+UseSerialGC -Xmx256m -cp "$classes" io.tidemark.bench.stream.BareProducer \
      127.0.0.1:19092 tidemark.lines "$log" >> "$work/bare.all"
    command -v kcat > /dev/null || continue
    spent kcat -P -b 127.0.0.1:19092 -z lz4 -t tidemark.lines -l "$log" >> "$work/kcat.all"
    ! command -v rsyslogd > /dev/null \
      || "$root/bench/peers/rsyslog.sh" "$log" 127.0.0.1:19092 tidemark.lines >> "$work/rsyslog.all"
  done
  medians tailer
  medians bare
  row "file → Kafka, $lines lines: tailer CPU / wall" "$(got tailer.cpu) / $(got tailer.wall) s"
  row "bare producer of slices: CPU / wall" "$(got bare.cpu) / $(got bare.wall) s"
  if [ -f "$work/kcat.all" ]; then
    medians kcat
    row "kcat -P -l: CPU / wall" "$(got kcat.cpu) / $(got kcat.wall) s"
    row "tailer ÷ kcat, wall" "$(over "$(got tailer.wall)" "$(got kcat.wall)")"
  fi
  if [ -f "$work/rsyslog.all" ]; then
    medians rsyslog
    row "rsyslog imfile → omkafka: CPU / wall" "$(got rsyslog.cpu) / $(got rsyslog.wall) s"
  fi
  row "tailer ÷ bare producer, CPU" "$(over "$(got tailer.cpu)" "$(got bare.cpu)")"
  rm "$log"
  end
}

start() {
  row "start of \`watch\` → first figure, fresh folder; resident; after kill -9" "$("$root/bench/coldstart.sh" "$rounds" | tail -1 | sed 's/.*: //')"
}

latency() { # a snapshot is five lines
  for rate in 200 2000; do
    local log=$work/latency.$rate.log
    : > "$log"
    "$tidemark" watch --port 18082 --data "$work/latency.$rate" "$log" > /dev/null 2>&1 &
    pids+=("$!")
    until_said 60 sh -c 'curl -s 127.0.0.1:18082/metrics | grep -q tidemark_build_info'
    row "append → /metrics at $((rate * 5)) lines/s" \
      "$(java -cp "$classes" io.tidemark.bench.LatencyBench http://127.0.0.1:18082 "$log" "$rate" $((rate * 20)) $((rate * 20)))"
    end
  done
}

watch() {
  row "watch, 3 logs growing, 11 quiet" "$("$root/bench/watching.sh" 60 3 11 60 120 | tail -1)"
  row "the same, 1,000 lines/s" "$("$root/bench/watching.sh" 333 3 11 30 60 | tail -1)"
  row "watch at rest, 100 quiet logs" "$(SCRAPE_EVERY=15 "$root/bench/watching.sh" 0 0 100 60 60 | tail -1)"
}

apart() {
  row "programs apart at rest" "$("$root/bench/apart.sh" | tail -1)"
}

echo "load before: $(cut -d' ' -f1-3 /proc/loadavg); $(nproc) cores; $(java -version 2>&1 | sed -n 2p)"
"$tidemark" --version > /dev/null 2>&1 # builds, and makes the archive of classes
for part in $parts; do
  case $part in
    parse | profiler | streams | once | ship | start | latency | watch | apart) "$part" ;;
    *)
      echo "table.sh: no part $part" >&2
      exit 2
      ;;
  esac
done
echo "load after: $(cut -d' ' -f1-3 /proc/loadavg)"
