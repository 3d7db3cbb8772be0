#!/bin/bash
# Two true nodes: host names, shared-memory domains, and the tree sum's bits over both of them.
source "$(dirname "$0")/lib.sh"
hosts=$(srun -N2 -n4 --mpi=pmix hostname | sort | uniq -c | tr -s ' ' | tr '\n' ';')
echo "ranks: $hosts"
[ "$hosts" = " 2 n1; 2 n2;" ] || die "not two ranks on each of two hosts"
for ranks in 2 3 4; do
  srun -N2 -n$ranks --mpi=pmix "$BUILD/tests/mpi_test_comm" >"$WORK/log" 2>&1 || { cat "$WORK/log"; die "the tree sum fails on $ranks ranks over two nodes"; }
done
# A launcher whose PMI is not the MPI library's: an answer within seconds, not rank 0 of 1 in silence.
code=0
expect 0 "$BIN/plateau" generate "$SOURCE/tests/data/small_digits.yaml" --site "$SITE" --workspace "$WORK/w"
# (Open MPI itself refuses this launch; its singletons reach our own check.)
timeout 20 srun -N2 -n4 --mpi=none "$BIN/lr-tuner" --workspace "$WORK/w" --element 0 >"$WORK/log" 2>&1 || code=$?
if [ "$code" -eq 0 ] || [ "$code" -eq 124 ]; then cat "$WORK/log"; die "a wrong PMI went unnoticed ($code)"; fi
export SLURM_STEP_NUM_TASKS=4
expect 69 "$BIN/lr-tuner" --workspace "$WORK/w" --element 0
unset SLURM_STEP_NUM_TASKS
says "srun started 4 tasks but each sees itself as rank 0 of 1"
[ -z "$(find "$WORK/w/store" -name metadata.json)" ] || die "trials ran although each task was rank 0 of 1"
