#!/usr/bin/python3
"""PyTorch DistributedDataParallel with gloo, set up as its documentation advises, one thread a rank.

Usage: ddp_gloo.py MODEL BATCH_A_RANK RANKS STEPS (MODEL: widths such as 64-128-10). Prints median milliseconds a step.
"""
import os
import statistics
import sys
import tempfile
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch.nn.parallel import DistributedDataParallel


def build(widths):
    layers = []
    for i, (a, b) in enumerate(zip(widths, widths[1:])):
        layers += [torch.nn.Linear(a, b)] + ([torch.nn.ReLU()] if i < len(widths) - 2 else [])
    return torch.nn.Sequential(*layers)


def worker(rank, ranks, rendezvous, widths, batch, steps, out):
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    dist.init_process_group("gloo", init_method=f"file://{rendezvous}", rank=rank, world_size=ranks)
    torch.manual_seed(1)
    model = DistributedDataParallel(build(widths), gradient_as_bucket_view=True)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    criterion = torch.nn.CrossEntropyLoss()
    data, labels = torch.randn(4096, widths[0]), torch.randint(widths[-1], (4096,))
    times = []
    for step in range(steps):
        rows = torch.randint(4096, (batch,))
        start = time.perf_counter()
        optimizer.zero_grad(set_to_none=True)
        criterion(model(data[rows]), labels[rows]).backward()
        optimizer.step()
        times.append(time.perf_counter() - start)
    if rank == 0:
        out.put(1000 * statistics.median(times[steps // 5 :]))
    dist.destroy_process_group()


def main():
    widths = [int(w) for w in sys.argv[1].split("-")]
    batch, ranks, steps = map(int, sys.argv[2:5])
    context = mp.get_context("spawn")
    out = context.SimpleQueue()
    with tempfile.TemporaryDirectory() as folder:
        mp.spawn(worker, (ranks, folder + "/rendezvous", widths, batch, steps, out), nprocs=ranks)
    print(f"{out.get():.4f}")


if __name__ == "__main__":
    main()
