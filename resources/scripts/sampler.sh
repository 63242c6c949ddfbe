#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
#
# sampler.sh DIR: appends samples to DIR/samples while the wrapper or the job recorded in DIR lives.
# A sample is a line:
#   UTC-ms cpu-busy cpu-total mem-used mem-total [gpu INDEX util mem-used mem-total power]...
# Processor times are in jiffies, memory is in KiB. Of a GPU: percent, MiB, W; "-" is unknown.
# Samples are taken once a second in the first hour, then ever more rarely (1 + t/1 h): a week is
# 20,000 lines.
set -u
set +C
unset IFS
LC_ALL=C
export LC_ALL
PATH=${PATH:-}:/usr/local/bin:/usr/bin:/bin:/usr/local/cuda/bin:/usr/lib/wsl/lib
export PATH
dir=$1

# True when the process recorded in FILE still lives: same pid, same start.
lives() {  # FILE
  pid= born= stat=
  read -r pid born 2>/dev/null < "$dir/$1" && [ -n "$born" ] || return 1
  while IFS= read -r line || [ -n "$line" ]; do
    stat="$stat$line "
  done 2>/dev/null < "/proc/$pid/stat" || return 1
  set -- ${stat##*) }
  [ $# -ge 20 ] && [ "$1" != Z ] && [ "$1" != X ] || return 1
  shift 19
  [ "$1" = "$born" ]
}

# In up: seconds since the machine started.
uptime() {
  read -r up _ < /proc/uptime
  up=${up%%.*}
}

# Prints a line of each GPU. A driver in trouble may take for ever, or answer in prose.
gpus() {
  $bound nvidia-smi --query-gpu=index,utilization.gpu,memory.used,memory.total,power.draw \
    --format=csv,noheader,nounits 2>/dev/null < /dev/null
}

quiet=0  # samples to pass before nvidia-smi is asked again; -1: no GPU
command -v nvidia-smi > /dev/null || quiet=-1
bound=
[ "$quiet" -lt 0 ] || ! timeout -k 1 9 true 2>/dev/null || bound='timeout -k 1 9'
uptime
begin=$up
glue=
while lives wrapper || lives job; do
  ms=$(date +%s%3N)
  case $ms in '' | *[!0-9]*) ms=$(date +%s)000 ;; esac
  read -r cpu < /proc/stat
  line=$(awk -v ms="$ms" -v cpu="$cpu" '
    /^MemTotal:/ { all = $2 } /^MemFree:/ { free = $2 } /^MemAvailable:/ { free = $2; exit }
    END { split(cpu, t, " "); busy = t[2] + t[3] + t[4] + t[7] + t[8] + t[9]
          printf "%s %.0f %.0f %.0f %.0f", ms, busy, busy + t[5] + t[6], all - free, all }' \
    /proc/meminfo)
  if [ "$quiet" -eq 0 ]; then
    table=$(gpus) || quiet=60
    line=$line$(echo "$table" | awk -F ', *' 'NF == 5 && $1 ~ /^[0-9]+$/ {
      for (i = 2; i <= 5; i++) if ($i !~ /^[0-9]+(\.[0-9]+)?$/) $i = "-"
      printf " gpu %s %s %s %s %s", $1, $2, $3, $4, $5 }')
  elif [ "$quiet" -gt 0 ]; then
    quiet=$((quiet - 1))
  fi
  # A line that a full disk tore is ended before the next one.
  { echo "$glue$line" >> "$dir/samples"; } 2>/dev/null && glue= || glue='
'
  uptime
  sleep $((1 + (up - begin) / 3600))
done
