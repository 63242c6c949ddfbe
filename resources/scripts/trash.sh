# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# shellcheck shell=sh
# The trash of freedesktop.org on a machine, for files.sh and transfer.sh, which follow it, and in it what a transfer replaces.

export LC_ALL=C

# What went wrong, for "@bd failed WORDS", in one line.
bd_fail() { printf '@bd failed %s\n' "$*" | tr '\n' ' '; echo; exit 3; }

bd_exists() { [ -e "$1" ] || [ -h "$1" ]; }

# The path of FOLDER without links, in real; empty: it cannot be entered. A name may end with an end of a line, which "$(…)"
# would take away.
bd_real() {  # FOLDER
  real=$(cd -P -- "$1" 2>/dev/null && pwd -P && echo .) || return
  real=${real%??}
}

# The trash folder for what is in the folder FROM; empty: there is none, and none can be made.
bd_trash_of() {  # FROM
  device=$(stat -c %d -- "$1") || return
  trash=${XDG_DATA_HOME:-$HOME/.local/share}/Trash
  umask 077
  mkdir -p -- "$trash" 2>/dev/null
  if [ "$(stat -c %d -- "$trash" 2>/dev/null)" != "$device" ]; then
    top=$(stat -c %m -- "$1") && uid=$(id -u) || return
    trash=$top/.Trash/$uid
    if [ ! -k "$top/.Trash" ] || [ -h "$top/.Trash" ] || ! mkdir -p -- "$trash" 2>/dev/null; then
      trash=$top/.Trash-$uid
      mkdir -- "$trash" 2>/dev/null
    fi
    [ ! -h "$trash" ] && [ -O "$trash" ] && [ "$(stat -c %d -- "$trash")" = "$device" ] || return
  fi
  mkdir -p -- "$trash/files" "$trash/info" 2>/dev/null
  if [ -w "$trash/files" ] && [ -w "$trash/info" ]; then printf '%s' "$trash"; fi
}

bd_escape() { printf %s "$1" | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g; s/%2f/\//g'; }

# Notes in TRASH that PATH is there, under a name like NAME, which is in free then; with "again" under that which was noted
# for PATH before. Fails where nothing can be written. Beside the home folder's, a trash names what is in it from the folder
# on that holds it.
bd_note() {  # TRASH PATH NAME [again]
  full=$2
  case $1 in
    */.Trash/"$(id -u)" | */.Trash-"$(id -u)") top=${1%/.Trash*}/ full=${full#"$top"} ;;
  esac
  line=Path=$(bd_escape "$full")
  # Of one line, whatever it begins with: a first line alone may be nothing, or "..".
  short=$(printf '%s\n' "$3" | awk 'NR > 1 { printf "_" } { printf "%s", $0 }' | cut -b 1-230)
  free=$short try=1
  until (set -C; printf '[Trash Info]\n%s\nDeletionDate=%s\n' "$line" "$(date +%Y-%m-%dT%H:%M:%S)" \
    > "$1/info/$free.trashinfo") 2>/dev/null; do
    [ -z "${4-}" ] || ! grep -qxF -e "$line" -- "$1/info/$free.trashinfo" 2>/dev/null || return 0
    try=$((try + 1)) free=$short.$try
    [ "$try" -lt 10000 ] || return 1
  done
}

# Where the file system of FOLDER has no trash: one in the uppermost of the folders around it that are this user's.
bd_trash_above() {  # FOLDER
  device=$(stat -c %d -- "$1") && uid=$(id -u) || return
  first=$1 at=$1
  while [ "$at" != / ]; do
    at=${at%/*} at=${at:-/}
    [ -O "$at" ] && [ -w "$at" ] && [ "$(stat -c %d -- "$at")" = "$device" ] || break
    first=$at
  done
  trash=${first%/}/.Trash-$uid
  (umask 077; mkdir -p -- "$trash/files" "$trash/info" 2>/dev/null)
  [ ! -h "$trash" ] && [ -w "$trash/files" ] && [ -w "$trash/info" ] && printf '%s' "$trash"
}

# In kept: the folder KEPT in the trash for what is replaced in TARGET. An earlier run of the transfer may have made it.
bd_make_kept() {  # TARGET KEPT
  bd_real "$1" || return
  place=${real%/}/$2
  trash=$(bd_trash_of "$real")
  [ -n "$trash" ] || trash=$(bd_trash_above "$real")
  [ -n "$trash" ] && bd_note "$trash" "$place" "$2" again && (umask 077; mkdir -p -- "$trash/files/$free") &&
    kept=$trash/files/$free
}
kept='' real='' free=''  # bd_real and bd_note set these two
to='' beside=''  # whoever calls bd_keep and bd_give_back sets these
bd_no_trash() { echo 'there is no trash into which what it replaces could go'; }

# The same, for who replaces files of this computer.
bd_kept() {  # TARGET KEPT
  bd_make_kept "$1" "$2" || bd_fail "$(bd_no_trash)"
  echo "@bd kept $(bd_hex "$kept")"
  echo '@bd end'
}

bd_hex() { printf %s "$1" | od -An -v -tx1 | tr -d ' \n'; }

# One of OLD and NEW is a further name of the other.
bd_is_one() { [ "$(stat -c %d:%i -- "$1" 2>/dev/null)" = "$(stat -c %d:%i -- "$2" 2>/dev/null)" ]; }  # OLD NEW

# Puts NAME of the folder to into the folder beside, in the trash: as a further name of it where the file system can, so that
# there is no moment at which its place is empty. What an earlier run put there stays.
bd_keep() {  # NAME
  old=$to/$1 at=$beside/$1 turn=1
  bd_exists "$old" || return 0
  if [ -d "$old" ] && [ ! -h "$old" ]; then echo "a folder has its name there by now"; return 1; fi
  while bd_exists "$at"; do
    ! bd_is_one "$old" "$at" || return 0
    turn=$((turn + 1)) at="$beside/$1.~$turn~"
  done
  ln -PT -- "$old" "$at" 2>/dev/null && return
  mv -nT -- "$old" "$at" && bd_exists "$at" && ! bd_exists "$old"
}
# NAME of the folder to could not be replaced: what was kept of it comes back to its place, where it has left it.
bd_give_back() {  # NAME
  at=$beside/$1 turn=1 last=
  while bd_exists "$at"; do
    if bd_is_one "$to/$1" "$at"; then rm -f -- "$at"; return; fi
    last=$at turn=$((turn + 1)) at="$beside/$1.~$turn~"
  done
  [ -z "$last" ] || bd_exists "$to/$1" || mv -nT -- "$last" "$to/$1"
}
bd_keep_all() {  # FILE..., of the folder to by their last names
  for file; do
    shift
    set -- "$@" "$to/${file##*/}"
  done
  ln -P -- "$@" "$beside/" 2>/dev/null
}

# Tells what the folder KEPT in the trash holds, if there is one: "@bd kept PATH", in hexadecimal digits.
bd_tell_kept() {  # KEPT
  kept=$1
  [ -n "$kept" ] || return 0
  find "$kept" -depth -type d -empty -delete 2>/dev/null
  [ -d "$kept" ] || rm -f -- "${kept%/files/*}/info/${kept##*/}.trashinfo"
  for entry in "$kept"/* "$kept"/.[!.]* "$kept"/..?*; do
    bd_exists "$entry" || continue
    echo "@bd kept $(bd_hex "$entry")"
  done
}

# A folder in the trash, FOLDER, goes with the last of what it holds.
bd_leave_trash() {  # FOLDER
  case $1 in */files/*) ;; *) return 0 ;; esac
  note=${1%/files/*}/info/${1##*/}.trashinfo
  if [ -f "$note" ] && rmdir -- "$1" 2>/dev/null; then rm -f -- "$note"; fi
}
