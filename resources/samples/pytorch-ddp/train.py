#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
"""Teaches a linear layer with DistributedDataParallel and checks what came out.

Reads   $AZ_BATCHAI_TASK_INDEX (rank), $WORLD_SIZE, $AZ_BATCHAI_PYTORCH_INIT_METHOD
Writes  $AZ_BATCHAI_OUTPUT_MODEL/model.pt, by rank 0
"""
import argparse
import os
import socket
import sys

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

ROWS = 4096
TRUE_WEIGHTS = [2.0, -3.5, 0.25, 1.0]
TRUE_BIAS = 0.5
RATE = 0.05


def share(rank, ranks):
    """This rank's rows. All rows come from one seed, so that any number of ranks learns from the same ones."""
    generator = torch.Generator().manual_seed(2018)
    inputs = torch.randn(ROWS, len(TRUE_WEIGHTS), generator=generator)
    targets = inputs @ torch.tensor(TRUE_WEIGHTS).unsqueeze(1) + TRUE_BIAS
    return inputs[rank::ranks], targets[rank::ranks]


def sum_over_ranks(value):
    tensor = torch.tensor([float(value)])
    dist.all_reduce(tensor)
    return tensor.item()


def ranks_agree(model, ranks):
    own = torch.cat([parameter.detach().flatten() for parameter in model.parameters()])
    everyones = [torch.empty_like(own) for _ in range(ranks)]
    dist.all_gather(everyones, own)
    return all(torch.equal(own, other) for other in everyones)


def train(epochs, rank, ranks):
    torch.manual_seed(rank)  # they begin apart: it is DistributedDataParallel that makes them agree
    model = DistributedDataParallel(torch.nn.Linear(len(TRUE_WEIGHTS), 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=RATE)
    inputs, targets = share(rank, ranks)
    for epoch in range(1, epochs + 1):
        loss = torch.nn.functional.mse_loss(model(inputs), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if epoch == 1 or epoch % 20 == 0:
            mean = sum_over_ranks(loss.item()) / ranks
            if rank == 0:
                print(f"epoch {epoch} loss {mean:.6f}", flush=True)
    return model.module


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=200)
    epochs = parser.parse_args().epochs
    rank, ranks = int(os.environ["AZ_BATCHAI_TASK_INDEX"]), int(os.environ["WORLD_SIZE"])
    dist.init_process_group("gloo", init_method=os.environ["AZ_BATCHAI_PYTORCH_INIT_METHOD"], rank=rank, world_size=ranks)
    print(f"rank {rank} of {ranks} on {socket.gethostname()}", flush=True)
    print(f"all-reduce of 1 to {ranks} is {sum_over_ranks(rank + 1):.0f}", flush=True)

    layer = train(epochs, rank, ranks)
    if not ranks_agree(layer, ranks):
        sys.exit("the ranks do not agree on the parameters")
    print(f"parameters agree on {ranks} ranks", flush=True)
    if rank == 0:
        learned = [*layer.weight.detach().flatten().tolist(), layer.bias.item()]
        worst = max(abs(a - b) for a, b in zip(learned, [*TRUE_WEIGHTS, TRUE_BIAS]))
        print("learned", " ".join(f"{value:.3f}" for value in learned), f"which is off by {worst:.6f}", flush=True)
        torch.save(layer.state_dict(), os.path.join(os.environ["AZ_BATCHAI_OUTPUT_MODEL"], "model.pt"))
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
