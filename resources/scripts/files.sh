# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# shellcheck shell=sh
# What is done to files where they are: counted, removed, put into the trash and taken out of it, summed. It is sent with
# each command, behind trash.sh, and a call of one of these follows it. Paths are absolute; no link is followed.

# What needs PROGRAM, and cannot have it, says nothing more: there may be another way.
bd_without() { echo "there is no $*" >&2; exit 4; }  # PROGRAM

# None of them is, or holds, the home folder: that nobody means.
bd_guard() {  # PATH...
  bd_real "${HOME:-/}"
  home=$real
  for path; do
    bd_exists "$path" || { printf '@bd missing %s\n' "$path" | tr '\n' ' '; echo; exit 3; }
    [ -d "$path" ] && [ ! -h "$path" ] && bd_real "$path" || continue
    real=${real%/}
    case $home/ in "$real"/*) printf '@bd refused %s\n' "$path" | tr '\n' ' '; echo; exit 3 ;; esac
  done
}

# find for each PATH; more of them than one command takes come by turns.
bd_each() {  # EXPRESSION PATH...
  expression=$1
  shift
  printf '%s\0' "$@" | xargs -0 sh -c "exec find \"\$@\" $expression" sh
}

# "@bd count FILES FOLDERS BYTES", every now and then. Nothing: they could not be counted.
bd_count() {  # PATH...
  bd_each "-printf '%y %s\n'" "$@" 2>/dev/null | awk '
    function say() { printf "@bd count %.0f %.0f %.0f\n", files, folders, bytes; fflush() }
    $1 == "d" { folders++ }
    $1 != "d" { files++ }
    $1 == "f" { bytes += $2 }
    NR % 2000 == 0 { say() }
    END { if (NR) say(); else exit 1 }'
}

bd_find() { find / -prune -printf '' 2>/dev/null || bd_without find with -printf; }

bd_measure() {  # PATH...
  bd_find
  for path; do bd_exists "$path" || { printf '@bd missing %s\n' "$path" | tr '\n' ' '; echo; exit 3; }; done
  bd_count "$@" || bd_fail "it could not be counted"
  echo '@bd end'
}

# What was counted, and nothing else; an empty line for each that is gone. Other file systems below stay.
bd_remove() {  # COUNT PATH...
  count=$1
  shift
  bd_find
  bd_guard "$@"
  now=$(bd_count "$@" | tail -n 1)
  [ -n "$now" ] || bd_fail "it could not be counted"
  [ "$now" = "@bd count $count" ] || { printf '%s\n@bd changed\n' "$now"; exit 3; }
  bd_each "-xdev -delete -printf '\n'" "$@"
  for path; do
    if bd_exists "$path"; then bd_fail; fi
  done
  echo '@bd end'
}

free=''  # bd_note sets it

# "@bd trashed NUMBER" and the hexadecimal path of what it is now, for each.
bd_trash() {  # PATH...
  bd_guard "$@"
  number=0
  for path; do
    number=$((number + 1))
    name=${path##*/}
    bd_real "${path%/*}/" || bd_fail "$path"
    trash=$(bd_trash_of "$real" home shared top)
    [ -n "$trash" ] || { printf '@bd no trash %s\n' "$path" | tr '\n' ' '; echo; exit 3; }
    bd_note "$trash" "${real%/}/$name" "$name" || bd_fail "$trash cannot be written"
    words=$(mv -nT -- "$path" "$trash/files/$free" 2>&1)
    if bd_exists "$path" || ! bd_exists "$trash/files/$free"; then
      bd_unnote "$trash/files/$free"
      bd_fail "${words:-$path cannot be moved}"
    fi
    echo "@bd trashed $number $(bd_hex "$trash/files/$free")"
  done
  echo '@bd end'
}

# Out of the trash again; nothing is replaced. "@bd restored NUMBER" of each; one that cannot be takes no other with it.
bd_restore() {  # TRASHED PATH TRASHED PATH...
  number=0
  failed=''
  while [ $# -gt 1 ]; do
    number=$((number + 1))
    words=''
    if ! bd_exists "$1"; then
      words="$1 is not in the trash any more"
    elif bd_exists "$2"; then
      words="$2 is there again"
    elif words=$(mkdir -p -- "${2%/*}/" 2>&1 && mv -nT -- "$1" "$2" 2>&1) && bd_exists "$2" && ! bd_exists "$1"; then
      bd_unnote "$1"
      echo "@bd restored $number"
      words=''
    else
      words=${words:-$2 cannot be made}
    fi
    failed=${failed:-$words}
    shift 2
  done
  [ -z "$failed" ] || bd_fail "$failed"
  echo '@bd end'
}

# How far what is open as 3 was read, where the system tells.
bd_at() {
  at=0
  { while read -r key value; do [ "$key" != pos: ] || at=$value; done < /proc/self/fdinfo/3; } 2> /dev/null
  printf '@bd at %s\n' "$at" 2> /dev/null
}

# "@bd sum SUM" of each. Who says how far it is hears, too, that nobody listens any more, and ends it.
bd_sum() {  # PROGRAM PATH...
  program=$1
  shift
  command -v "$program" > /dev/null || bd_without "$program"
  for path; do
    [ -f "$path" ] || bd_fail "$path is no file"
    [ -r "$path" ] || bd_fail "$path: Permission denied"
    exec 3< "$path" 4>&1
    sum=$(
      "$program" <&3 2>&1 &
      summing=$!
      (
        trap '' PIPE
        while sleep 1 > /dev/null 3<&- 4>&- && kill -0 $$ && kill -0 "$summing" && bd_at; do :; done
        kill "$summing"
      ) >&4 2> /dev/null &
      watch=$!
      wait "$summing"
      code=$?
      kill "$watch"
      exit "$code"
    ) || bd_fail "$path: $sum"
    bd_at
    printf '@bd sum %s\n' "${sum%% *}"
  done
  echo '@bd end'
}
