#!/usr/bin/env python3
"""Forbids upward includes, mpi.h and nccl.h outside lib/comm, and LibTorch outside model, optim and train.

Usage: check_layers.py SOURCE_DIR. Prints one line a violation; exit code 1 where there is any.
"""
import pathlib
import re
import sys

# What each part may include of the others. Dependencies point downwards only.
ALLOWED = {
    "base": set(),
    "config": {"base"},
    "record": {"base"},
    "search": {"base"},
    "scaling": {"base", "record", "search"},
    "campaign": {"base", "config", "record", "search"},
    "comm": {"base"},
    "data": {"base", "campaign", "record"},
    "model": {"base"},
    "optim": {"base"},
    "train": {"base", "record", "campaign", "comm", "data", "model", "optim", "search"},
    "slurm": {"base", "config", "record", "campaign"},
    "analysis": {"base", "record", "search", "scaling"},
}
WITHOUT_MPI_AND_TORCH = {"base", "config", "record", "search", "scaling", "campaign", "data", "slurm", "analysis"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)


def part_of(path):
    """lib/<module>/..., slurm/..., analysis/..."""
    return path.parts[1] if path.parts[0] == "lib" else path.parts[0]


def violations(path, text):
    part = part_of(path)
    for include in INCLUDE.findall(text):
        top = include.split("/")
        if include in ("mpi.h", "nccl.h") and part != "comm":
            yield f"{path}: {include} belongs in lib/comm"
        if top[0] in ("torch", "ATen", "c10", "caffe2") and part not in ("model", "optim", "train"):
            yield f"{path}: LibTorch ({include}) stays in model, optim and train"
        other = top[1] if top[0] == "plateau" else top[0] if top[0] in ("slurm", "analysis") else None
        if other and other != part and other not in ALLOWED.get(part, {other}):
            yield f"{path}: {part} may not include {include}"
        if part in WITHOUT_MPI_AND_TORCH and other in ("comm", "model", "optim", "train"):
            yield f"{path}: {part} builds without MPI and LibTorch, so not with {include}"


def main():
    root = pathlib.Path(sys.argv[1])
    found = []
    for folder in ("lib", "slurm", "analysis"):
        for path in sorted((root / folder).rglob("*.[ch]pp")):
            relative = path.relative_to(root)
            found += violations(relative, path.read_text())
    modules = {p.name for p in (root / "lib").iterdir() if p.is_dir()}
    found += [f"lib/{m}: not listed in {__file__}" for m in sorted(modules - ALLOWED.keys())]
    print("\n".join(found) or "layers are sound")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
