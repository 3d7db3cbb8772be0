#!/usr/bin/env python3
"""Runs the benchmarks and writes results.csv: name, ours, peer, peer_name, unit, ratio, bound, target, runs.

Ratios come from runs that alternate on the same machine; a peer that is absent is an error, not a skip.
"""
import argparse
import csv
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

FIELDS = ["name", "ours", "peer", "peer_name", "unit", "ratio", "bound", "target", "runs"]
ENVIRONMENT = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "OMPI_ALLOW_RUN_AS_ROOT": "1",
                            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def call(*command):
    done = subprocess.run([str(c) for c in command], env=ENVIRONMENT, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()


def row(name, ours, unit, target, peer=None, peer_name="", bound="", runs=1):
    ratio = f"{peer / ours:.2f}" if peer else ""
    result = dict(zip(FIELDS, [name, f"{ours:.4g}", f"{peer:.4g}" if peer else "", peer_name, unit, ratio, bound, target, runs]))
    print(f"{name:<34} {result['ours']:>9} {unit:<5} {peer_name} {result['peer']}  ratio {ratio or '-'}  bound {bound or '-'}  target {target}")
    return result


STEP_TARGETS = {("64-128-10", 1): 15, ("64-128-10", 8): 8, ("64-128-10", 32): 4,
                ("784-1024-10", 1): 2.5, ("784-1024-10", 8): 1.8, ("784-1024-10", 32): 1.6}  # of the direct engine


def steps(build):
    for line in call(build / "bench/bench_steps").splitlines():
        name, engine, batch, ours, peer, bound = line.split(",")
        target = STEP_TARGETS[name, int(batch)] if engine == "direct" else 0.87
        yield row(f"step, {engine}, {name} at {batch}", float(ours), "ms", f">= {target}", float(peer), "LibTorch loop", bound, 11)


def ranks(build, source, mpirun):
    peer_script = source / "tests/bench/peers/ddp_gloo.py"
    launch = (mpirun, "--bind-to", "none", "-np", 2, build / "bench/bench_ranks")
    for name, engine, count, target in (("64-128-10", "direct", 2000, ">= 20"), ("64-128-10", "libtorch", 1000, ">= 6"),
                                        ("784-1024-10", "direct", 200, ">= 2.5"), ("784-1024-10", "libtorch", 200, ">= 2.5"),
                                        ("784-2048-2048-1280-10", "libtorch", 40, ">= 1.2")):
        ours, exposed, gloo, blocking = [], [], [], []
        for _ in range(5):
            step, wait = call(*launch, name, engine, 32, count).split()
            ours.append(float(step))
            exposed.append(float(wait))
            gloo.append(float(call("/usr/bin/python3", peer_script, name, 32, 2, count)))
            blocking.append(float(call(*launch, name, engine, 32, count, "per_parameter").split()[0]))
        yield row(f"step, 2 ranks, {engine}, {name}", statistics.median(ours), "ms", target, statistics.median(gloo), "DDP + gloo", "", 5)
        yield row(f"step, 2 ranks, {engine}, {name}", statistics.median(ours), "ms", ">= 1.2", statistics.median(blocking), "MPI a parameter", "", 5)
        yield row(f"exposed sum, 2 ranks, {engine}, {name}", statistics.median(exposed), "ms", "", runs=5)


def table(text):
    return {int(size): float(time) for size, time in (line.split() for line in text.splitlines())}


def sums(build, mpirun):
    """Sums in a machine against raw MPI: the best over its algorithms and over message sizes, length by length."""
    launch = (mpirun, "--bind-to", "none", "-np", 2)
    raw, ours, bound = [], [], []
    for _ in range(3):
        ours.append(table(call(*launch, build / "bench/bench_sum", "ours")))
        bound.append(table(call(*launch, build / "bench/bench_sum", "bound")))
        for algorithm in (0, 3, 4, 5, 6):
            raw.append(table(call(*launch, "--mca", "coll_tuned_use_dynamic_rules", 1, "--mca", "coll_tuned_allreduce_algorithm", algorithm,
                                  build / "bench/bench_sum", "raw")))
    for size in ours[0]:
        best = min(t[size] for t in raw)
        target = ">= 1.5" if 1 << 16 <= size <= 1 << 25 else ">= 1"
        yield row(f"sum of {size >> 10} KiB, 2 ranks", min(t[size] for t in ours), "ms", target, best, "best raw MPI", f"{min(t[size] for t in bound):.4g}", 3)


def network(build, source, folder):
    """Two nodes of one rank each, joined by 1 Gbit/s: needs root for the namespaces."""
    cluster = source / "slurm/local-cluster/cluster"
    call(cluster, "up", folder / "cluster", "--rate", "1gbit")
    try:
        environment = {"SLURM_CONF": str(folder / "cluster/slurm.conf")}
        launch = ("env", *(f"{k}={v}" for k, v in environment.items()), "srun", "-N2", "-n2", "--mpi=pmix")
        length = 1 << 23
        ours = min(table(call(*launch, build / "bench/bench_sum", "ours", length, length))[length] for _ in range(3))
        yield row("sum of 8 MiB, 2 nodes, 1 Gbit/s", ours, "ms", "<= 77.2", bound=f"{length * 8 / 1e6:.4g}", runs=3)
        after, during, hidden = [], [], []
        for _ in range(3):
            summing, alone, left, step_after, step_during = map(float, call(*launch, build / "bench/bench_overlap", 10).split())
            hidden.append(100 * (1 - left / alone))
            after.append(step_after)
            during.append(step_during)
        yield row("sum hidden behind backward", statistics.median(hidden), "%", ">= 80", bound="100", runs=3)
        yield row("step, sums during backward", statistics.median(during), "ms", "", statistics.median(after), "sums after backward", "", 3)
    finally:
        call(cluster, "down", folder / "cluster")


def planning(build, folder):
    campaign = folder / "trials_100000.yaml"
    campaign.write_text("""campaign: trials_100000
workloads:
  - name: digits
    model: {kind: fully_connected, widths: [16]}
    optimizer: {rule: sgd}
    goal: val/classification_error < 0.1
    batch_sizes: {from: 1, to: 1000, factor: 1.01}
    budget: {steps: 100}
    search: {trials: 310, space: {learning_rate: {min: 0.01, max: 1, scale: log}}}
""")
    site = folder / "site.yaml"
    site.write_text("site: s\nranks_per_node: 2\n")
    times = []
    for i in range(5):
        start = time.perf_counter()
        call(build / "bin/plateau", "generate", campaign, "--site", site, "--workspace", folder / f"w{i}")
        times.append(time.perf_counter() - start)
    trials = call(build / "bin/plateau", "plan", campaign, "--json")
    count = int(trials.split('"trials":')[-1].split("}")[0].split(",")[0])
    yield row(f"plan + generate, {count} trials", statistics.median(times), "s", "< 1", runs=5)


def start_up(build, source, mpirun, folder):
    """Time of a trial beyond its steps: a study of trials of one step each, divided by their number."""
    campaign = folder / "starts.yaml"
    campaign.write_text("""campaign: starts
workloads:
  - name: digits
    model: {kind: fully_connected, widths: [128]}
    optimizer: {rule: sgd}
    goal: val/classification_error < 0.001
    batch_sizes: [1]
    budget: {steps: 1}
    search: {trials: 200, space: {learning_rate: {min: 0.01, max: 1, scale: log}}}
""")
    site = folder / "site.yaml"
    call(build / "bin/plateau", "generate", campaign, "--site", site, "--workspace", folder / "starts")
    start = time.perf_counter()
    call(mpirun, "--bind-to", "none", "-np", 1, build / "bin/lr-tuner", "--workspace", folder / "starts", "--element", 0)
    whole = time.perf_counter() - start
    start = time.perf_counter()
    call(mpirun, "--bind-to", "none", "-np", 1, build / "bin/lr-tuner", "--workspace", folder / "starts", "--element", 0)
    again = time.perf_counter() - start  # the process alone: nothing is left to run
    yield row("a trial's start-up, digits", 1000 * (whole - again) / 200, "ms", "< 20", runs=200)


def busy(build, source, mpirun, folder):
    call(build / "bin/plateau", "generate", source / "configs/campaigns/digits.yaml", "--site", folder / "site.yaml", "--workspace", folder / "busy")
    manifest = (folder / "busy/manifest.tsv").read_text().splitlines()
    shares, seconds = [], []
    for element in [line.split("\t")[0] for line in manifest if line.split("\t")[1] == "tune"]:
        done = subprocess.run([mpirun, "--bind-to", "none", "-np", "2", build / "bin/lr-tuner", "--workspace", folder / "busy", "--element", element],
                              env=ENVIRONMENT, stderr=subprocess.PIPE, text=True, check=True)
        share, time_used = re.search(r"ranks busy (\d+) % of ([\d.]+) s", done.stderr).groups()
        shares.append(float(share))
        seconds.append(float(time_used))
    # Of the whole campaign; the shortest elements take a quarter of a second.
    whole = sum(share * used for share, used in zip(shares, seconds)) / sum(seconds)
    yield row(f"training and evaluating, 2 ranks (least {min(shares):.0f})", whole, "%", ">= 90", bound="100", runs=len(shares))


def main():
    parser = argparse.ArgumentParser()
    for name in ("build", "source", "mpirun", "out"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    args = parser.parse_args()
    if subprocess.run(["/usr/bin/python3", "-c", "import torch"], check=False).returncode != 0:
        sys.exit("The peer is missing. Run: apt-get install -y --no-install-recommends python3-torch")
    folder = pathlib.Path(tempfile.mkdtemp())
    results = []
    for part in (planning(args.build, folder), start_up(args.build, args.source, args.mpirun, folder), busy(args.build, args.source, args.mpirun, folder),
                 steps(args.build), ranks(args.build, args.source, args.mpirun), sums(args.build, args.mpirun),
                 network(args.build, args.source, folder)):
        results += part
    shutil.rmtree(folder)
    args.out.mkdir(parents=True, exist_ok=True)
    with open(args.out / "results.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS)
        writer.writeheader()
        writer.writerows(results)
    print(f"written: {args.out / 'results.csv'}")


if __name__ == "__main__":
    main()
