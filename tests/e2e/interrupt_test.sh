#!/bin/bash
# SIGTERM: the element records what it did, ends as unfinished (75), and plateau run continues from there. curve-fitter
# gives the same numbers on any number of ranks; a running campaign can be reported.
source "$(dirname "$0")/lib.sh"
campaign=$SOURCE/tests/data/slow_digits.yaml
workspace=$WORK/w
study=$workspace/store/digits/fc_64/sgd/1
"$BIN/plateau" run "$campaign" --workspace "$workspace" --quiet >"$WORK/out" 2>"$WORK/err" &
victim=$!
for _ in $(seq 300); do
  [ "$(find "$study" -name metadata.json 2>/dev/null | wc -l)" -ge 1 ] && break
  sleep 0.1
done
kill -TERM "$victim"
code=0
wait "$victim" || code=$?
[ "$code" -eq 75 ] || die "an interrupted run ended with $code: $(cat "$WORK/err")"
[ ! -e "$workspace/fits.json" ] || die "an interrupted campaign was fitted"

expect 0 "$BIN/plateau" report "$workspace"
grep -qi 'pending' "$workspace/report.html" || die "the report of a running campaign does not say that sizes are pending"
rm "$workspace/fits.json"

expect 0 "$BIN/plateau" run "$campaign" --workspace "$workspace" --quiet
expect 0 "$BIN/plateau" run "$campaign" --workspace "$WORK/whole" --quiet
same_trials "$workspace" "$WORK/whole"

cp "$workspace/fits.json" "$WORK/fits1.json"
for ranks in 1 2 4; do
  expect 0 mpirun --oversubscribe --bind-to none -np "$ranks" "$BIN/curve-fitter" --workspace "$workspace"
  cmp "$workspace/fits.json" "$WORK/fits1.json" || die "curve-fitter gives other numbers on $ranks ranks"
done

# One element by hand, terminated by its own signal: INCOMPLETE with its cause.
expect 0 "$BIN/plateau" generate "$campaign" --site "$SOURCE/tests/data/sites/good.yaml" --workspace "$WORK/hand"
"$BIN/lr-tuner" --workspace "$WORK/hand" --element 0 >/dev/null 2>"$WORK/err" &
victim=$!
for _ in $(seq 100); do
  [ -e "$WORK/hand/store/digits/fc_64/sgd/1/0/metadata.json" ] && break
  sleep 0.1
done
kill -TERM "$victim"
code=0
wait "$victim" || code=$?
[ "$code" -eq 75 ] || die "a terminated lr-tuner ended with $code: $(cat "$WORK/err")"
grep -h -A1 '"cause"' "$WORK"/hand/store/digits/fc_64/sgd/1/*/metadata.json | grep -q 'signal 15' || die "the cause of the interruption is not recorded"
