# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# shellcheck shell=sh
#
# Functions that put lines of ours into somebody's authorized_keys and take them out again.
# Other programs write there, too. The file keeps its mode, its owner and all lines of others.
# A file that we made is removed with its last line.
# One loss remains possible. To take lines out, a copy is put in place of the file. What a program
# without our lock writes between the last look and that moment is lost, as it is when two editors
# save one file.
# MARK is the comment that ends each of our lines: letters, digits and : _ -. No other line has it.
# POSIX sh: dash, bash --posix, busybox ash, mksh.
#   bd_authorized_add FILE MARK      lines on stdin, without the mark; 0: they are there
#   bd_authorized_remove FILE MARK   0: they are gone
# The lock is the folder FILE.batchdeck, made by mkdir; owner in it has "PID START MACHINE".

# Prints when the process began, in ticks. Fails when there is no such process.
bd_authorized_start() {  # PID
  { bd_stat=$(cat "/proc/$1/stat"); } 2>/dev/null || return 1
  # shellcheck disable=SC2086 # words are wanted
  set -- ${bd_stat##*) }
  shift 19
  printf '%s\n' "$1"
}

# Takes the lock LOCK. Fails after 150 tries.
bd_authorized_lock() {  # LOCK
  bd_tries=0
  while ! mkdir "$1" 2>/dev/null; do
    bd_tries=$((bd_tries + 1))
    [ "$bd_tries" -lt 150 ] || return 1
    bd_pid='' bd_born='' bd_host=''
    read -r bd_pid bd_born bd_host 2>/dev/null < "$1/owner"
    # The lock of a process of this machine that is dead is removed. Of another machine's process
    # only the age of the lock is known: it is removed after two minutes.
    if {
      [ "$bd_host" = "$(uname -n)" ] && [ "$(bd_authorized_start "$bd_pid")" != "$bd_born" ]
    } || [ -n "$(find "$1" -prune -mmin +2 2>/dev/null)" ]; then
      mv "$1" "$1.$$" 2>/dev/null && rm -rf "$1.$$"
      continue
    fi
    sleep 0.1 2>/dev/null || sleep 1
  done
  printf '%s %s %s\n' "$$" "$(bd_authorized_start "$$")" "$(uname -n)" > "$1/owner"
}

# Prints where FILE really lies: some users keep it as a link.
bd_authorized_real() {  # FILE
  readlink -f -- "$1" 2>/dev/null || printf '%s\n' "$1"
}

# Prints our lines.
bd_authorized_ours() { LC_ALL=C sed -n "/ $2\$/p" "$1" 2>/dev/null; }  # FILE MARK


# The mark goes behind each line, and " batchdeck-made" before it where we made the file.
bd_authorized_add() (
  umask 077
  made=''
  [ -d "${1%/*}" ] || mkdir -p "${1%/*}" || exit 1
  file=$(bd_authorized_real "$1")
  bd_authorized_lock "$1.batchdeck" || exit 1
  trap 'rm -rf "$1.batchdeck"' EXIT
  [ -z "$(bd_authorized_ours "$file" "$2")" ] || exit 0
  [ -e "$file" ] || { : > "$file" && made=' batchdeck-made'; } || exit 1
  lines=$(while IFS= read -r line; do printf '%s%s %s\n' "$line" "$made" "$2"; done)
  # All lines are one write at the end of the file: it loses nothing of programs without our lock.
  [ ! -s "$file" ] || [ -z "$(tail -c 1 "$file")" ] || lines="
$lines"
  printf '%s\n' "$lines" >> "$file"
)

bd_authorized_remove() (
  umask 077
  file=$(bd_authorized_real "$1")
  [ -n "$2" ] && [ -e "$file" ] || exit 0
  [ -n "$(bd_authorized_ours "$file" "$2")" ] || exit 0
  bd_authorized_lock "$1.batchdeck" || exit 1
  trap 'rm -rf "$1.batchdeck"; rm -f "$file.batchdeck-$$" "$file.batchdeck-was-$$"' EXIT
  tries=0
  while [ "$tries" -lt 20 ]; do
    tries=$((tries + 1))
    cp -p "$file" "$file.batchdeck-was-$$" && cp -p "$file" "$file.batchdeck-$$" || exit 1
    made=$(bd_authorized_ours "$file.batchdeck-was-$$" "$2")
    LC_ALL=C sed "/ $2\$/d" "$file.batchdeck-was-$$" > "$file.batchdeck-$$" || exit 1
    # Where a program without our lock wrote meanwhile, its version is read and edited again.
    cmp -s "$file" "$file.batchdeck-was-$$" || continue
    case $made in *' batchdeck-made '*)
      [ -s "$file.batchdeck-$$" ] || {
        rm -f "$file"
        exit
      }
      ;;
    esac
    mv -f "$file.batchdeck-$$" "$file"
    exit
  done
  exit 1
)
