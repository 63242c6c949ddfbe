# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# shellcheck shell=sh
# Moves what the staging folder of a transfer holds to its places. It is sent behind trash.sh and
# before transfer.sh, which uses it.
# KEPT is the name of the folder in the trash into which a transfer puts what it replaces.

# Moves files of FROM into TO. What they replace there goes into the trash. A file is moved only if
# it is in FROM, and the file in TO has the same size and time. A file that cannot be moved is told
# as by bd_place, and removed from FROM. Without a NAME it tells what is in the trash.
bd_renew() {  # FROM TO KEPT [NAME...]
  root=$1 from=$1 target=$2 own=$3 refused=
  shift 3
  cd -- "$from" || exit
  if [ $# -eq 0 ]; then
    bd_tell_kept "$target" "$own"
  else
    bd_make_kept "$target" "$own" || kept=
  fi
  {
    for name; do
      facts=$(stat -c '%F %s %Y' -- "$from/$name" 2>/dev/null) || continue
      [ "$facts" = "$(stat -c '%F %s %Y' -- "$target/$name" 2>/dev/null)" ] || continue
      words=$(bd_no_trash)
      [ -z "$kept" ] || ! words=$(bd_renew_file "$name" 2>&1) || continue
      words=$(bd_refused "$from/$name" "$words") || {
        bd_tell_kept "$target" "$own" > /dev/null
        bd_fail "$words"
      }
      folder=. refused=yes
      case $name in */*) folder=./${name%/*} ;; esac
      { chmod u+w -- "$folder" && rm -f -- "$from/$name"; } || exit
    done
  } 3>&1
  # This removes empty folders of the trash.
  [ -z "$refused" ] || bd_tell_kept "$target" "$own" > /dev/null
  echo '@bd end'
}

# Moves NAME, and puts what it replaces into the trash. Fails where that cannot be done.
bd_renew_file() {  # NAME
  folder=
  case $1 in */*) folder=/${1%/*} ;; esac
  to=$target$folder beside=$kept$folder
  (umask 077; mkdir -p -- "$beside") && bd_keep "${1##*/}" &&
    mv -fT -- "$from/$1" "$target/$1" && return
  bd_give_back "${1##*/}" 2>/dev/null
  return 1
}

# Moves what is in FROM into TO: a folder that TO does not have as a whole, the rest file by file.
# What is replaced goes into the trash before. What does not get to its place is told, and removed
# with the staging folder:
#   @bd met folder PATH FILES             a folder came, and something that is none has its name
#   @bd met file PATH FILES               a file came, and a folder has its name
#   @bd met new PATH FILES                a file has the name by now, and may not be replaced
#   @bd not folder|file PATH FILES WORDS  it cannot be moved
#   @bd more FILES BYTES NEW BYTES        what comes after a thousand of these lines; NEW counts
#                                         those of "met new", FILES the others
# PATH is in hexadecimal digits. FILES is how many files it holds, 1 for a file.
bd_place() {  # FROM TO REPLACES KEPT
  replaces=$3
  cd -- "$1" || exit  # where bd_end_others finds it
  root=$1 target=$2 name=$4 swept='' met=0 more=0 more_bytes=0 new=0 new_bytes=0 told=0
  {
    words=$({
      bd_merge "$1" "$2" && bd_tell_kept "$target" "$name" >&3 || exit
      [ $((more + new)) -eq 0 ] || echo "@bd more $more $more_bytes $new $new_bytes" >&3
      bd_placed "$1"
    } 2>&1) || bd_fail "$words"
  } 3>&1
  bd_drop "$1"
}

# Gives folders of FROM their permissions and times, as an archive on stdin says, and then does what
# bd_place does. tar is GNU's. If tar says anything of the folders, nothing is moved.
# The archive ends with a file that is named like FROM: tar takes an archive that was cut behind an
# entry for a whole one.
bd_place_with_folders() {  # FROM TO REPLACES KEPT
  cd -- "$1" || exit  # where bd_end_others finds it
  mark=./${1##*/} tar=GNU
  [ ! -e "$mark" ] || rm -f -- "$mark"
  words=$(bd_unpack "$1" -xpof - 2>&1) && [ "$words" = '@bd tar GNU' ] &&
    [ -f "$mark" ] && rm -f -- "$mark" || {
    cat > /dev/null
    rm -f -- "$mark"
    printf '@bd not placed\n@bd end\n'
    exit 0
  }
  bd_place "$@"
}

# Whether STAGE holds nothing but emptied folders, and the files that were told. A file that was not
# told must not be removed with it. What was told may hold folders that cannot be read.
bd_placed() {  # STAGE
  left=$(find "$1" ! -type d -printf x 2>/dev/null)
  code=$?
  if [ ${#left} -eq $told ] && {
    [ $code -eq 0 ] || { [ $met -gt 0 ] && [ $code -lt 128 ]; }
  }; then return; fi
  echo "$1 holds ${#left} files that got no place, and $told of them were told"
  return 1
}

# Fails where FOLDER cannot be read: the shell finds no names there, as in an empty folder.
bd_open() {  # FOLDER
  [ -r "$1" ] && [ -x "$1" ] || {
    echo "$1 cannot be read"
    return 1
  }
}

# Tells that the place of PATH is taken.
bd_met() { bd_leave met "$1" "$2" ''; }  # KIND PATH

# Prints whether PATH is a "folder" or a "file". The path may be too long for the system, so it is
# looked at from the folder that holds it. For a shell of its own.
bd_kind() {  # PATH
  cd -- "${1%/*}" && [ -d "./${1##*/}" ] && [ ! -h "./${1##*/}" ] || {
    echo file
    return
  }
  echo folder
}

# Tells what does not get to its place, and counts it.
bd_leave() {  # MARK KIND PATH WORDS
  files=1
  if [ "$2" = folder ]; then
    files=$({ cd -- "${3%/*}" && find "./${3##*/}" ! -type d -printf x; } | wc -c)
  fi
  met=$((met + 1)) told=$((told + files))
  if [ $met -le 1000 ]; then
    printf '@bd %s %s %s %d%s\n' "$1" "$2" "$(bd_hex "${3#"$root"/}")" "$files" "${4:+ $4}" >&3
  elif [ "$2" = new ]; then
    new=$((new + files)) new_bytes=$((new_bytes + $(bd_bytes "$3")))
  else
    more=$((more + files)) more_bytes=$((more_bytes + $(bd_bytes "$3")))
  fi
}

# Prints the bytes of all files of PATH.
bd_bytes() {  # PATH
  { cd -- "${1%/*}" && find "./${1##*/}" -type f -printf '%s\n'; } | {
    bytes=0
    while read -r size; do bytes=$((bytes + size)); done
    echo $bytes
  }
}

# Whether what a tool said of one file is about the disk: then it would say it of all others, too.
bd_of_disk() {  # WORDS
  case $1 in
    *'No space left on device' | *'Disk quota exceeded' | *'Input/output error') ;;
    *) return 1 ;;
  esac
}

# Tells that PATH cannot be moved. The cause is at the end of what the tool said. Fails where the
# cause is the disk.
bd_refused() {  # PATH WORDS
  if bd_of_disk "$2"; then
    echo "$2"
    return 1
  fi
  bd_leave not "$(bd_kind "$1")" "$1" "$(printf %s "${2##*: }" | tr '\n' ' ')"
}

# Moves a folder that TO has already. There is one process for a folder that has files: find and a
# shell for each would take most of the time of a small change in a large tree.
bd_merge() {  # FROM TO
  if [ ${#1} -gt 4000 ]; then
    bd_refused "$1" 'File name too long'
    return
  fi
  bd_merge_files "$1" "$2" || return
  for entry in "$1"/* "$1"/.[!.]* "$1"/..?*; do
    [ -d "$entry" ] && [ ! -h "$entry" ] || continue
    if ! bd_exists "$2/${entry##*/}"; then
      words=$(bd_move_folder "$entry" "$2/${entry##*/}" 2>&1) ||
        bd_refused "$entry" "$words" || return
    elif [ -d "$2/${entry##*/}" ] && [ ! -h "$2/${entry##*/}" ]; then
      bd_merge "$entry" "$2/${entry##*/}" || return
    else
      bd_met folder "$entry"
    fi
  done
}

# Moves the files of FROM that are in no folder below it, a hundred at a time.
bd_merge_files() {  # FROM TO
  from=$1 to=$2
  bd_open "$from" || return
  set --
  for entry in "$from"/* "$from"/.[!.]* "$from"/..?*; do
    if [ ${#entry} -ge 4096 ]; then  # no test sees what it is, and bd_merge passes over it
      bd_refused "$entry" 'File name too long' || return
      continue
    fi
    if [ -d "$entry" ] && [ ! -h "$entry" ]; then continue; fi
    bd_exists "$entry" || continue
    if [ -d "$to/${entry##*/}" ] && [ ! -h "$to/${entry##*/}" ]; then
      bd_met file "$entry"
      continue
    fi
    set -- "$@" "$entry"
    [ $# -lt 100 ] || {
      bd_move_files "$@" || return
      set --
    }
  done
  [ $# -eq 0 ] || bd_move_files "$@"
}

# Moves those first that replace nothing. Some versions of mv fail when -n left a file where it was,
# so their status says nothing.
bd_move_files() {  # FILE...
  for file; do
    ! bd_exists "$to/${file##*/}" || continue
    mv -n -- "$@" "$to/" 2>/dev/null
    break
  done
  for file; do
    shift
    ! bd_exists "$file" || set -- "$@" "$file"
  done
  [ $# -gt 0 ] || return 0
  if [ "$replaces" = yes ]; then
    bd_replace_files "$@"
    return
  fi
  for file; do
    words=$(mv -nT -- "$file" "$to/${file##*/}" 2>&1)
    if ! bd_exists "$file"; then
      continue
    elif bd_exists "$to/${file##*/}"; then
      bd_met new "$file"
    else
      bd_refused "$file" "$words" || return
    fi
  done
}

# Puts what these files replace into the trash, and moves them.
bd_replace_files() {  # FILE...
  if [ -z "$kept" ] && ! bd_make_kept "$target" "$name"; then
    for file; do bd_refused "$file" "$(bd_no_trash)" || return; done
    return
  fi
  [ -n "$swept" ] || bd_keep_tree
  beside=$kept${to#"$target"}
  if ! bd_all_kept "$@" && {
    (umask 077; mkdir -p -- "$beside")
    ! bd_keep_all "$@"
  }; then
    for file; do
      shift
      if words=$(bd_keep "${file##*/}" 2>&1); then
        set -- "$@" "$file"
      else
        bd_give_back "${file##*/}" 2>/dev/null
        bd_refused "$file" "$words" || return
      fi
    done
  fi
  [ $# -eq 0 ] || mv -f -- "$@" "$to/" 2>/dev/null
  for file; do
    bd_exists "$file" || continue
    words=$(mv -fT -- "$file" "$to/${file##*/}" 2>&1)
    bd_exists "$file" || continue
    bd_give_back "${file##*/}" 2>/dev/null
    bd_refused "$file" "$words" || return
  done
}

# Keeps all that the staging folder root replaces in target, by one process, where cp is GNU's. What
# that could not keep, and what has changed since, bd_replace_files keeps folder by folder. BusyBox
# has a cp that would unlink what is there already; it refuses --no-preserve.
bd_keep_tree() {
  swept=yes
  (
    umask 077
    cd -- "$target" && bd_find_replaced "$root" . |
      xargs -0 -r cp -lP --parents --no-preserve=mode -t "$kept" --
  ) 2>/dev/null
}

# Prints the names of the files in TO that FROM replaces, each with a zero byte behind it. TO is in
# the current folder.
bd_find_replaced() {  # FROM TO
  for entry in "$1"/* "$1"/.[!.]* "$1"/..?*; do
    at=$2/${entry##*/}
    if [ -d "$entry" ] && [ ! -h "$entry" ]; then
      [ ! -d "$at" ] || [ -h "$at" ] || bd_find_replaced "$entry" "$at"
    elif bd_exists "$entry" && bd_exists "$at"; then
      printf '%s\0' "$at"
    fi
  done
}

# A folder that may not be written cannot be moved into another folder: it is made writable for
# that.
bd_move_folder() {  # FOLDER NAME
  mode=
  [ -w "$1" ] || { mode=$(stat -c %a -- "$1") && chmod u+w -- "$1"; } || return
  mv -nT -- "$1" "$2" || return
  if [ -e "$1" ]; then
    echo "$2 is there by now"
    return 1
  fi
  [ -z "$mode" ] || chmod "$mode" -- "$2"
}

# Moves what is in FROM into TO, where these names were free a moment ago. Prints "@bd placed" where
# there is a FROM. The empty FROM stays until bd_drop: if the answer is lost, the next run learns
# from it that this was done.
bd_place_new() {  # FROM TO
  [ -d "$1" ] || {
    echo '@bd end'
    exit 0
  }
  words=$(bd_open "$1") || bd_fail "$words"
  for entry in "$1"/* "$1"/.[!.]* "$1"/..?*; do
    [ -e "$entry" ] || [ -h "$entry" ] || continue
    if [ -d "$entry" ] && [ ! -h "$entry" ]; then
      words=$(bd_move_folder "$entry" "$2/${entry##*/}" 2>&1) || bd_fail "$words"
      continue
    fi
    words=$(mv -nT -- "$entry" "$2/${entry##*/}" 2>&1) || bd_fail "$words"
    [ ! -e "$entry" ] && [ ! -h "$entry" ] || bd_fail "$2/${entry##*/} is there by now"
  done
  echo '@bd placed'
}

# Moves the copies in STAGE to TARGET, which holds what they are copies of, by names that are free
# there: "plate (2).tif". First they get these names in the staging folder. Then that is renamed to
# STAGE.named. After an interruption the next run finds that name, moves the rest, and makes no
# second copy.
bd_beside() {  # STAGE TARGET NAME...
  stage=$1 to=$2
  shift 2
  for name; do
    [ -e "$stage/$name" ] || [ -h "$stage/$name" ] || continue
    base=$name end='' number=2
    case $name in ?*.*) base=${name%.*} end=.${name##*.} ;; esac
    while [ -e "$to/$base ($number)$end" ] || [ -h "$to/$base ($number)$end" ]; do
      number=$((number + 1))
    done
    words=$(rm -rf -- "$stage/$base ($number)$end" 2>&1 &&
      mv -T -- "$stage/$name" "$stage/$base ($number)$end" 2>&1) || bd_fail "$words"
  done
  words=$(mv -T -- "$stage" "$stage.named" 2>&1) || bd_fail "$words"
  bd_place_new "$stage.named" "$to"
}
