# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# shellcheck shell=bash
# here/t: small files, links, folders, odd names, two files that are sent in parts, one that is not although it is larger
# than a batch, and one with a hole; 215 MB.

umask 022
mkdir -p here/t/{a,b/c,empty,many/{1..40}} && cd here/t || exit
for i in {1..1500}; do head -c $((i * 7)) /dev/urandom > "a/$i"; done
for i in {1..40}; do
    for j in {1..10}; do echo "$i" > "many/$i/$j"; done
done
for i in {1..400}; do ln -s "../$i" "b/$i"; done
head -c 90000001 /dev/urandom > b/large
head -c 70000000 /dev/urandom > b/c/other
head -c 45000000 /dev/urandom > b/middle
chmod 444 b/middle
truncate -s 40000000 b/holes
head -c 2000000 /dev/urandom >> b/holes
printf x > $'new\nline \xff'
: > nothing
