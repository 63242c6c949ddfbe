#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
#
# count.sh LAST: how many primes there are up to LAST, each node of the job counting a share.
set -u
last=$1
IFS=,
# shellcheck disable=SC2086 # one word a node
set -- $AZ_BATCH_HOST_LIST
unset IFS

index=0
for host; do
  if [ "$host" = "$AZ_BATCHAI_NODE_IP" ]; then
    sh -s "$index" "$#" "$last" < share.sh > "share.$index" &
  else
    "$AZ_BATCHAI_JOB_TEMP/mpi-ssh" "$host" sh -s "$index" "$#" "$last" < share.sh > "share.$index" &
  fi
  index=$((index + 1))
done
wait

sum=0 index=0
for host; do
  read -r count name < "share.$index" || { echo "no answer came from $host" >&2; exit 1; }
  echo "$count on $name"
  sum=$((sum + count)) index=$((index + 1))
done
echo "$sum primes up to $last"
