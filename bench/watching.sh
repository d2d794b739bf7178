#!/usr/bin/env bash
# The price of watching: CPU and memory of one `tidemark watch` while logs grow evenly and others lie still:
# bench/watching.sh [LINES_PER_SECOND] [GROWING] [QUIET] [SECONDS] [WARM_UP]. The lines are of each growing log.
# CPU in % of one core, the compilers' threads apart; scraped every SCRAPE_EVERY seconds.
set -euo pipefail

rate=${1:-60}
growing=${2:-3}
quiet=${3:-11}
seconds=${4:-120}
warm=${5:-120}
every=${SCRAPE_EVERY:-5}
root=$(cd "$(dirname "$0")/.." && pwd)
tidemark=${TIDEMARK:-$root/tidemark}
port=${PORT:-18081}

if curl -s -o /dev/null "http://127.0.0.1:$port/metrics"; then
  echo "watching.sh: port $port is taken; set PORT" >&2
  exit 2
fi

work=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2> /dev/null || true; wait; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

lines=$((rate * (seconds + warm + 60)))
for n in $(seq "$growing"); do
  "$root/bench/simulate" tenstorrent steady $((lines > 0 ? lines : 1)) "$n" > "$work/source.$n"
done
for n in $(seq "$quiet"); do
  "$root/bench/simulate" tenstorrent steady 200 "10$n" > "$work/quiet.$n.log" &
  [ $((n % 4)) -ne 0 ] || wait
done
wait
logs=("$work"/quiet.*.log)
[ "$quiet" -gt 0 ] || logs=()
for n in $(seq "$growing"); do
  : > "$work/growing.$n.log"
  logs+=("$work/growing.$n.log")
done

# It ends with its standard input, the process of the JVM is the launcher's own.
"$tidemark" watch --port "$port" --data "$work/data" "${logs[@]}" > "$work/out" 2>&1 &
watch=$!
pids+=("$watch")
for _ in $(seq 1200); do
  curl -s "http://127.0.0.1:$port/metrics" | grep -q '^tidemark_build_info' && break
  kill -0 "$watch" 2> /dev/null || { tail -5 "$work/out" >&2; exit 1; }
  sleep 0.1
done

grow() { # evenly by the clock: a machine that is late catches up
  exec python3 -c '
import sys, time
source, log, rate = open(sys.argv[1], "rb"), open(sys.argv[2], "ab", buffering=0), int(sys.argv[3])
begun, written = time.monotonic(), 0
while True:
    due = int((time.monotonic() - begun) * rate)
    log.write(b"".join(source.readline() for _ in range(due - written)))
    written = due
    time.sleep(0.1)' "$@"
}
if [ "$rate" -gt 0 ]; then
  for n in $(seq "$growing"); do
    grow "$work/source.$n" "$work/growing.$n.log" "$rate" &
    pids+=("$!")
  done
fi
while sleep "$every"; do
  curl -s -o /dev/null "http://127.0.0.1:$port/metrics"
done &
pids+=("$!")

jvm() { # the launcher may not replace itself by the JVM
  pgrep -P "$watch" -x java || echo "$watch"
}
ticks() { # of threads whose name fits: user and system time
  cat /proc/"$1"/task/*/stat 2> /dev/null | sed 's/^\([0-9]*\) (\(.*\)) /\2|/; ' \
    | awk -F'|' -v want="$2" '{ split($2, f, " "); if (($1 ~ /^C[12] Compiler/) == (want == "jit")) sum += f[12] + f[13] } END { print sum + 0 }'
}
counted() {
  curl -s "http://127.0.0.1:$port/metrics" | awk '/^tidemark_lines_total/ { sum += $2 } END { printf "%d", sum }'
}
written() { # bytes in the broker's logs of Tidemark's topics, segments are preallocated by nobody
  find "$work/data/kafka" -name '*.log' -printf '%s\n' | awk '{ sum += $1 } END { printf "%d", sum }'
}

sleep "$warm"
process=$(jvm)
hertz=$(getconf CLK_TCK)
work0=$(ticks "$process" work) jit0=$(ticks "$process" jit) lines0=$(counted) bytes0=$(written) start=$(date +%s%N)
sleep "$seconds"
work1=$(ticks "$process" work) jit1=$(ticks "$process" jit) lines1=$(counted) bytes1=$(written) end=$(date +%s%N)
rss=$(awk '/^VmRSS:/ { print int($2 / 1024) }' "/proc/$process/status")
awk -v n="$growing" -v rate="$rate" -v quiet="$quiet" -v ns=$((end - start)) -v hz="$hertz" -v work=$((work1 - work0)) \
  -v jit=$((jit1 - jit0)) -v lines=$((lines1 - lines0)) -v bytes=$((bytes1 - bytes0)) -v rss="$rss" 'BEGIN {
    s = ns / 1e9
    printf "%d × %d lines/s, %d quiet: %.1f %% of a core, compilers %.1f %%, %d MiB resident, %.1f lines/s counted, %.1f KB/s into the broker\n",
      n, rate, quiet, 100 * work / hz / s, 100 * jit / hz / s, rss, lines / s, bytes / s / 1000 }'
