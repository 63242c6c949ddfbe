# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# shellcheck shell=sh
# The trash of freedesktop.org on a machine, for files.sh and transfer.sh, which follow it.

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
