#!/usr/bin/env bash
# From starting `./tidemark watch LOG` to the first memory figure on /metrics, and the memory the process holds
# then; the same once it was killed (kill -9) three seconds later: bench/coldstart.sh [RUNS] [LOG]. Prints each run
# and the medians.
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

first_figure() { # RUN: starts it in the folder of that run; prints milliseconds and KiB
  local run=$1 start page
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
    sleep 0.05
  done
  echo $((($(date +%s%N) - start) / 1000000)) "$(resident_kib "$watch_pid")" > "$work/figure"
}

for run in $(seq "$runs"); do
  first_figure "$run"
  read -r fresh kib < "$work/figure"
  sleep 3
  kill -9 $(ours "$watch_pid") 2> /dev/null || true
  wait "$watch_pid" 2> /dev/null || true
  first_figure "$run"
  read -r killed _ < "$work/figure"
  stop
  echo "run $run: $fresh ms, $((kib / 1024)) MiB resident; after kill -9 $killed ms"
  echo "$fresh $kib $killed" >> "$work/results"
done

median() { # COLUMN
  cut -d' ' -f"$1" "$work/results" | sort -n | sed -n "$(((runs + 1) / 2))p"
}
echo "median of $runs: $(median 1) ms, $(($(median 2) / 1024)) MiB resident; after kill -9 $(median 3) ms"
