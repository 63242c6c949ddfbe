#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
"""squares.py LAST: the sum of the squares from 1 to LAST, by an all-reduce over MPI, and whether it is right."""
import sys

from mpi4py import MPI


def main():
    world = MPI.COMM_WORLD
    rank, ranks = world.Get_rank(), world.Get_size()
    last = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    share = sum(i * i for i in range(rank + 1, last + 1, ranks))
    print(f"rank {rank} of {ranks} on {MPI.Get_processor_name()}: {share}", flush=True)
    total = world.allreduce(share, op=MPI.SUM)
    if total != last * (last + 1) * (2 * last + 1) // 6:
        sys.exit(f"rank {rank}: {total} is wrong")
    if rank == 0:
        print(f"the squares from 1 to {last} add up to {total}", flush=True)


main()
