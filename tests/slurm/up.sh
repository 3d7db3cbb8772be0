#!/bin/bash
# Fixture: the cluster comes up. Skipped (77) with a reason where it cannot.
set -euo pipefail
code=0
"$SOURCE/slurm/local-cluster/cluster" up "$CLUSTER" || code=$?
[ "$code" -ne 69 ] || exit 77
exit "$code"
