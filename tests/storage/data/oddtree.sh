# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# shellcheck shell=bash
# here/tree: of everything that a file system allows.

mkdir -p here/tree/{empty,'a b','-dash',deep/er/est} && cd here/tree || exit
echo one > 'a b/with space'
echo two > $'a b/new\nline'
echo three > $'inv\xffalid'
echo four > ./-rf
echo five > "$(printf 'x%.0s' {1..255})"
mkdir $'end\n'
echo first > $'end\n/\nfirst'
echo six > $'\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d'
# shellcheck disable=SC2016  # the dollar is a part of the name
echo seven > 'quote"'"'"'$HOME`'
: > nothing
ln -s nothing link
ln -s /no/where dangling
ln -s . self
printf '\0\1\2' > deep/er/est/bytes
echo run > tool
chmod 4755 tool
echo secret > secret
chmod 600 secret
echo r > ./readonly
chmod 444 readonly
touch -d '2001-02-03 04:05:06.789' nothing tool
touch -h -d '2002-02-03' link
head -c 3000000 /dev/urandom > some
mkdir locked
echo in > locked/in
chmod 555 locked
touch -d '2003-01-01' empty locked deep
