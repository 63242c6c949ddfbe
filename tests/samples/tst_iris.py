#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
"""The bundled sample: its numbers are Fisher's, its job document is whole, and its program learns."""
import csv
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
SAMPLES = os.path.join(ROOT, "resources", "samples")
IRIS = os.path.join(SAMPLES, "iris")


def read_csv(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


class Data(unittest.TestCase):
    def test_sums_are_those_published(self):
        rows = read_csv(os.path.join(IRIS, "iris.csv"))
        # Means a species and column, as Fisher prints them (table II).
        published = {"setosa": (5.006, 3.428, 1.462, 0.246), "versicolor": (5.936, 2.770, 4.260, 1.326),
                     "virginica": (6.588, 2.974, 5.552, 2.026)}
        columns = ("sepal_length", "sepal_width", "petal_length", "petal_width")
        for species, means in published.items():
            of_species = [row for row in rows if row["species"] == species]
            self.assertEqual(len(of_species), 50)
            for column, mean in zip(columns, means):
                self.assertAlmostEqual(sum(float(row[column]) for row in of_species) / 50, mean, places=6)
        self.assertEqual(len(rows), 150)

    def test_job_document(self):
        with open(os.path.join(IRIS, "job.json")) as file:
            properties = json.load(file)["properties"]
        self.assertEqual(properties["inputDirectories"], [{"id": "DATA", "path": "$AZ_BATCHAI_JOB_TEMP/wd"}])
        self.assertEqual([d["id"] for d in properties["outputDirectories"]], ["MODEL"])
        self.assertIn("$AZ_BATCHAI_INPUT_DATA/train.py", properties["customToolkitSettings"]["commandLine"])


class Training(unittest.TestCase):
    """One run of two seconds, looked at from every side."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.output = os.path.join(cls.folder.name, "a model")
        os.mkdir(cls.output)
        environment = {"PATH": os.environ["PATH"], "SAMPLE_SECONDS": "2", "AZ_BATCHAI_INPUT_DATA": IRIS,
                       "AZ_BATCHAI_OUTPUT_MODEL": cls.output, "PYTHONDONTWRITEBYTECODE": "1"}
        start = time.monotonic()
        cls.training = subprocess.run([sys.executable, os.path.join(IRIS, "train.py")], env=environment, capture_output=True)
        cls.seconds = time.monotonic() - start
        cls.lines = cls.training.stdout.decode().split("\n")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_ends_well_and_in_time(self):
        self.assertEqual(self.training.returncode, 0, self.training.stderr.decode())
        # Generous upwards: a busy machine finishes the epoch that it began.
        self.assertLess(self.seconds, 20)

    def test_every_epoch_ends_in_one_line_that_progress_led_to(self):
        epochs = [line.rsplit("\r", 1)[1] for line in self.lines if "val_loss" in line]
        self.assertEqual([int(re.match(r"epoch +(\d+)  loss [\d.]+  accuracy [\d.]+ ", line).group(1)) for line in epochs],
                         list(range(1, len(epochs) + 1)))
        self.assertIn(b"\repoch   1 [", self.training.stdout)
        rows = read_csv(os.path.join(self.output, "metrics.csv"))
        self.assertEqual(len(rows), len(epochs))
        self.assertEqual(f"{float(rows[0]['loss']):.4f}", epochs[0].split()[3])

    def test_warns_on_stderr_only(self):
        self.assertIn(b"WARN 2 flowers of virginica have equal measurements", self.training.stderr)
        self.assertNotIn(b"WARN", self.training.stdout)

    def test_the_model_file_is_what_was_judged(self):
        with open(os.path.join(self.output, "model.json")) as file:
            model = json.load(file)
        final = re.search(r"final validation accuracy ([\d.]+) after (\d+) epochs", "\n".join(self.lines))
        self.assertEqual(final.group(1), f"{model['validationAccuracy']:.3f}")
        self.assertGreaterEqual(model["validationAccuracy"], 0.9)
        hits = 0
        rows = read_csv(os.path.join(IRIS, "iris.csv"))
        for row in rows:
            x = [(float(v) - m) / s for v, m, s in zip(list(row.values())[:4], model["mean"], model["scale"])] + [1]
            h = [math.tanh(sum(a * b for a, b in zip(weights, x))) for weights in model["hidden"]] + [1]
            z = [sum(a * b for a, b in zip(weights, h)) for weights in model["output"]]
            hits += model["species"][z.index(max(z))] == row["species"]
        self.assertGreaterEqual(hits, 140)
        self.assertEqual(sorted(os.listdir(self.output)), ["metrics.csv", "model.json"])


if __name__ == "__main__":
    unittest.main()
