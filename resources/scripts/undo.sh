#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
#
# undo.sh DIR: takes back what an attempt made outside of its folder or mounted in it, newest first.
# The records DIR/undo/NNN-KIND name it, one fact a line. A record stays as long as what it names.
# The script may run at any time, any number of times, also twice at once.
# KIND            lines of the record
#   mount           mount point; link, fuse, plain, any or blob; of blob the folder of what is to
#                   be sent yet. Files in it are never removed, and no mount point on which
#                   something is mounted
#   container       path of docker or podman; name; UID:GID that files of root in the attempt's
#                   folder are given to, or empty
#   authorizedkeys  file; mark of the lines
#   folder          path, below the attempt's folder
#   agent           a process: "PID START"
# Ends with 1 when something stayed.
set -u
set +C
unset IFS
PATH=${PATH:-}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin
export PATH
# shellcheck source=resources/scripts/runtime.sh
. "${0%/*}/runtime.sh"
# shellcheck source=resources/scripts/authorizedkeys.sh
. "${0%/*}/authorizedkeys.sh"
# shellcheck source=resources/scripts/container.sh
. "${0%/*}/container.sh"
# shellcheck source=resources/scripts/mounts.sh
. "${0%/*}/mounts.sh"

# Takes away what is mounted at POINT, and POINT itself. Fails when it is still mounted.
bd_unlink_mount() {  # POINT KIND [CACHE]
  bd_sent=yes
  if [ "$2" = blob ] && bd_mounted "$1" && ! bd_send_rest "$3" 600; then bd_sent=no; fi
  bd_unmount "$1" || return
  case ${3:-} in
  "$bd_dir"/?*)
    if [ $bd_sent = yes ] && bd_send_rest "$3" 0; then
      rm -rf "$3"
    else
      bd_briefly 20 bd_tell_unsent "$1" "$3"
    fi
    ;;
  esac
  # The folder above may be on a mount that is dead, so a child of limited time removes the point.
  # What is no longer as it was made belongs to somebody else.
  # shellcheck disable=SC2016 # for that shell
  if [ "$2" = link ]; then
    bd_within 20 sh -c '[ ! -L "$1" ] || rm -f "$1"' sh "$1"
  else
    bd_within 20 rmdir "$1" 2>/dev/null
    bd_mounted "$1" && return 1
    return 0
  fi
}

# Says in the logs of the job that not all that was written at POINT could be sent.
# shellcheck disable=SC2317 # called by its name
bd_tell_unsent() {  # POINT CACHE
  for bd_log in "$bd_dir"/stdouterr/execution*.log; do
    [ ! -f "$bd_log" ] ||
      bd_note "Not all that was written at $1 is in the container: the rest is below $2 here"
  done
}

# Ends the group of a process. Fails when the process lives after that.
bd_end_process() {  # PID START
  for bd_name in TERM KILL KILL; do
    bd_alive "$1" && [ "$bd_born" = "$2" ] || return 0
    kill "-$bd_name" "$1" 2>/dev/null
    bd_pause 0.5
  done
  ! { bd_alive "$1" && [ "$bd_born" = "$2" ]; }
}

bd_dir=$1 bd_leader=setsid bd_left=0
command -v setsid > /dev/null || {
  bd_leader='busybox setsid'
  busybox setsid true 2>/dev/null
} || bd_leader='perl -MPOSIX -e POSIX::setsid();exec(@ARGV);exit(127)'
bd_records=
for bd_record in "$bd_dir"/undo/*; do
  [ ! -f "$bd_record" ] || bd_records="${bd_record##*/} $bd_records"
done
for bd_name in $bd_records; do
  bd_record=$bd_dir/undo/$bd_name
  bd_one='' bd_two='' bd_three=''
  {
    IFS= read -r bd_one
    IFS= read -r bd_two
    IFS= read -r bd_three
  } 2>/dev/null < "$bd_record"
  case $bd_name in
  *-mount) bd_unlink_mount "$bd_one" "${bd_two:-any}" "${bd_three:-}" ;;
  *-container) bd_container_remove "$bd_one" "$bd_two" "$bd_three" ;;
  *-authorizedkeys) bd_authorized_remove "$bd_one" "${bd_two:-}" ;;
  *-folder) case $bd_one in "$bd_dir"/?*) rm -rf "$bd_one" ;; esac ;;
  *-agent) bd_end_process "${bd_one% *}" "${bd_one#* }" ;;
  *) false ;;  # a kind of a later version
  esac && rm -f "$bd_record" || bd_left=1
done
rmdir "$bd_dir/undo" 2>/dev/null
exit "$bd_left"
