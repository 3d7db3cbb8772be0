#!/bin/bash
# One element is killed (SIGKILL) in the middle: retry resubmits it and what depends on it, and the result is as if
# nothing had happened.
source "$(dirname "$0")/lib.sh"
campaign=$SOURCE/tests/data/slow_digits.yaml
workspace=$WORK/w
expect 0 "$BIN/plateau" generate "$campaign" --site "$SITE" --workspace "$workspace"
expect 0 "$BIN/plateau" submit "$workspace"
study=$workspace/store/digits/fc_64/sgd/1
for _ in $(seq 300); do
  [ "$(find "$study" -name metadata.json 2>/dev/null | wc -l)" -ge 2 ] && break
  sleep 0.1
done
pkill -9 -f -- "lr-tuner --workspace $workspace --element 0\$" || die "nothing to kill"
wait_for_queue 120
recorded=$(find "$study" -name metadata.json | wc -l)
echo "killed with $recorded of 6 trials recorded; element 0 is $(state_of "$workspace" 0)"
[ "$recorded" -lt 6 ] || die "the element was not killed in the middle"
case $(state_of "$workspace" 0) in interrupted | failed) ;; *) die "element 0 is $(state_of "$workspace" 0)" ;; esac
[ "$(state_of "$workspace" 1)" = "done" ] || die "element 1 suffered"
[ ! -e "$workspace/fits.json" ] || die "an incomplete campaign was fitted as if it were complete"

expect 0 "$BIN/plateau" retry "$workspace"
cat "$WORK/out"
grep -q '^tune-0: job [0-9]*, 1 elements (0)$' "$WORK/out" || die "retry does not resubmit exactly element 0"
grep -q '^confirm-0: job [0-9]*, 1 elements (0)$' "$WORK/out" || die "retry does not resubmit exactly its confirmation"
grep -q '^fit-0: job [0-9]*, 1 elements (0)$' "$WORK/out" || die "retry does not resubmit the fit"
wait_for_queue 120
all_done "$workspace" || { "$BIN/plateau" status "$workspace"; die "not done after retry"; }
expect 0 "$BIN/plateau" run "$campaign" --workspace "$WORK/local" --quiet
same_trials "$workspace" "$WORK/local"
same_fits "$workspace" "$WORK/local"
