#!/usr/bin/env bash
# From starting `./tidemark watch LOG` to the first memory figure on /metrics, and the memory the process holds
# then: bench/coldstart.sh [RUNS] [LOG]. Prints each run and the median.
set -euo pipefail

runs=${1:-5}
root=$(cd "$(dirname "$0")/.." && pwd)
log=${2:-$root/examples/tenstorrent.log}
port=${PORT:-18080}
limit_seconds=120

if [ ! -x "$root/tidemark" ]; then
  echo "coldstart.sh: $root/tidemark is missing: build first" >&2
  exit 2
fi

work=$(mktemp -d)
watch_pid=
ours() { # the process this script started, and its children: the launcher may not replace itself by the JVM
  echo "$1"
  pgrep -P "$1" || true
}
stop() { # ends those, and only those
  if [ -n "$watch_pid" ]; then
    local pids
    pids=$(ours "$watch_pid")
    kill $pids 2> /dev/null || true
    for _ in $(seq 100); do
      kill -0 $pids 2> /dev/null || break
      sleep 0.1
    done
    kill -9 $pids 2> /dev/null || true
    wait "$watch_pid" 2> /dev/null || true
  fi
  watch_pid=
}
trap 'stop; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

resident_kib() {
  local total=0 pid kib
  for pid in $(ours "$1"); do
    kib=$(awk '/^VmRSS:/ { print $2 }' "/proc/$pid/status" 2> /dev/null || true)
    total=$((total + ${kib:-0}))
  done
  echo "$total"
}

if curl -s -o /dev/null "http://127.0.0.1:$port/metrics"; then
  echo "coldstart.sh: port $port is taken; set PORT" >&2
  exit 2
fi

for run in $(seq "$runs"); do
  start=$(date +%s%N)
  "$root/tidemark" watch --port "$port" --data "$work/data.$run" "$log" > "$work/out.$run" 2>&1 &
  watch_pid=$!
  until page=$(curl -s "http://127.0.0.1:$port/metrics") && grep -q '^tidemark_memory_' <<< "$page"; do
    if ! kill -0 "$watch_pid" 2> /dev/null; then
      echo "coldstart.sh: tidemark ended before its first figure:" >&2
      tail -5 "$work/out.$run" >&2
      exit 1
    fi
    if [ $((($(date +%s%N) - start) / 1000000000)) -ge "$limit_seconds" ]; then
      echo "coldstart.sh: no figure within $limit_seconds s" >&2
      exit 1
    fi
    sleep 0.1
  done
  milliseconds=$((($(date +%s%N) - start) / 1000000))
  kib=$(resident_kib "$watch_pid")
  stop
  echo "run $run: $milliseconds ms, $((kib / 1024)) MiB resident"
  echo "$milliseconds $kib" >> "$work/results"
done

middle=$(((runs + 1) / 2))
echo "median of $runs: $(sort -n "$work/results" | sed -n "${middle}p" | cut -d' ' -f1) ms," \
  "$(($(cut -d' ' -f2 "$work/results" | sort -n | sed -n "${middle}p") / 1024)) MiB resident"
