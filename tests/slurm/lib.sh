# shellcheck shell=bash
# Shared by the tests on the local two-node cluster, which a fixture brought up in $CLUSTER.
source "$(dirname "${BASH_SOURCE[0]}")/../e2e/lib.sh"
SLURM_CONF=$CLUSTER/slurm.conf
export SLURM_CONF
export SITE=$SOURCE/configs/sites/local-cluster.yaml

# wait_for_queue SECONDS: until no job is left
wait_for_queue() {
  for _ in $(seq $(($1 * 5))); do
    [ -z "$(squeue -h)" ] && return 0
    sleep 0.2
  done
  squeue -r >&2
  die "jobs are still queued after $1 seconds"
}

# wait_for_records FOLDER COUNT: until so many trials are recorded below it, 30 seconds at most
wait_for_records() {
  for _ in $(seq 300); do
    [ "$(find "$1" -name metadata.json 2>/dev/null | wc -l)" -ge "$2" ] && return 0
    sleep 0.1
  done
}

# state_of WORKSPACE ELEMENT
state_of() {
  "$BIN/plateau" status "$1" --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["elements"][int(sys.argv[1])]["state"])' "$2"
}
all_done() { "$BIN/plateau" status "$1" --json | python3 -c 'import json, sys; s = json.load(sys.stdin); print(s["counts"]); sys.exit(not s["done"])'; }

# same_fits A B: equal numbers
same_fits() {
  python3 - "$1/fits.json" "$2/fits.json" <<'PYTHON'
import json, sys
a, b = (json.load(open(path)) for path in sys.argv[1:])
assert a["workloads"] == b["workloads"], "fits differ"
PYTHON
}
