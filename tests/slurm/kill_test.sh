#!/bin/bash
# One element is killed (SIGKILL) in the middle: retry resubmits it and what depends on it, and the result is as if
# nothing had happened.
source "$(dirname "$0")/lib.sh"
campaign=$SOURCE/tests/data/slow_digits.yaml
workspace=$WORK/w
expect 0 "$BIN/plateau" generate "$campaign" --site "$SITE" --workspace "$workspace"
expect 0 "$BIN/plateau" submit "$workspace"
study=$workspace/store/digits/fc_64/sgd/1
wait_for_records "$study" 2
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

# The same with element 1 while element 0 still runs and the later stages are queued: one retry is enough, since the
# confirmations and the fit that are queued then wait for the new job too.
workspace=$WORK/early
sed 's/{1: 15000, 4: 300, 16: 100}/{1: 30000, 4: 15000, 16: 100}/' "$campaign" >"$WORK/early.yaml"
expect 0 "$BIN/plateau" generate "$WORK/early.yaml" --site "$SITE" --workspace "$workspace"
expect 0 "$BIN/plateau" submit "$workspace"
wait_for_records "$workspace/store/digits/fc_64/sgd/4" 1
pkill -9 -f -- "lr-tuner --workspace $workspace --element 1\$" || die "nothing to kill"
for _ in $(seq 100); do
  case $(state_of "$workspace" 1) in interrupted | failed) break ;; esac
  sleep 0.1
done
[ "$(state_of "$workspace" 0)" = running ] || die "element 0 is $(state_of "$workspace" 0)"
expect 0 "$BIN/plateau" retry "$workspace"
cat "$WORK/out"
[ "$(wc -l <"$WORK/out")" -eq 1 ] || die "retry sent more than element 1 although the rest was queued"
wait_for_queue 120
all_done "$workspace" || { "$BIN/plateau" status "$workspace"; die "one retry was not enough"; }
expect 0 "$BIN/plateau" run "$WORK/early.yaml" --workspace "$WORK/early-local" --quiet
same_trials "$workspace" "$WORK/early-local"
same_fits "$workspace" "$WORK/early-local"
