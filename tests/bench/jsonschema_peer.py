#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
"""The peer of bench_documents: jsonschema_peer.py SCHEMA SECONDS FILE…

Reads job documents with json and lists their faults with jsonschema, as long as it is told; prints documents a second. It does
less than we do: it fills nothing in and plans nothing.
"""
import json
import sys
import time

import jsonschema

EXPRESSIONS = "https://schema.management.azure.com/schemas/2015-01-01/deploymentTemplate.json"


def main():
    schema_file, seconds, files = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
    with open(schema_file, encoding="utf-8") as file:
        schema = json.load(file)
    texts = []
    for name in files:
        with open(name, encoding="utf-8") as file:
            texts.append(file.read())
    # What the schema refers to on the network: a template's "[…]".
    store = {EXPRESSIONS: {"definitions": {"expression": {"type": "string", "pattern": "^\\[.*\\]$"}}}}
    resolver = jsonschema.RefResolver.from_schema(schema, store=store)
    validator = jsonschema.Draft4Validator(schema, resolver=resolver)
    count, start = 0, time.monotonic()
    while time.monotonic() - start < seconds or count == 0:
        for text in texts:
            list(validator.iter_errors(json.loads(text)))
            count += 1
    print(count / (time.monotonic() - start))


main()
