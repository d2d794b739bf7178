#!/usr/bin/env bash
# Wall and CPU seconds of rsyslog's imfile → omkafka until all lines of a log are in Kafka, a record a line:
# bench/peers/rsyslog.sh LOG BOOTSTRAP_SERVERS TOPIC. Prints both with a blank between. Wants kcat, too.
set -euo pipefail

log=$1
servers=$2
topic=$3
work=$(mktemp -d)
rsyslog=
end() { # the process that this script started
  [ -z "$rsyslog" ] || kill "$rsyslog" 2> /dev/null || true
  wait 2> /dev/null || true
  rm -rf "$work"
}
trap end EXIT

cat > "$work/rsyslog.conf" << CONF
global(workDirectory="$work")
module(load="imfile" mode="inotify")
module(load="omkafka")
template(name="line" type="string" string="%msg%")
input(type="imfile" File="$log" Tag="bench" ruleset="ship")
ruleset(name="ship") {
  action(type="omkafka" broker=["$servers"] topic="$topic" partitions.auto="on" template="line"
         confParam=["compression.codec=lz4", "queue.buffering.max.ms=20", "batch.num.messages=10000"])
}
CONF

partitions=$(kcat -L -b "$servers" -t "$topic" | grep -c '^ *partition ' || true)
if [ "$partitions" -eq 0 ]; then
  echo "rsyslog.sh: $servers has no topic $topic: make it with tidemark topics" >&2
  exit 2
fi
records() { # over all partitions
  local asked=() n
  for n in $(seq 0 $((partitions - 1))); do asked+=(-t "$topic:$n:-1"); done
  kcat -Q -b "$servers" "${asked[@]}" | awk '{ sum += $NF } END { print sum + 0 }'
}

due=$(($(records) + $(wc -l < "$log")))
start=$(date +%s%N)
rsyslogd -n -f "$work/rsyslog.conf" -i "$work/pid" > "$work/said" 2>&1 &
rsyslog=$!
for _ in $(seq 3000); do
  [ "$(records)" -lt "$due" ] || break
  kill -0 "$rsyslog"
  sleep 0.1
done
end=$(date +%s%N)
sed 's/.*) //' "/proc/$rsyslog/stat" | awk -v ns=$((end - start)) -v hz="$(getconf CLK_TCK)" \
  '{ printf "%.2f %.2f\n", ns / 1e9, ($12 + $13) / hz }'
