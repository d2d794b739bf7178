#!/usr/bin/env bash
# CPU per line of `tidemark watch --once` over the size of what it reads: bench/size.sh [PICTURE] [LINES...] (100000 1000000
# 10000000) as 1, 8 and 64 logs. Takes off what an example of some hundred lines costs. Writes PICTURE as SVG.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
picture=${1:-$root/bench/target/cost-over-size.svg}
shift || true
[ $# -gt 0 ] || set -- 100000 1000000 10000000
tidemark=$root/tidemark

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

cpu() { # LOG...: CPU seconds of a watch of them
  local TIMEFORMAT='%U %S'
  { time "$tidemark" watch --once --data "$work/data" "$@" > "$work/said" 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
  rm -rf "$work/data"
}
least() { # of three
  for _ in 1 2 3; do cpu "$@"; done | sort -n | head -1
}

"$tidemark" --version > /dev/null
base=$(least "$root/examples/tenstorrent.log")
echo "an example: $base CPU s"
for lines in "$@"; do
  for logs in 1 8 64; do
    for n in $(seq "$logs"); do
      echo "$n"
    done | xargs -P 2 -I N sh -c '"$1/bench/simulate" tenstorrent steady "$2" N > "$3/N.log"' - "$root" $((lines / logs)) "$work"
    spent=$(cpu "$work"/*.log)
    rm "$work"/*.log
    awk -v l="$lines" -v n="$logs" -v s="$spent" -v b="$base" \
      'BEGIN { printf "%d lines in %d logs: %.1f CPU s, %.2f µs per line above the example\n", l, n, s, 1e6 * (s - b) / l }'
    echo "$lines $logs $(awk -v l="$lines" -v s="$spent" -v b="$base" 'BEGIN { print 1e6 * (s - b) / l }')" >> "$work/points"
  done
done

mkdir -p "$(dirname "$picture")"
python3 - "$work/points" "$picture" << 'PYTHON'
import math, sys
points = [tuple(float(x) for x in line.split()) for line in open(sys.argv[1])]
most = max(cost for _, _, cost in points) * 1.15
first, last = (f(math.log10(p[0]) for p in points) for f in (min, max))
def x(lines): return 70 + 500 * (math.log10(lines) - first) / max(last - first, 1)
def y(cost): return 270 - 230 * cost / most
out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 320" font-family="sans-serif" font-size="13">',
       '<rect width="640" height="320" fill="#fff"/>',
       '<text x="70" y="24">CPU per line, µs, above the start, over the lines read</text>']
for step in range(5):
    cost = most * step / 4
    out.append(f'<path d="M70 {y(cost):.1f}H570" stroke="#ddd"/><text x="62" y="{y(cost) + 4:.1f}" text-anchor="end">{cost:.1f}</text>')
for lines in sorted({p[0] for p in points}):
    out.append(f'<text x="{x(lines):.1f}" y="292" text-anchor="middle">{lines:,.0f}</text>')
for logs, colour in ((1, "#1b6ca8"), (8, "#c2571a"), (64, "#3a7d44")):
    own = [(x(l), y(c)) for l, n, c in points if n == logs]
    out.append(f'<polyline points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in own)}" fill="none" stroke="{colour}" stroke-width="2"/>')
    out += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="4" fill="{colour}"/>' for a, b in own]
    at = {1: 56, 8: 76, 64: 96}[logs]
    out.append(f'<circle cx="480" cy="{at - 4}" r="4" fill="{colour}"/><text x="492" y="{at}">{logs} log{"s" if logs > 1 else ""}</text>')
open(sys.argv[2], "w").write("\n".join(out + ["</svg>\n"]))
PYTHON
echo "$picture"
