#!/bin/bash
# Fixture: the cluster goes down; nothing of it is left.
set -euo pipefail
[ "$(id -u)" -eq 0 ] || exit 77
"$SOURCE/slurm/local-cluster/cluster" down "$CLUSTER"
if ip netns list | grep -q '^n[12]\b'; then
  echo "a network namespace is left" >&2
  exit 1
fi
