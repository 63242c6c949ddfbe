#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# Sourced by run and check, which set `root`.
: "${root:?}"

# build_preset PRESET TARGET…: configures when it must, builds with progress, and is silent when there is nothing to do.
build_preset() {
    local preset=$1 tree=$root/build/$1 configure=(cmake --preset "$1") nothing
    shift
    # A tree that was copied or moved here still points at where it was made.
    if [ -f "$tree/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$tree/CMakeCache.txt"; then
        configure+=(--fresh)
    fi
    # The presets do not say it, and a tree keeps what it was first told.
    if [ -n "${BATCHDECK_WERROR:-}" ] && [ -f "$tree/CMakeCache.txt" ] && ! grep -qxF "BATCHDECK_WERROR:BOOL=$BATCHDECK_WERROR" "$tree/CMakeCache.txt"; then
        configure+=("-DBATCHDECK_WERROR=$BATCHDECK_WERROR")
    fi
    # What older presets put into a tree would stay there.
    if [ "$root/CMakePresets.json" -nt "$tree/build.ninja" ] && [ -f "$tree/CMakeCache.txt" ]; then configure+=(--fresh); fi
    if [ ${#configure[@]} -gt 3 ] || [ ! -f "$tree/build.ninja" ]; then
        (cd -- "$root" && "${configure[@]}") || return
    fi
    nothing=$(ninja -C "$tree" -n "$@" 2>&1 | grep -v '^ninja: Entering directory')
    [ "$nothing" = "ninja: no work to do." ] && return
    # By the preset: its environment tells ccache how to keep what uses a precompiled header.
    (cd -- "$root" && NINJA_STATUS='[%f/%t, %e s] ' cmake --build --preset "$preset" --target "$@")
}

# tests_in_memory: sets TMPDIR where there is none to a folder in memory, if there is enough of it, until the script ends. The
# file system of a disk takes long to make thousands of files where as many have just been removed.
tests_in_memory() {
    local available folder
    [ -z "${TMPDIR:-}" ] && [ "$(stat -f -c %T /dev/shm 2>/dev/null)" = tmpfs ] && [ -w /dev/shm ] || return 0
    available=$(sed -n 's/^MemAvailable: *\([0-9]*\)[0-9]\{6\} kB$/\1/p' /proc/meminfo) # GB
    [ "${available:-0}" -ge 12 ] && [ $(($(stat -f -c '%a * %S' /dev/shm) / 1000000000)) -ge 8 ] || return 0
    # Those of runs that were killed.
    find /dev/shm -maxdepth 1 -name 'batchdeck-check-*' -user "$(id -u)" -mmin +600 -exec rm -rf --one-file-system -- {} + || true
    folder=$(mktemp -d /dev/shm/batchdeck-check-XXXXXX) || return 0
    # shellcheck disable=SC2064 # the folder of now
    trap "rm -rf --one-file-system -- '$folder' || true" EXIT
    chmod 1777 -- "$folder" # as /tmp is: some tests run as another user
    printf '#!/bin/sh\n' >"$folder/may-run" && chmod 755 -- "$folder/may-run" && "$folder/may-run" 2>/dev/null || return 0
    rm -f -- "$folder/may-run"
    export TMPDIR=$folder
}

# private_runtime_folder: sets XDG_RUNTIME_DIR where there is none, to the folder that Qt falls back to, but private first.
private_runtime_folder() {
    [ -n "${XDG_RUNTIME_DIR:-}" ] && [ -d "$XDG_RUNTIME_DIR" ] && return
    XDG_RUNTIME_DIR=${TMPDIR:-/tmp}/runtime-$(id -un)
    mkdir -m 700 -- "$XDG_RUNTIME_DIR" 2>/dev/null || true
    if [ -L "$XDG_RUNTIME_DIR" ] || [ ! -O "$XDG_RUNTIME_DIR" ]; then XDG_RUNTIME_DIR=$(mktemp -d); fi
    chmod 700 -- "$XDG_RUNTIME_DIR"
    export XDG_RUNTIME_DIR
}
