# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
#
# Functions that remove folders of jobs, for the agent and clean.sh. POSIX sh.
# An output directory that holds files stays unless it is named: nothing could bring it back. That
# is so, too, where it lies in the job's own folder.
# In kept: output directories that stay and the links to them, a line each. In outputs: the
# directories alone.

newline='
'
kept='' outputs=''

# Removes PATH, also where its folders may not be written. Other file systems below stay where rm
# can leave them.
remove_tree() {  # PATH
  one=
  rm -f --one-file-system 2>/dev/null && one=--one-file-system
  # shellcheck disable=SC2086 # none, or a word
  rm -rf $one -- "$1" 2>/dev/null || {
    find "$1" -xdev -type d -exec chmod u+rwx {} \;
    rm -rf $one -- "$1"
  }
}

# Calls COMMAND PLACE LINK [WORD...] for each output directory that holds files.
# FOLDER is HOME/jobs/PROFILE/UUID without links.
each_output() {  # COMMAND FOLDER [WORD...]
  act=$1 top=$2 own=${2#"${2%/*/*/*}"}/
  shift 2
  for link in "$top"/a*/*/outputs/* "$top"/a*/*/stdouterr; do
    [ -L "$link" ] || continue
    place=$(readlink "$link")  # the link is not followed: a share may be dead
    case $place in *"$own"*) place=$top/${place#*"$own"} ;; *) continue ;; esac
    # Logs that a document puts into the job's working directory are the job's, and go with it.
    case ${link#"$top"},${place#"$top"} in */outputs/*,* | *,*/temp/wd/*) ;; *) continue ;; esac
    [ -d "$place" ] && [ -n "$(find "$place" ! -type d 2>&1 | head -n 1)" ] || continue
    "$act" "$place" "$link" "$@"
  done
}

# Adds PLACE and LINK to kept, and PLACE to outputs, unless PLACE is one of NAMED.
keep_output() {  # PLACE LINK [NAMED...]
  kept_place=$1 kept_link=$2
  shift 2
  for named; do [ "$named" != "$kept_place" ] || return 0; done
  outputs=$outputs$kept_place$newline kept=$kept$kept_place$newline$kept_link$newline
  # A folder on the way may be a link by now, to another folder of the job's.
  kept_place=$(cd -P -- "$kept_place" && pwd -P && echo .) && kept=$kept${kept_place%??}$newline
}

# Does so for all outputs of FOLDER.
keep_outputs() {  # FOLDER [NAMED...]
  each_output keep_output "$@"
}

# Prints PLACE and what identifies it (inode and time of change), each with a NUL behind it.
tell_output() { printf '%s\0%s\0' "$1" "$(stat -c '%i %z' -- "$1" 2>/dev/null)"; }  # PLACE

# Removes PATH but for what is in kept.
remove_but_kept() {  # PATH
  case $newline$kept in
  *"$newline$1$newline"*) return 0 ;;
  *"$newline$1/"*)
    # Where the folder is a link by now, its target is not the job's.
    [ ! -L "$1" ] || return 0
    chmod u+rwx "$1" 2>/dev/null
    ;;
  *)
    remove_tree "$1"
    return
    ;;
  esac
  for entry in "$1"/* "$1"/.[!.]* "$1"/..?*; do
    { [ ! -e "$entry" ] && [ ! -L "$entry" ]; } || (remove_but_kept "$entry") || return
  done
}

# In folder: the real path of FOLDER, which is normalised. The real parent of FOLDER has to lie in
# the real HOME/BASE, whatever links are on the way. Where it does not the shell ends with 64, where
# there is no such folder with 0.
find_folder() {  # HOME FOLDER BASE
  base=$(cd -P "$1/$3" 2>/dev/null && pwd -P) || base=
  case $2 in "$1/$3/"?*) ;; *) exit 64 ;; esac
  [ -n "$base" ] || exit 0
  parent=$(cd -P "${2%/*}" 2>/dev/null && pwd -P) || exit 0
  case $parent/ in "$base"/*) ;; *) exit 64 ;; esac
  folder=$parent/${2##*/}
}

# Prints the outputs that remove() would leave, as tell_output() does.
tell_outputs() (  # HOME FOLDER
  find_folder "$1" "$2" jobs
  each_output tell_output "$folder"
)

# Removes FOLDER. Of its outputs only NAMED go, which are paths as tell_outputs() prints them.
# Ends as find_folder() does, and with 65 when something is mounted there.
remove() (  # HOME FOLDER BASE [NAMED...]
  find_folder "$1" "$2" "$3"
  shift 3
  while read -r _ _ _ _ point _; do
    case $point in *\\*) point=$(printf '%b' "$point") ;; esac  # the kernel writes a blank as \040
    case $point in "$folder" | "$folder"/*) exit 65 ;; esac
  done < /proc/self/mountinfo
  keep_outputs "$folder" "$@"
  remove_but_kept "$folder" || exit 1
)
