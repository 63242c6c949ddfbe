# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
#
# Functions that take away folders of jobs, for the agent and clean.sh. An output directory of a job that holds anything
# stays, also where it lies in the job's own folder, unless it is named: nothing could bring it back. POSIX sh.

newline='
'
kept='' outputs=''

remove_tree() {  # PATH
  one=; rm -f --one-file-system 2>/dev/null && one=--one-file-system
  # shellcheck disable=SC2086 # none, or a word
  rm -rf $one -- "$1" 2>/dev/null || {
    find "$1" -xdev -type d -exec chmod u+rwx {} \;
    rm -rf $one -- "$1"; }
}
# COMMAND PLACE LINK [WORD...] for each output that holds anything; FOLDER: HOME/jobs/PROFILE/UUID, its real path.
each_output() {  # COMMAND FOLDER [WORD...]
  act=$1 top=$2 own=${2#"${2%/*/*/*}"}/; shift 2
  for link in "$top"/a*/*/outputs/* "$top"/a*/*/stdouterr; do
    [ -L "$link" ] || continue
    place=$(readlink "$link")  # only read: it may lead to a share that is dead
    case $place in *"$own"*) place=$top/${place#*"$own"} ;; *) continue ;; esac
    # Logs that a document puts into the job's folder by its name are the job's, and go with it.
    case ${link#"$top"},${place#"$top"} in */outputs/*,* | *,*/temp/wd/*) ;; *) continue ;; esac
    [ -d "$place" ] && [ -n "$(find "$place" ! -type d 2>&1 | head -n 1)" ] || continue
    "$act" "$place" "$link" "$@"
  done
}
keep_output() {  # PLACE LINK [NAMED...]
  kept_place=$1 kept_link=$2; shift 2
  for named do [ "$named" != "$kept_place" ] || return 0; done
  outputs=$outputs$kept_place$newline kept=$kept$kept_place$newline$kept_link$newline
  # A folder on the way may be a link by now, to another one of the job's.
  kept_place=$(cd -P -- "$kept_place" && pwd -P && echo .) && kept=$kept${kept_place%??}$newline
}
keep_outputs() {  # FOLDER [NAMED...]: adds its outputs but NAMED to outputs, and with the links to them to kept
  each_output keep_output "$@"
}
tell_output() { printf '%s\0%s\0' "$1" "$(stat -c '%i %z' -- "$1" 2>/dev/null)"; }
remove_but_kept() {  # PATH
  case $newline$kept in
  *"$newline$1$newline"*) return 0 ;;
  *"$newline$1/"*) [ ! -L "$1" ] || return 0; chmod u+rwx "$1" 2>/dev/null ;;  # a link by now leads to what is not the job's
  *) remove_tree "$1"; return ;;
  esac
  for entry in "$1"/* "$1"/.[!.]* "$1"/..?*; do
    { [ ! -e "$entry" ] && [ ! -L "$entry" ]; } || (remove_but_kept "$entry") || return
  done
}
# Sets folder to the real path of FOLDER, which is normalised. Its real parent has to lie in the real HOME/BASE, whatever
# links are on the way: the shell ends with 64 when it does not, and well when there is no such folder.
find_folder() {  # HOME FOLDER BASE
  base=$(cd -P "$1/$3" 2>/dev/null && pwd -P) || base=
  case $2 in "$1/$3/"?*) ;; *) exit 64 ;; esac
  [ -n "$base" ] || exit 0
  parent=$(cd -P "${2%/*}" 2>/dev/null && pwd -P) || exit 0
  case $parent/ in "$base"/*) ;; *) exit 64 ;; esac
  folder=$parent/${2##*/}
}
# Tells the outputs that remove() would leave: each is its path and what knows it again, both with a NUL behind them.
tell_outputs() (  # HOME FOLDER
  find_folder "$1" "$2" jobs
  each_output tell_output "$folder"
)
# Ends as find_folder() does, and with 65 when something is mounted there.
remove() (  # HOME FOLDER BASE [NAMED...]: of a job's outputs only those go that are named as tell_outputs() tells them
  find_folder "$1" "$2" "$3"; shift 3
  while read -r _ _ _ _ point _; do
    case $point in *\\*) point=$(printf '%b' "$point") ;; esac  # a blank is \040 there
    case $point in "$folder" | "$folder"/*) exit 65 ;; esac
  done < /proc/self/mountinfo
  keep_outputs "$folder" "$@"
  remove_but_kept "$folder" || exit 1
)
