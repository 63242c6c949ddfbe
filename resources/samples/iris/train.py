#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
"""Teaches a small neural network to tell three irises apart, with nothing but Python's standard library.

Reads   $AZ_BATCHAI_INPUT_DATA/iris.csv
Writes  $AZ_BATCHAI_OUTPUT_MODEL/model.json and metrics.csv
Learns until $SAMPLE_SECONDS (28) are over: on a slow machine that is fewer epochs, not more time.
"""
import csv
import json
import math
import os
import random
import sys
import time

SPECIES = ["setosa", "versicolor", "virginica"]
HIDDEN = 16
BATCH = 20
MOMENTUM = 0.9
DECAY = 0.001
SLOWEST = 0.0005
# Petals were measured to a tenth of a centimetre, so every flower stands for all that round to its numbers: an epoch shows
# each one this often, somewhere else within that tenth.
DRAWS = 150
RULER = 0.05
PATIENCE = 6


def warn(text):
    print(f"WARN {text}", file=sys.stderr, flush=True)


def read_flowers(path):
    with open(path, newline="") as file:
        return [([float(row[name]) for name in ("sepal_length", "sepal_width", "petal_length", "petal_width")],
                 SPECIES.index(row["species"])) for row in csv.DictReader(file)]


def split(flowers, rng):
    """40 of each species to learn from and 10 to judge by. Equal flowers stay on one side, or the judge would know them."""
    train, validation = [], []
    for kind in range(len(SPECIES)):
        groups = {}
        for flower in flowers:
            if flower[1] == kind:
                groups.setdefault(tuple(flower[0]), []).append(flower)
        groups = list(groups.values())
        twins = sum(len(group) for group in groups if len(group) > 1)
        if twins:
            warn(f"{twins} flowers of {SPECIES[kind]} have equal measurements: kept on one side of the split")
        rng.shuffle(groups)
        # Single flowers judge first, so that there are exactly ten.
        groups.sort(key=len)
        for number, group in enumerate(groups):
            (validation if number < 10 else train).extend(group)
    return train, validation


class Network:
    """One hidden layer of tanh units, softmax over the species, cross-entropy, SGD with momentum and weight decay."""

    def __init__(self, train, rng):
        columns = list(zip(*(values for values, _ in train)))
        self.mean = [sum(column) / len(column) for column in columns]
        self.scale = [math.sqrt(sum((v - m) ** 2 for v in column) / len(column))
                      for column, m in zip(columns, self.mean)]
        inputs, outputs = len(columns), len(SPECIES)
        # The last weight of a row is its bias.
        self.hidden = [[rng.gauss(0, 1 / math.sqrt(inputs)) for _ in range(inputs)] + [0.0] for _ in range(HIDDEN)]
        self.output = [[rng.gauss(0, 1 / math.sqrt(HIDDEN)) for _ in range(HIDDEN)] + [0.0] for _ in range(outputs)]
        self.speed = [[0.0] * len(row) for row in self.hidden + self.output]

    def forward(self, values):
        x = [(v - m) / s for v, m, s in zip(values, self.mean, self.scale)] + [1.0]
        h = [math.tanh(sum(w * v for w, v in zip(row, x))) for row in self.hidden] + [1.0]
        z = [sum(w * v for w, v in zip(row, h)) for row in self.output]
        top = max(z)
        e = [math.exp(v - top) for v in z]
        total = sum(e)
        return x, h, [v / total for v in e]

    def learn(self, batch, rate):
        """One step down the slope of the batch; its loss and hits."""
        slopes = [[0.0] * len(row) for row in self.speed]
        loss, hits = 0.0, 0
        for values, kind in batch:
            x, h, p = self.forward(values)
            loss -= math.log(max(p[kind], 1e-12))
            hits += p.index(max(p)) == kind
            error = [v - (k == kind) for k, v in enumerate(p)]
            for k, e in enumerate(error):
                slope = slopes[HIDDEN + k]
                for j, v in enumerate(h):
                    slope[j] += e * v
            for j in range(HIDDEN):
                e = (1 - h[j] * h[j]) * sum(error[k] * self.output[k][j] for k in range(len(error)))
                slope = slopes[j]
                for i, v in enumerate(x):
                    slope[i] += e * v
        for row, speed, slope in zip(self.hidden + self.output, self.speed, slopes):
            for i, g in enumerate(slope):
                speed[i] = MOMENTUM * speed[i] - rate * (g / len(batch) + DECAY * row[i])
                row[i] += speed[i]
        return loss, hits

    def judge(self, flowers):
        """Mean loss, accuracy, and who was taken for whom."""
        loss, table = 0.0, [[0] * len(SPECIES) for _ in SPECIES]
        for values, kind in flowers:
            p = self.forward(values)[2]
            loss -= math.log(max(p[kind], 1e-12))
            table[kind][p.index(max(p))] += 1
        return loss / len(flowers), sum(table[k][k] for k in range(len(SPECIES))) / len(flowers), table

    def to_json(self):
        return {"species": SPECIES, "mean": self.mean, "scale": self.scale, "hidden": self.hidden, "output": self.output}


def show_progress(epoch, done, total, loss, seconds):
    bar = "#" * (20 * done // total)
    print(f"\repoch {epoch:3d} [{bar:<20}] {100 * done // total:3d}%  loss {loss / done:.4f}  "
          f"{done / max(seconds, 1e-9):6.0f} flowers/s", end="", flush=True)


def learn_epoch(network, epoch, train, rate, rng):
    """Shows every flower DRAWS times in random order; mean loss and accuracy."""
    flowers = [([v + rng.uniform(-RULER, RULER) for v in values], kind) for values, kind in train for _ in range(DRAWS)]
    rng.shuffle(flowers)
    loss, hits, start = 0.0, 0, time.monotonic()
    shown = start
    for first in range(0, len(flowers), BATCH):
        batch = flowers[first:first + BATCH]
        step = network.learn(batch, rate)
        loss, hits = loss + step[0], hits + step[1]
        now = time.monotonic()
        if now - shown >= 0.1:
            shown = now
            show_progress(epoch, first + len(batch), len(flowers), loss, now - start)
    return loss / len(flowers), hits / len(flowers)


def write_model(folder, network, results):
    """Whole or not at all: whoever looks while we write finds the old one."""
    path = os.path.join(folder, "model.json")
    with open(path + ".part", "w") as file:
        json.dump({**network.to_json(), **results}, file, indent=1)
    os.replace(path + ".part", path)


def train_until(deadline, network, train, validation, rng, metrics):
    """Learns as many epochs as fit; keeps the best weights in mind and returns (epochs, best, its results)."""
    rate, best, since, epoch, longest = 0.02, None, 0, 0, 0.0
    while epoch == 0 or time.monotonic() + longest < deadline:
        epoch, start = epoch + 1, time.monotonic()
        loss, accuracy = learn_epoch(network, epoch, train, rate, rng)
        validation_loss, validation_accuracy, _ = network.judge(validation)
        seconds = time.monotonic() - start
        longest = max(longest, seconds)
        print(f"\repoch {epoch:3d}  loss {loss:.4f}  accuracy {accuracy:.3f}  val_loss {validation_loss:.4f}  "
              f"val_accuracy {validation_accuracy:.3f}  lr {rate:.5f}  {seconds:.2f} s", flush=True)
        metrics.writerow([epoch, f"{loss:.6f}", f"{accuracy:.4f}", f"{validation_loss:.6f}",
                          f"{validation_accuracy:.4f}", f"{rate:.6f}", f"{seconds:.3f}"])
        if best is None or loss < best[0]:
            best, since = (loss, json.dumps(network.to_json())), 0
        else:
            since += 1
        if since == PATIENCE and rate / 2 >= SLOWEST:
            warn(f"epoch {epoch}: the loss has not fallen for {PATIENCE} epochs, learning rate {rate:.5f} -> {rate / 2:.5f}")
            rate, since = rate / 2, 0
    weights = json.loads(best[1])
    network.hidden, network.output = weights["hidden"], weights["output"]
    return epoch


def main():
    deadline = time.monotonic() + float(os.environ.get("SAMPLE_SECONDS", "28"))
    data = os.path.join(os.environ.get("AZ_BATCHAI_INPUT_DATA", os.path.dirname(os.path.abspath(__file__))), "iris.csv")
    output = os.environ.get("AZ_BATCHAI_OUTPUT_MODEL", ".")
    rng = random.Random(1936)
    flowers = read_flowers(data)
    print(f"{len(flowers)} flowers from {data}")
    train, validation = split(flowers, rng)
    print(f"{len(train)} to learn from, {len(validation)} to judge by; an epoch shows each {DRAWS} times", flush=True)
    network = Network(train, rng)
    with open(os.path.join(output, "metrics.csv"), "w", newline="", buffering=1) as file:
        metrics = csv.writer(file)
        metrics.writerow(["epoch", "loss", "accuracy", "val_loss", "val_accuracy", "learning_rate", "seconds"])
        epochs = train_until(deadline, network, train, validation, rng, metrics)
    loss, accuracy, table = network.judge(validation)
    print("\nwho was taken for whom    " + "  ".join(f"{name:>10}" for name in SPECIES))
    for name, row in zip(SPECIES, table):
        print(f"{name:>23}   " + "  ".join(f"{count:10d}" for count in row))
    write_model(output, network, {"epochs": epochs, "validationLoss": loss, "validationAccuracy": accuracy})
    print(f"\nmodel written to {os.path.join(output, 'model.json')}")
    print(f"final validation accuracy {accuracy:.3f} after {epochs} epochs")


if __name__ == "__main__":
    main()
