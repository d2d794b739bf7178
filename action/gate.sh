#!/usr/bin/env bash
# Judges a job's log, alone or against a baseline, and writes the answer into the job's summary.
# Inputs are variables, see action.yml: a value is never part of the script's text.
# Exit code 0 when the job is good, 3 when it is worse than its baseline or in trouble alone, 4 when the log that is judged
# states no memory, else that of a program that cannot judge.
set -u

# Names of version 0.2, of which one is an option of the program: it must not inherit them.
if [ -z "${GATE_LOG:-}" ] && [ -n "${TIDEMARK_LOG:-}" ]; then
  for name in LOG BASELINE GROWTH OPTIONS PROGRAM; do
    old=TIDEMARK_$name
    printf -v "GATE_$name" %s "${!old:-}"
    unset "$old"
  done
fi

here=$(cd "$(dirname "$0")/.." && pwd)
summary=${GITHUB_STEP_SUMMARY:-/dev/stdout}
baseline=${GATE_BASELINE:-}
version=${GATE_VERSION:-}
# The program needs no token.
token=${GATE_TOKEN:-}
unset GATE_TOKEN
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The runner acts on lines such as ::error:: and on ##[error] anywhere in a line; text of a log must not command it.
harmless() { sed -e 's/##\[/## [/g' -e 's/^\([[:space:]]*\)::/\1: :/'; }

tell() { # LEVEL TITLE SENTENCE: a plain line, and on a runner an annotation of the job
  local text=$3
  printf 'tidemark: %s\n' "$text" | harmless
  if [ "${GITHUB_ACTIONS:-}" = true ] && [ "$1" != good ]; then
    text=${text//'%'/%25}
    text=${text//$'\r'/%0D}
    text=${text//$'\n'/%0A}
    printf '::%s title=%s::%s\n' "$1" "$2" "$text"
  fi
}

fail() { # CODE SENTENCE
  tell error 'Tidemark cannot judge the job' "$2"
  exit "$1"
}

fetch() { # NAME: into the folder of work
  curl -fsSL --retry 2 --connect-timeout 10 --max-time 300 -o "$work/$1" "$archives/$1" 2>"$work/fetch.err"
}

# Unpacks the release's archive, once per job; without one, fails and leaves the reason in $why.
release() {
  local archive home
  [ "$(uname -s)" = Linux ] || { why="releases are for Linux, this is $(uname -s)"; return 1; }
  [ -n "$version" ] || version=$(sed -n 's|.*<revision>\(.*\)</revision>.*|\1|p' "$here/pom.xml" 2>/dev/null)
  version=${version#v}
  [[ $version =~ ^[0-9A-Za-z.+-]+$ ]] || fail 2 "version '$version': want the number of a release, such as 0.2.0"
  archives=${GATE_ARCHIVE_URL:-}
  if [ -z "$archives" ]; then
    [ -n "${GATE_REPOSITORY:-}" ] || { why='the action is used from a folder, not from a repository'; return 1; }
    archives=${GITHUB_SERVER_URL:-https://github.com}/$GATE_REPOSITORY/releases/download/v$version
  fi
  archive=tidemark-$version-linux-$(uname -m)
  home=${RUNNER_TEMP:-$work}/$archive
  if [ ! -x "$home/bin/tidemark" ]; then
    fetch SHA256SUMS && fetch "$archive.tar.gz" || { why="$archives: $(tail -n 1 "$work/fetch.err")"; return 1; }
    (cd "$work" && grep -F " $archive.tar.gz" SHA256SUMS | sha256sum --check --status) ||
      fail 1 "$archive.tar.gz of $archives does not have the checksum that SHA256SUMS states; nothing of it was run"
    tar -xzf "$work/$archive.tar.gz" -C "$work" || fail 1 "$archive.tar.gz of $archives cannot be unpacked"
    [ "$work/$archive" = "$home" ] || mv "$work/$archive" "$home"
  fi
  program=$home/bin/tidemark
}

program=${GATE_PROGRAM:-}
if [ -n "$program" ]; then
  command -v "$program" >/dev/null || fail 2 "tidemark: '$program' is no program that can be run"
elif ! program=$(command -v tidemark) && ! release; then
  [ -z "${GATE_VERSION:-}" ] || fail 2 "no release $version: $why"
  echo "tidemark: no release ($why): building this repository, which needs a JDK and Maven"
  program=$here/tidemark
  "$program" --version || fail 2 'the build of this repository failed, see above; give the input tidemark, or a version'
fi

read -r -d '' -a options <<<"${GATE_OPTIONS:-}"
alone=(history --markdown ${options[@]+"${options[@]}"} --)
judge() { # COMMAND...
  "$program" "$@" "${GATE_LOG:-}" >"$work/answer.md" 2>"$work/errors"
  code=$?
}
# Without a baseline, as on the first night or after a copy that broke off, the log is judged alone.
if [ ! -s "$baseline" ]; then
  baseline=
  judge "${alone[@]}"
else
  judge compare --markdown --max-growth "${GATE_GROWTH:-5}" ${options[@]+"${options[@]}"} -- "$baseline"
  if [ $code = 4 ]; then
    "$program" "${alone[@]}" "$baseline" >/dev/null 2>&1
    if [ $? = 4 ]; then
      tell warning 'The baseline states no memory' "$baseline states no memory: the log is judged alone"
      baseline=
      judge "${alone[@]}"
    fi
  fi
fi
[ $code = 3 ] && worse=true || worse=false
echo "worse=$worse" >>"${GITHUB_OUTPUT:-/dev/null}"
cat "$work/answer.md" >>"$summary"

# The heading is the answer in one sentence; its code spans are for Markdown only.
sentence=$(sed -n '1s/^### //p' "$work/answer.md" | tr -d '`')
complaint=$(sed 's/^tidemark: //' "$work/errors")
case $code in
  0) tell good '' "${sentence:-good}" ;;
  3) tell error "$([ -n "$baseline" ] && echo 'Device memory is worse than the baseline' || echo 'Device memory of the job is not good')" "$sentence" ;;
  4) tell error 'The log states no memory' "${complaint:-$sentence}" ;;
  *) tell error 'Tidemark cannot judge the job' "${complaint:-exit code $code}" ;;
esac
[ $code = 4 ] || [ -z "$sentence" ] || harmless <"$work/errors" >&2

api() { # METHOD PATH [BODY]
  # The token in an argument would be visible to every process of the machine.
  curl -sS --connect-timeout 10 --max-time 60 -X "$1" -o "$work/reply" -w '%{http_code}' ${3:+--data-binary "@$3"} \
    -K <(printf 'header = "Authorization: Bearer %s"\n' "$token") -H 'Accept: application/vnd.github+json' \
    -H 'X-GitHub-Api-Version: 2022-11-28' "${GITHUB_API_URL:-https://api.github.com}/repos/$GITHUB_REPOSITORY/issues/$2" 2>"$work/fetch.err"
}

# One comment for each workflow, job and log: its hidden first line finds it again. Only the job's own user is trusted with it.
comment() {
  local marker body status id='' page=1
  command -v curl >/dev/null && command -v jq >/dev/null || { why='curl or jq is missing on this runner'; return 1; }
  marker="<!-- tidemark $(printf '%s\n' "${GITHUB_WORKFLOW:-}" "${GITHUB_JOB:-}" "$GATE_LOG" | sha256sum | cut -c 1-32) -->"
  body=$work/body.json
  # The server takes 65,536 characters.
  { echo "$marker"; head -c 60000 "$work/answer.md"; [ -n "$sentence" ] || printf '### Device memory: not judged\n'; } |
    jq -Rs '{body: .}' >"$body"
  while [ -z "$id" ]; do
    status=$(api GET "$GATE_PULL/comments?per_page=100&page=$page")
    [ "$status" = 200 ] || { why="reading comments, the server answered $status $(head -c 200 "$work/fetch.err")"; return 1; }
    id=$(jq -r --arg marker "$marker" \
      'first(.[] | select(.user.login == "github-actions[bot]" and ((.body // "") | startswith($marker))) | .id) // empty' "$work/reply")
    [ -n "$id" ] || [ "$(jq length "$work/reply")" = 100 ] || break
    page=$((page + 1))
  done
  if [ -n "$id" ]; then status=$(api PATCH "comments/$id" "$body"); else status=$(api POST "$GATE_PULL/comments" "$body"); fi
  case $status in
    200 | 201) ;;
    *) why="the server answered $status; the job needs the permission pull-requests: write, which a fork's pull request never has"; return 1 ;;
  esac
}
if [ "${GATE_COMMENT:-}" = true ] && [ -n "${GATE_PULL:-}" ]; then
  comment || tell warning 'No comment on the pull request' "no comment on pull request $GATE_PULL: $why"
fi
exit $code
