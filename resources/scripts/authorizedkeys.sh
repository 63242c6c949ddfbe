# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# shellcheck shell=sh
#
# Functions that put lines of ours into somebody's authorized_keys and take them out again. Others write there, too:
# mode and owner stay, what is not ours stays, and a file that we made goes with its last line. Not sure is one thing: to
# remove is to put a copy in place, and what a program without our lock writes between the last look and that moment is
# lost, as it is when two editors save one file. A MARK is the comment that ends each line, of letters, digits and : _ -,
# and no other line has it. POSIX sh: dash, bash --posix, busybox ash, mksh.
#   bd_authorized_add FILE MARK      lines on stdin, without the mark; 0: they are there
#   bd_authorized_remove FILE MARK   0: they are gone
# Those of ours who write at the same time take turns by FILE.batchdeck/: made by mkdir, owner (pid start machine) in it.

bd_authorized_start() {  # PID: says when it began, in ticks; nothing when there is no such process
  { bd_stat=$(cat "/proc/$1/stat"); } 2>/dev/null || return 1
  # shellcheck disable=SC2086 # words are wanted
  set -- ${bd_stat##*) }
  shift 19; printf '%s\n' "$1"
}

bd_authorized_lock() {
  bd_tries=0; while ! mkdir "$1" 2>/dev/null; do
    bd_tries=$((bd_tries + 1)); [ "$bd_tries" -lt 150 ] || return 1
    bd_pid='' bd_born='' bd_host=''; read -r bd_pid bd_born bd_host 2>/dev/null < "$1/owner"
    # Whoever made it and died, here; or, on a machine that cannot be asked, long ago.
    if { [ "$bd_host" = "$(uname -n)" ] && [ "$(bd_authorized_start "$bd_pid")" != "$bd_born" ]; } ||
      [ -n "$(find "$1" -prune -mmin +2 2>/dev/null)" ]; then
      mv "$1" "$1.$$" 2>/dev/null && rm -rf "$1.$$"
      continue
    fi
    sleep 0.1 2>/dev/null || sleep 1
  done
  printf '%s %s %s\n' "$$" "$(bd_authorized_start "$$")" "$(uname -n)" > "$1/owner"
}

bd_authorized_real() {  # FILE: says where it really lies, as some keep it as a link
  readlink -f -- "$1" 2>/dev/null || printf '%s\n' "$1"
}

bd_authorized_ours() { LC_ALL=C sed -n "/ $2\$/p" "$1" 2>/dev/null; }  # FILE MARK: says our lines

bd_authorized_add() (
  umask 077; made=''
  [ -d "${1%/*}" ] || mkdir -p "${1%/*}" || exit 1
  file=$(bd_authorized_real "$1")
  bd_authorized_lock "$1.batchdeck" || exit 1
  trap 'rm -rf "$1.batchdeck"' EXIT
  [ -z "$(bd_authorized_ours "$file" "$2")" ] || exit 0
  [ -e "$file" ] || { : > "$file" && made=' batchdeck-made'; } || exit 1
  lines=$(while IFS= read -r line; do printf '%s%s %s\n' "$line" "$made" "$2"; done)
  # One write at the end of the file: even somebody who does not know our lock loses nothing by it.
  [ ! -s "$file" ] || [ -z "$(tail -c 1 "$file")" ] || lines="
$lines"
  printf '%s\n' "$lines" >> "$file"
)

bd_authorized_remove() (
  umask 077; file=$(bd_authorized_real "$1")
  [ -n "$2" ] && [ -e "$file" ] || exit 0
  [ -n "$(bd_authorized_ours "$file" "$2")" ] || exit 0
  bd_authorized_lock "$1.batchdeck" || exit 1
  trap 'rm -rf "$1.batchdeck"; rm -f "$file.batchdeck-$$" "$file.batchdeck-was-$$"' EXIT
  tries=0; while [ "$tries" -lt 20 ]; do
    tries=$((tries + 1))
    cp -p "$file" "$file.batchdeck-was-$$" && cp -p "$file" "$file.batchdeck-$$" || exit 1
    made=$(bd_authorized_ours "$file.batchdeck-was-$$" "$2")
    LC_ALL=C sed "/ $2\$/d" "$file.batchdeck-was-$$" > "$file.batchdeck-$$" || exit 1
    # Somebody without our lock wrote meanwhile: once more, from what they wrote.
    cmp -s "$file" "$file.batchdeck-was-$$" || continue
    case $made in *' batchdeck-made '*)
      [ -s "$file.batchdeck-$$" ] || { rm -f "$file"; exit; } ;; esac
    mv -f "$file.batchdeck-$$" "$file"; exit
  done
  exit 1
)
