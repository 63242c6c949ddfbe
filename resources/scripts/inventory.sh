#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
#
# inventory.sh HOME: what this machine is, as "@bd KEY VALUE" lines, the last one "@bd end". HOME is $BATCHDECK_HOME.
set -u; unset IFS; LC_ALL=C; PATH=${PATH:-}:/usr/local/bin:/usr/bin:/bin; export LC_ALL PATH

say() { value=$(printf '%s' "$2" | tr -d '\r' | tr '\n\t' '  '); [ -z "$value" ] || echo "@bd $1 $value"; }
first() { value=; read -r value 2>/dev/null < "$1"; printf '%s' "$value"; }
pid1() { stat=$(cat /proc/1/stat 2>/dev/null) || return; set -- ${stat##*) }; shift 19 && echo "$1"; }

utc() { ms=$(date +%s%3N); case $ms in '' | *[!0-9]*) ms=$(date +%s)000 ;; esac; say time "$ms"; }

utc
say cores "$(nproc 2>/dev/null || grep -c '^processor' /proc/cpuinfo)"
say memory "$(awk '/^MemTotal:/ { print $2 }' /proc/meminfo)"
say os "$(. /etc/os-release 2>/dev/null && printf '%s' "${PRETTY_NAME:-}")"
[ -d "$1" ] || { mkdir -p "$1" && : > "$1/.made"; }  # the mark lets clean.sh take it away
say host "$(uname -n)"
say machine "$(first /etc/machine-id)"
say boot "$(first /proc/sys/kernel/random/boot_id):$(readlink /proc/self/ns/pid):$(pid1)"
say home "$(mkdir -p "$1" && cd "$1" && pwd)"
say user "$(id -un 2>/dev/null || id -u)"
say python "$(command -v python || command -v python3)"
bound=; timeout -k 1 20 true 2>/dev/null && bound='timeout -k 1 20'
if command -v nvidia-smi > /dev/null; then
  $bound nvidia-smi --query-gpu=memory.total,name --format=csv,noheader,nounits 2>/dev/null < /dev/null |
    while read -r row; do say gpu "$row"; done
fi
utc
echo '@bd end'
