# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
#
# Functions that take away folders of jobs, for the agent and clean.sh. An output directory of a job that holds anything
# stays, also where it lies in the job's own folder: nothing could bring it back. POSIX sh.

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
keep_outputs() {  # HOME/jobs/PROFILE/UUID, its real path: adds its outputs to outputs, and with the links to them to kept
  own=${1#"${1%/*/*/*}"}/
  for link in "$1"/a*/*/outputs/* "$1"/a*/*/stdouterr; do
    [ -L "$link" ] || continue
    place=$(readlink "$link")  # only read: it may lead to a share that is dead
    case $place in *"$own"*) place=$1/${place#*"$own"} ;; *) continue ;; esac
    # Logs that a document puts into the job's folder by its name are the job's, and go with it.
    case ${link#"$1"},${place#"$1"} in */outputs/*,* | *,*/temp/wd/*) ;; *) continue ;; esac
    [ -d "$place" ] && [ -n "$(find "$place" ! -type d 2>&1 | head -n 1)" ] || continue
    outputs=$outputs$place$newline kept=$kept$place$newline$link$newline
  done
}
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
# The folder's real parent has to lie in the real HOME/BASE, whatever links are on the way; FOLDER is normalised. Ends with
# 64 when it does not, with 65 when something is mounted there.
remove() (  # HOME FOLDER BASE [outputs]: with "outputs" a job's outputs go, too
  base=$(cd -P "$1/$3" 2>/dev/null && pwd -P) || base=
  case $2 in "$1/$3/"?*) ;; *) exit 64 ;; esac
  [ -n "$base" ] || exit 0
  parent=$(cd -P "${2%/*}" 2>/dev/null && pwd -P) || exit 0
  case $parent/ in "$base"/*) ;; *) exit 64 ;; esac
  folder=$parent/${2##*/}
  while read -r _ _ _ _ point _; do
    case $point in *\\*) point=$(printf '%b' "$point") ;; esac  # a blank is \040 there
    case $point in "$folder" | "$folder"/*) exit 65 ;; esac
  done < /proc/self/mountinfo
  [ "${4-}" = outputs ] || keep_outputs "$folder"
  remove_but_kept "$folder" || exit 1
)
