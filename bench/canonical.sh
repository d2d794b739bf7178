#!/usr/bin/env bash
# The canonical state and the report's figures of every sample log and example, as files that two builds can be
# compared by: bench/canonical.sh DIR [LOG...]; then diff -r DIR OTHER is empty when nothing changed.
# It runs the built program, or the classes of TIDEMARK_CLASSPATH.
set -euo pipefail

if [ $# -eq 0 ]; then
  echo "canonical.sh: want the folder to write to, then maybe logs" >&2
  exit 2
fi
out=$1
shift
root=$(cd "$(dirname "$0")/.." && pwd)
samples=${TIDEMARK_SAMPLES:-$root/../shared/samples}
if [ $# -eq 0 ]; then
  if [ ! -d "$samples" ]; then
    echo "canonical.sh: no sample logs in $samples: set TIDEMARK_SAMPLES" >&2
    exit 2
  fi
  mapfile -t logs < <(find "$samples" "$root/examples" -type f | sort)
  set -- "${logs[@]}"
fi

program=("$root/tidemark")
if [ -n "${TIDEMARK_CLASSPATH:-}" ]; then
  program=(java -Xmx512m -cp "$TIDEMARK_CLASSPATH" io.tidemark.app.cli.Tidemark)
fi

mkdir -p "$out"
# A log that says nothing is no error here; what it says then is compared, too.
"${program[@]}" report --json --out "$out" "$@" 2>"$out/messages.txt" | grep -v "^$out/" >"$out/state.json" || true

# The folders' names hold the time of the report.
for folder in "$out"/*_[0-9]*_[0-9]*; do
  mv -T "$folder" "${folder%_[0-9]*_[0-9]*}"
done
