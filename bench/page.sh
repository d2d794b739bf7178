#!/usr/bin/env bash
# First paint and a zoom step of a report's page and of the live page in a headless Chromium, of a large log beside a small
# one, in turn:
# bench/page.sh [LINES] [ROUNDS]. The small log is examples/tenstorrent.log, so a ratio is the price of the length.
set -euo pipefail

lines=${1:-1000000}
rounds=${2:-5}
root=$(cd "$(dirname "$0")/.." && pwd)
for program in chromedriver chromium python3; do
  if ! command -v "$program" > /dev/null; then
    echo "page.sh: $program is not on the PATH" >&2
    exit 2
  fi
done
work=$(mktemp -d)
watch=
trap '[ -z "$watch" ] || kill "$watch" 2> /dev/null || true; wait; rm -rf "$work"' EXIT

report() { # LOG FOLDER
  "$root/tidemark" report --out "$2" "$1" > /dev/null
  find "$2" -name index.html
}

"$root/bench/simulate" tenstorrent steady "$lines" 1 > "$work/large.log"
large=$(report "$work/large.log" "$work/large")
small=$(report "$root/examples/tenstorrent.log" "$work/small")

"$root/tidemark" watch --port 0 --data "$work/data" "$work/large.log" > "$work/out" 2>&1 &
watch=$!
live=
for _ in $(seq 1200); do # until the log is read to its end
  live=$(sed -n 's/^page and metrics on //p' "$work/out")
  [ -z "$live" ] || ! curl -s "${live%/}/api/v1/runs" | grep -qE '"state":"(idle|live)"' || break
  kill -0 "$watch" 2> /dev/null || { tail -5 "$work/out" >&2; exit 1; }
  sleep 0.5
done
python3 "$root/bench/page.py" "$rounds" "$small" "$large" "${live%/}/#run=large.log%231&memory=DRAM&device=0"
