#!/bin/bash
# generate -> submit -> tune over both nodes -> confirm -> fit by dependencies alone; equal to plateau run bit for bit.
source "$(dirname "$0")/lib.sh"
campaign=$SOURCE/tests/data/small_digits.yaml
# shellcheck disable=SC2016  # the folder's name is meant to hold this text
workspace=$WORK/'w $(touch x)'
cd "$WORK"
expect 0 "$BIN/plateau" generate "$campaign" --site "$SITE" --workspace "$workspace"

# A controller that does not answer is a missing service; nothing counts as submitted.
sed 's/^SlurmctldPort=.*//; $a SlurmctldPort=9' "$SLURM_CONF" >"$WORK/unreachable.conf"
SLURM_CONF=$WORK/unreachable.conf expect 69 "$BIN/plateau" submit "$workspace"
one_line
says "Slurm does not answer"
export SBATCH_PARTITION=nonexistent SLURM_ARRAY_TASK_ID=5 # neither may reach the jobs
expect 0 "$BIN/plateau" submit "$workspace"
unset SBATCH_PARTITION SLURM_ARRAY_TASK_ID
cat "$WORK/out"
expect 64 "$BIN/plateau" submit "$workspace"
says "submitted already"
wait_for_queue 120
all_done "$workspace" || { "$BIN/plateau" status "$workspace"; tail -n 5 "$workspace"/logs/*; die "not done"; }
grep -h -o 'on n[12]$' "$workspace"/logs/tune-*.log | sort | uniq -c
[ "$(grep -h -o 'on n[12]$' "$workspace"/logs/tune-*.log | sort -u | wc -l)" -eq 2 ] || die "the array did not use both nodes"
expect 0 "$BIN/plateau" retry "$workspace"
grep -q "nothing to resubmit" "$WORK/out" || die "retry resubmits what is done"
[ ! -e x ] || die "the folder's name reached a shell"
expect 0 "$BIN/plateau" run "$campaign" --workspace "$WORK/local" --quiet
same_trials "$workspace" "$WORK/local"
same_fits "$workspace" "$WORK/local"

# Trials of two ranks, two at a time, over both nodes of one element: still the same bytes.
sed 's/resources: {/resources: {ranks: 2, groups: 2, /' "$campaign" >"$WORK/wide.yaml"
expect 0 "$BIN/plateau" generate "$WORK/wide.yaml" --site "$SITE" --workspace "$WORK/wide"
grep -q 'nodes="2"' "$WORK/wide/scripts/tune-0.sbatch" || die "four ranks do not ask for two nodes"
expect 0 "$BIN/plateau" submit "$WORK/wide"
wait_for_queue 180
all_done "$WORK/wide" || { "$BIN/plateau" status "$WORK/wide"; die "not done"; }
same_trials "$WORK/wide" "$WORK/local"
same_fits "$WORK/wide" "$WORK/local"
grep -h -o '"host": "n[12]"' -r "$WORK/wide/store" --include metadata.json | sort | uniq -c

# cancel: nothing stays queued, records stay.
expect 0 "$BIN/plateau" generate "$SOURCE/tests/data/slow_digits.yaml" --site "$SITE" --workspace "$WORK/cancelled"
expect 0 "$BIN/plateau" submit "$WORK/cancelled"
wait_for_records "$WORK/cancelled/store" 1
expect 0 "$BIN/plateau" cancel "$WORK/cancelled"
wait_for_queue 30
expect 0 "$BIN/plateau" status "$WORK/cancelled"
kept=$(find "$WORK/cancelled/store" -name metadata.json | wc -l)
[ "$kept" -gt 0 ] || die "cancelling lost the records"
[ ! -e "$WORK/cancelled/fits.json" ] || die "a cancelled campaign was fitted"
