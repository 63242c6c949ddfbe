#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# Sourced by check and .ci/run.
failed=() times=()

# step NAME COMMAND…: runs it, keeps its time, remembers a failure and goes on.
step() {
    local name=$1 start=${EPOCHREALTIME/[^0-9]/} result=ok
    shift
    printf '\n== %s\n' "$name"
    "$@" || { result=FAILED && failed+=("$name"); }
    local took=$(((${EPOCHREALTIME/[^0-9]/} - start) / 100000))
    times+=("$(printf '%-12s %-7s %4d.%d s' "$name" "$result" $((took / 10)) $((took % 10)))")
}
