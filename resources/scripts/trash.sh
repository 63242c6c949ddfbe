# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# shellcheck shell=sh
# The trash of a machine, as freedesktop.org specifies it, and the folder in it into which a
# transfer puts what it replaces. files.sh and transfer.sh use it. It is sent before them.

export LC_ALL=C

# Prints "@bd failed WORDS" in one line, and ends the shell.
bd_fail() {
  printf '@bd failed %s\n' "$*" | tr '\n' ' '
  echo
  exit 3
}

# Whether there is a file of this name. It may be a link that leads nowhere.
bd_exists() { [ -e "$1" ] || [ -h "$1" ]; }

# In real: the path of FOLDER without links. Fails where FOLDER cannot be entered. A name may end
# with an end of a line, which "$(…)" would take away.
bd_real() {  # FOLDER
  real=$(cd -P -- "$1" 2>/dev/null && pwd -P && echo .) || return
  real=${real%??}
}

# In trash: where the trash of KIND is, or would be, for what is in the folder FROM. Fails where
# there can be none. KIND:
#   home    in the home folder
#   shared  of all users of the file system, with a folder for each
#   top     at the top of the file system
#   above   where none can be made at the top: in the uppermost of the folders around FROM that are
#           this user's
bd_trash_at() {  # KIND FROM
  home=${XDG_DATA_HOME:-$HOME/.local/share}
  # What lies on the file system of the home folder's trash goes there, and not to the top of that
  # file system.
  case $1 in
    shared | top)
      [ "$(stat -L -c %d -- "$home" 2>/dev/null)" != "$(stat -c %d -- "$2")" ] || return
      ;;
  esac
  case $1 in
    home) trash=$home/Trash ;;
    shared)
      top=$(stat -c %m -- "$2") && [ -k "${top%/}/.Trash" ] && [ ! -h "${top%/}/.Trash" ] || return
      trash=${top%/}/.Trash/$(id -u)
      ;;
    top) top=$(stat -c %m -- "$2") && trash=${top%/}/.Trash-$(id -u) ;;
    above)
      device=$(stat -c %d -- "$2") || return
      top=$2 at=$2
      while [ "$at" != / ]; do
        at=${at%/*} at=${at:-/}
        [ -O "$at" ] && [ -w "$at" ] && [ "$(stat -c %d -- "$at")" = "$device" ] || break
        top=$at
      done
      trash=${top%/}/.Trash-$(id -u)
      ;;
  esac
}

# Whether FOLDER is this user's own, and no link. Not every file system says who made something:
# then FOLDER has to have the owner of what is made beside it.
bd_is_own() {  # FOLDER
  [ ! -h "$1" ] && [ -d "$1" ] || return
  [ ! -O "$1" ] || return 0
  mkdir -- "$1.$$" 2>/dev/null || return
  owners=$(stat -c %u -- "$1.$$" "$1" | uniq -d)
  rmdir -- "$1.$$"
  [ -n "$owners" ]
}

# Whether TRASH, of KIND, takes what is in the folder FROM by a new name. With "make" it is made
# where nothing is. Outside the home folder others may have made it: then it is no trash. Neither is
# one of which a folder is a link.
bd_is_trash() {  # KIND TRASH FROM [make]
  [ -z "${4-}" ] || [ "$1" != home ] || mkdir -p -- "${2%/*}" 2>/dev/null
  for part in "$2" "$2/files" "$2/info"; do
    [ -z "${4-}" ] || bd_exists "$part" || (umask 077; mkdir -- "$part") 2>/dev/null
    [ "$1" = home ] || bd_is_own "$part" || return
    [ -d "$part" ] && [ -w "$part" ] || return
  done
  [ "$(stat -L -c %d -- "$2/files")" = "$(stat -c %d -- "$3")" ]
}

# Prints the trash folder for what is in the folder FROM, of the first KIND that will do. Prints
# nothing where there is none, and none can be made.
bd_trash_of() {  # FROM KIND...
  from=$1
  shift
  for kind; do
    if bd_trash_at "$kind" "$from" && bd_is_trash "$kind" "$trash" "$from" make; then
      printf '%s' "$trash"
      return
    fi
  done
}

# Prints PATH as a note has it: each byte but "/" as "%" and two hexadecimal digits.
bd_escape() {  # PATH
  printf %s "$1" | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g; s/%2f/\//g'
}

# Prints the line of a note in TRASH that says where the file was: PATH. In a trash that is not the
# home folder's, the path begins in the folder that holds that trash.
bd_path_line() {  # TRASH PATH
  path=$2
  [ "${1##*/}" = Trash ] || path=${path#"${1%/.Trash*}"/}
  printf 'Path=%s' "$(bd_escape "$path")"
}

# In short: NAME as a name for the trash, of at most 230 bytes. Ends of lines become "_". To take
# the first line alone would not do: it may be empty or "..".
bd_shorten() {  # NAME
  short=$1
  [ "${#1}" -le 230 ] && [ "$1" = "${1%"$bd_line_end"*}" ] ||
    short=$(printf '%s\n' "$1" | awk 'NR > 1 { printf "_" } { printf "%s", $0 }' | cut -b 1-230)
}
bd_line_end='
'

# Notes in TRASH that PATH is there. In free: its name there, which is like NAME. Fails where
# nothing can be written.
bd_note() {  # TRASH PATH NAME
  bd_shorten "$3"
  free=$short try=1
  until ! bd_exists "$1/files/$free" && (set -C; : > "$1/info/$free.trashinfo") 2>/dev/null; do
    bd_exists "$1/files/$free" || bd_exists "$1/info/$free.trashinfo" || return
    try=$((try + 1)) free=$short.$try
    [ "$try" -lt 10000 ] || return
  done
  printf '[Trash Info]\n%s\nDeletionDate=%s\n' "$(bd_path_line "$1" "$2")" \
    "$(date +%Y-%m-%dT%H:%M:%S)" 2>/dev/null > "$1/info/$free.trashinfo" || {
    bd_unnote "$1/files/$free"
    return 1
  }
}

# In free: under which name like NAME it is noted in TRASH that PATH is there. Fails where it is not
# noted.
bd_noted() {  # TRASH PATH NAME
  bd_shorten "$3"
  for note in "$1/info/$short.trashinfo" "$1/info/$short".*.trashinfo; do
    [ -f "$note" ] && grep -qxF -e "$(bd_path_line "$1" "$2")" -- "$note" 2>/dev/null || continue
    free=${note##*/} free=${free%.trashinfo}
    return
  done
  return 1
}

# Removes the note of TRASHED, which is not in its trash any more. A trash of .Trash-USER is removed
# with its last note.
bd_unnote() {  # TRASHED
  trash=${1%/files/*}
  rm -f -- "$trash/info/${1##*/}.trashinfo"
  case ${trash##*/} in .Trash-*) rmdir -- "$trash/files" "$trash/info" "$trash" 2>/dev/null ;; esac
  return 0
}

# Whether any trash for what is in the folder FROM, at whatever place, may have a note named like
# NAME. A trash is in the home folder or in a folder around FROM. Most transfers replace nothing:
# for them this is all that looks for a trash.
bd_may_be_noted() (  # FROM NAME
  bd_shorten "$2"
  user=$(id -u) at=${1%/}
  set -- "${XDG_DATA_HOME:-$HOME/.local/share}/Trash"
  while set -- "$@" "$at/.Trash/$user" "$at/.Trash-$user" && [ -n "$at" ]; do at=${at%/*}; done
  for folder; do
    for note in "$folder/info/$short.trashinfo" "$folder/info/$short".*.trashinfo; do
      [ ! -f "$note" ] || exit 0
    done
  done
  exit 1
)

# In kept: the folder KEPT in the trash. An earlier run of the transfer has put there what it
# replaced in TARGET. Fails where there is none.
bd_find_kept() {  # TARGET KEPT
  bd_real "$1" && bd_may_be_noted "$real" "$2" || return
  kept=$(
    for kind in $bd_kinds; do
      bd_trash_at "$kind" "$real" && bd_is_trash "$kind" "$trash" "$real" || continue
      if bd_noted "$trash" "${real%/}/$2" "$2"; then printf '%s' "$trash/files/$free"; fi
      break
    done
  )
  [ -n "$kept" ]
}

# In kept: the folder KEPT in the trash, which is made where there is none.
bd_make_kept() {  # TARGET KEPT
  if ! bd_find_kept "$1" "$2"; then
    # shellcheck disable=SC2086  # words
    trash=$(bd_trash_of "$real" $bd_kinds)
    [ -n "$trash" ] && bd_note "$trash" "${real%/}/$2" "$2" || return
    kept=$trash/files/$free
  fi
  (umask 077; mkdir -p -- "$kept")
}
kept='' real='' free=''  # bd_real and bd_note set these two
to='' beside=''  # whoever calls bd_keep and bd_give_back sets these
bd_kinds='home shared top above'
bd_no_trash() { echo 'there is no trash into which what it replaces could go'; }

# Prints the folder KEPT, which is made where there is none: on this computer the engine itself
# replaces files.
bd_kept() {  # TARGET KEPT
  bd_make_kept "$1" "$2" || bd_fail "$(bd_no_trash)"
  echo "@bd kept $(bd_hex "$kept")"
  echo '@bd end'
}

# Prints TEXT in hexadecimal digits.
bd_hex() { printf %s "$1" | od -An -v -tx1 | tr -d ' \n'; }  # TEXT

# Whether OLD and NEW are names of one file. False where stat does not tell. The shell itself would
# follow links.
bd_is_one() {  # OLD NEW
  if [ -h "$1" ] || [ -h "$2" ]; then
    one=$(bd_id "$1") && [ -n "$one" ] && [ "$one" = "$(bd_id "$2")" ]
    return
  fi
  # shellcheck disable=SC3013  # POSIX has it since 2024, dash and BusyBox have long had it
  [ "$1" -ef "$2" ]
}

# Prints what identifies the file: its file system and inode.
bd_id() { stat -c %d:%i -- "$1" 2>/dev/null; }  # FILE

# Puts NAME of the folder to into the folder beside, in the trash. Where the file system can, that
# is a further name of the file, so there is no moment at which its place is empty. What an earlier
# run put there stays.
bd_keep() {  # NAME
  old=$to/$1 at=$beside/$1 turn=1
  bd_exists "$old" || return 0
  if [ -d "$old" ] && [ ! -h "$old" ]; then
    echo "a folder has its name there by now"
    return 1
  fi
  while bd_exists "$at"; do
    ! bd_is_one "$old" "$at" || return 0
    turn=$((turn + 1)) at="$beside/$1.~$turn~"
  done
  ln -PT -- "$old" "$at" 2>/dev/null && return
  mv -nT -- "$old" "$at" && bd_exists "$at" && ! bd_exists "$old"
}

# NAME of the folder to could not be replaced. A further name of it in the trash is removed. If it
# was moved there, it is moved back.
bd_give_back() {  # NAME
  at=$beside/$1 turn=1 last=
  while bd_exists "$at"; do
    if bd_is_one "$to/$1" "$at"; then
      rm -f -- "$at"
      return
    fi
    last=$at turn=$((turn + 1)) at="$beside/$1.~$turn~"
  done
  [ -z "$last" ] || bd_exists "$to/$1" || mv -nT -- "$last" "$to/$1"
}

# Whether each FILE's last name in the folder to and in the folder beside is one file.
bd_all_kept() {  # FILE...
  for file; do bd_is_one "$to/${file##*/}" "$beside/${file##*/}" || return; done
}

# Gives what is in the folder to by the last name of each FILE a further name in the folder beside.
bd_keep_all() {  # FILE...
  for file; do
    shift
    set -- "$@" "$to/${file##*/}"
  done
  ln -P -- "$@" "$beside/" 2>/dev/null
}

# Prints what the folder KEPT in the trash holds, if there is one: "@bd kept PATH", in hexadecimal
# digits. An earlier run may have put it there and ended before it could tell. A process for each
# would take long where the target holds many.
bd_tell_kept() {  # TARGET KEPT
  [ -n "$kept" ] || bd_find_kept "$1" "$2" || return 0
  find "$kept" -depth -type d -empty -delete 2>/dev/null
  [ -d "$kept" ] || bd_unnote "$kept"
  for entry in "$kept"/* "$kept"/.[!.]* "$kept"/..?*; do
    ! bd_exists "$entry" || printf '%s\0' "$entry"
  done | od -An -v -tx1 | tr -s ' ' '\n' | awk '
    $0 == "00" { print "@bd kept " path; path = ""; next }
    { path = path $0 }'
}

# FOLDER, where it is a folder in the trash, goes with the last of what it holds.
bd_leave_trash() {  # FOLDER
  case $1 in */files/*) ;; *) return 0 ;; esac
  if [ -f "${1%/files/*}/info/${1##*/}.trashinfo" ] && rmdir -- "$1" 2>/dev/null; then
    bd_unnote "$1"
  fi
}
