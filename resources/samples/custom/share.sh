#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
#
# share.sh INDEX SHARES LAST: how many primes are in that share of the numbers up to LAST, and on which machine.
awk -v index_="$1" -v shares="$2" -v last="$3" -v name="$(uname -n)" 'BEGIN {
  for (n = int(last * index_ / shares) + 1; n <= int(last * (index_ + 1) / shares); n++) {
    prime = n > 1
    for (d = 2; prime && d * d <= n; d++)
      prime = n % d != 0
    count += prime
  }
  print count + 0, name
}'
