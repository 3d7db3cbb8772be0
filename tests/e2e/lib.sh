# shellcheck shell=bash
# Shared by the end-to-end tests: $BIN is the folder of the programs, $SOURCE the source tree.
set -euo pipefail
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
WORK=$(mktemp -d)
cleanup() { rm -rf "$WORK"; }
trap cleanup EXIT

die() {
  echo "FAILED: $*" >&2
  exit 1
}

# expect CODE COMMAND...: runs it, keeps its output in $WORK/out and $WORK/err, fails on another exit code
expect() {
  local wanted=$1 code=0
  shift
  "$@" >"$WORK/out" 2>"$WORK/err" </dev/null || code=$?
  [ "$code" -eq "$wanted" ] || {
    tail -n 20 "$WORK/out" "$WORK/err" >&2
    die "$* ended with $code, not $wanted"
  }
}
# says TEXT: the last command's error output holds it
says() { grep -qF -- "$1" "$WORK/err" || die "the message lacks '$1': $(cat "$WORK/err")"; }
one_line() { [ "$(wc -l <"$WORK/err")" -eq 1 ] || die "not one message: $(cat "$WORK/err")"; }

# same_trials A B: both workspaces hold the same trials with the same bytes
same_trials() {
  local part
  for part in store confirm; do
    diff <(cd "$1/$part" && find . -name measurements.csv | sort | xargs md5sum) \
      <(cd "$2/$part" && find . -name measurements.csv | sort | xargs md5sum) || die "$part differs between $1 and $2"
  done
}
