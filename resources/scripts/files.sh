# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# shellcheck shell=sh
# Functions for files where they are: to count, remove, trash, restore and sum them. This is sent
# with each command, behind trash.sh. The call of one function follows it.
# Paths are absolute. No link is followed.
# The last line of an answer is "@bd end". Where the action was refused or failed, other lines that
# begin with "@bd" say why, and the shell ends with 3.

# Ends the shell because PROGRAM is missing. No "@bd" line is printed: there may be another way.
bd_without() {  # PROGRAM
  echo "there is no $*" >&2
  exit 4
}

# Ends the shell where a PATH is missing ("@bd missing PATH"), or is or holds the home folder ("@bd
# refused PATH"): nobody means to remove that.
bd_guard() {  # PATH...
  bd_real "${HOME:-/}"
  home=$real
  for path; do
    bd_exists "$path" || {
      printf '@bd missing %s\n' "$path" | tr '\n' ' '
      echo
      exit 3
    }
    [ -d "$path" ] && [ ! -h "$path" ] && bd_real "$path" || continue
    real=${real%/}
    case $home/ in
    "$real"/*)
      printf '@bd refused %s\n' "$path" | tr '\n' ' '
      echo
      exit 3
      ;;
    esac
  done
}

# Runs find with EXPRESSION on each PATH, by several processes where the paths are too many for one.
bd_each() {  # EXPRESSION PATH...
  expression=$1
  shift
  printf '%s\0' "$@" | xargs -0 sh -c "exec find \"\$@\" $expression" sh
}

# Prints "@bd count FILES FOLDERS BYTES" after each 2000 files and at the end. Fails when find
# lists nothing.
bd_count() {  # PATH...
  bd_each "-printf '%y %s\n'" "$@" 2>/dev/null | awk '
    function say() { printf "@bd count %.0f %.0f %.0f\n", files, folders, bytes; fflush() }
    $1 == "d" { folders++ }
    $1 != "d" { files++ }
    $1 == "f" { bytes += $2 }
    NR % 2000 == 0 { say() }
    END { if (NR) say(); else exit 1 }'
}

# Ends the shell where find is missing or cannot print.
bd_find() { find / -prune -printf '' 2>/dev/null || bd_without find with -printf; }

# Counts PATH..., as bd_count prints it.
bd_measure() {  # PATH...
  bd_find
  for path; do
    bd_exists "$path" || {
      printf '@bd missing %s\n' "$path" | tr '\n' ' '
      echo
      exit 3
    }
  done
  bd_count "$@" || bd_fail "it could not be counted"
  echo '@bd end'
}

# Removes PATH... if COUNT, "FILES FOLDERS BYTES", is still what they hold; else it prints the new
# count and "@bd changed". Prints an empty line for each file that is gone. What other file systems
# are mounted below stays.
bd_remove() {  # COUNT PATH...
  count=$1
  shift
  bd_find
  bd_guard "$@"
  now=$(bd_count "$@" | tail -n 1)
  [ -n "$now" ] || bd_fail "it could not be counted"
  [ "$now" = "@bd count $count" ] || {
    printf '%s\n@bd changed\n' "$now"
    exit 3
  }
  bd_each "-xdev -delete -printf '\n'" "$@"
  for path; do
    if bd_exists "$path"; then bd_fail; fi
  done
  echo '@bd end'
}

free=''  # bd_note sets it

# Moves PATH... into the trash. Prints "@bd trashed NUMBER PATH" for each: its number in the call
# and where it is now, in hexadecimal digits.
bd_trash() {  # PATH...
  bd_guard "$@"
  number=0
  for path; do
    number=$((number + 1))
    name=${path##*/}
    bd_real "${path%/*}/" || bd_fail "$path"
    trash=$(bd_trash_of "$real" home shared top)
    [ -n "$trash" ] || {
      printf '@bd no trash %s\n' "$path" | tr '\n' ' '
      echo
      exit 3
    }
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

# Moves each TRASHED back to PATH. Nothing is replaced. Prints "@bd restored NUMBER" for each. One
# that cannot be restored does not keep the others from it.
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
    elif
      words=$(mkdir -p -- "${2%/*}/" 2>&1 && mv -nT -- "$1" "$2" 2>&1) &&
        bd_exists "$2" && ! bd_exists "$1"
    then
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

# Prints "@bd at BYTES": how much of descriptor 3 was read, where the system tells it.
bd_at() {
  at=0
  {
    while read -r key value; do [ "$key" != pos: ] || at=$value; done < /proc/self/fdinfo/3
  } 2> /dev/null
  printf '@bd at %s\n' "$at" 2> /dev/null
}

# Prints "@bd sum SUM" for each PATH, by PROGRAM. The process that prints how far the sum is fails
# to print when the connection is gone, and then ends PROGRAM.
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
