#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
#
# clean.sh HOME PROFILE really|dry: removes what PROFILE left below HOME ($BATCHDECK_HOME), but for
# outputs of its jobs. What all profiles share is removed when nobody has anything there.
# It is sent behind the function "wrapper", which is wrapper.sh of the same version, and remove.sh.
# Lingering that a start switched on is switched off unless another profile's attempt needs it.
# Prints "@bd removed PATH" for each path that was (dry: would be) removed, "@bd kept PATH" for each
# output that stays, and "@bd end". Or it prints one of these, and has removed nothing:
# "@bd alive FOLDER", "@bd mounted PLACE", "@bd failed WORDS".
# shellcheck disable=SC2154 # of remove.sh
set -u
unset IFS
LC_ALL=C
PATH=${PATH:-}:/usr/local/bin:/usr/bin:/bin
export LC_ALL PATH

home=$(cd -P "$1" 2>/dev/null && pwd -P) || {
  echo '@bd end'
  exit
}
mine=$home/jobs/$2 mode=$3

# Ends the script where something is mounted in a folder of the profile.
refuse_mounts() {
  while read -r _ _ _ _ point _; do
    point=$(printf '%b' "$point")  # a blank is \040 there
    case $point in "$mine" | "$mine"/*)
      printf '@bd mounted %s\n' "$point"
      exit 0
      ;;
    esac
  done < /proc/self/mountinfo
}

# Ends the script where an attempt lives. Each attempt is a folder. An attempt that has not ended
# and is not known to be dead counts as alive.
refuse_living() {
  set -- "$mine"/*/a*/*
  [ -e "$1" ] || return 0
  wrapper status "$@" < /dev/null | while read -r _ number state _; do
    case $number.$state in
    end.*) echo whole ;;
    *.absent | *.unclear | *.exited | *.never | *.rebooted | *.lost) ;;
    *)
      shift "$((number - 1))"
      printf 'alive %s\n' "$1"
      break
      ;;
    esac
  done | {
    read -r words
    case $words in whole) exit 0 ;; esac
    printf '@bd %s\n' "${words:-alive $mine}"
    exit 1
  } || exit 0
}

# Removes PATH but for outputs, and prints it.
take() {  # PATH
  [ -e "$1" ] || [ -L "$1" ] || return 0
  [ "$mode" = dry ] || remove_but_kept "$1" || exit 1
  case $newline$kept in *"$newline$1/"*) ;; *) printf '@bd removed %s\n' "$1" ;; esac
}

# Removes the folders of the jobs. In gone: PROFILE where nothing of it stays, else nothing.
take_jobs() {  # PROFILE
  for job in "$mine"/*; do [ ! -d "$job" ] || keep_outputs "$job"; done
  [ -n "$kept" ] || {
    gone=$1
    take "$mine"
    return
  }
  gone=
  for job in "$mine"/* "$mine"/.[!.]*; do take "$job"; done
  printf '%s' "$outputs" | while IFS= read -r place; do printf '@bd kept %s\n' "$place"; done
}

# Removes FOLDER where it holds nothing but ENTRY..., which were removed before.
remove_empty() {  # FOLDER ENTRY...
  folder=$1
  shift
  [ -d "$folder" ] && [ ! -L "$folder" ] || return 1
  for entry in "$folder"/* "$folder"/.[!.]* "$folder"/..?*; do
    [ -e "$entry" ] || [ -L "$entry" ] || continue
    case " $* " in *" ${entry##*/} "*) ;; *) return 1 ;; esac
  done
  [ "$mode" = dry ] || rmdir "$folder" 2>/dev/null || return 1
  printf '@bd removed %s\n' "$folder"
}

refuse_mounts
refuse_living
[ "$mode" = dry ] || words=$(wrapper unlinger "$home" < /dev/null) || {
  printf '%s\n' "$words"
  exit 3
}
take_jobs "$2"
[ ! -d "$home/jobs" ] || remove_empty "$home/jobs" "$gone" || {
  echo '@bd end'
  exit
}
ours=
for folder in "$home"/agent/*; do  # an "agent" that the user made himself is not touched
  name=${folder##*/} hash=${name%%.*}
  case $hash in *[!0-9a-f]*) ;; ????????????????)
    take "$folder"
    ours="$ours $name"
    ;;
  esac
done
gone='jobs .made'
remove_empty "$home/agent" "$ours" && gone="$gone agent"
[ "$mode" = dry ] || rmdir "$home"/nodes/* "$home/nodes" 2>/dev/null
if [ -e "$home/.made" ]; then
  take "$home/.made"
  remove_empty "$home" "$gone"
fi
echo '@bd end'
