#!/usr/bin/env bash
# Seconds from the start of the streams job to the first line counted after it was killed (-9) and after it was stopped,
# beside a broker, a tailer and a sink that go on: bench/restart.sh [ROUNDS] [LINES] (5 rounds over 64 logs of 2000 lines).
set -euo pipefail

rounds=${1:-5}
lines=${2:-2000}
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
declare -A running=()
end() {
  for name in "${!running[@]}"; do kill "${running[$name]}" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$folder"
}
trap end EXIT

start() { # NAME OPTIONS...
  local name=$1
  shift
  java -XX:+UseSerialGC -Xmx512m -jar "$root/app/target/tidemark.jar" "$name" "$@" >"$folder/$name.txt" 2>&1 &
  running[$name]=$!
}

counted() {
  curl -s 127.0.0.1:19593/metrics | awk '/^tidemark_lines_total/ { all += $2 } END { printf "%d", all }'
}

await() { # LINES
  for _ in $(seq 1200); do
    [ "$(counted)" -ge "$1" ] && return
    sleep 0.05
  done
  echo "gave up: $(counted) of $1 lines counted" >&2
  exit 1
}

mkdir "$folder/logs"
"$root/bench/simulate" tenstorrent steady "$lines" 1 >"$folder/logs/1.log"
for log in $(seq 2 64); do cp "$folder/logs/1.log" "$folder/logs/$log.log"; done
broker=127.0.0.1:19592
start broker --port 19592 --data "$folder/broker"
until grep -q "broker on" "$folder/broker.txt"; do sleep 0.2; done
start sink --bootstrap-servers $broker --config "$folder/broker/client.properties" --port 19593
start ingest --bootstrap-servers $broker --config "$folder/broker/client.properties" "$folder/logs"
start streams --bootstrap-servers $broker --config "$folder/broker/client.properties" --state "$folder/streams"
all=$(cat "$folder"/logs/*.log | wc -l)
await "$all"

for how in KILL TERM; do
  for _ in $(seq "$rounds"); do
    kill -$how "${running[streams]}"
    wait "${running[streams]}" 2>/dev/null || true
    for log in "$folder"/logs/*.log; do echo "a line more" >>"$log"; done
    all=$((all + 64))
    from=$(date +%s%N)
    start streams --bootstrap-servers $broker --config "$folder/broker/client.properties" --state "$folder/streams"
    await $((all - 63))
    first=$(date +%s%N)
    await "$all"
    awk -v h=$how -v f=$(((first - from) / 1000000)) -v a=$((($(date +%s%N) - from) / 1000000)) \
      'BEGIN { printf "%s first line %5d ms, all 64 logs %5d ms\n", h, f, a }'
  done
done
