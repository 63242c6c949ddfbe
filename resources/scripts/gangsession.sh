#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
#
# gangsession.sh DIR: what a login of another node of the job runs on this node, whatever the user's
# shell is. gang.sh lets a login run nothing else.
# SSH_ORIGINAL_COMMAND has the command that was asked for. It runs in the environment of the attempt
# and with the attempt's token, so it ends with the attempt. Commands of our own:
#   @end WHY, @done INDEX   bd_tell on that node
#   @watch INDEX            waits for the end of the job and prints "@bd WHY" for that node
#   @true                   this node can be reached
#   /@sftp                  the file server
set -u
unset IFS
bd_dir=$1 bd_agent=${0%/*}
# shellcheck source=resources/scripts/runtime.sh
. "$bd_agent/runtime.sh"
# shellcheck source=resources/scripts/gang.sh
. "$bd_agent/gang.sh"
bd_ssh=$bd_dir/temp/ssh
# Whether the job's own process runs.
bd_runs() {
  bd_pid='' bd_start=''
  read -r bd_pid bd_start 2>/dev/null < "$bd_dir/job" && bd_alive "$bd_pid" &&
    [ "$bd_born" = "$bd_start" ]
}
bd_token='' bd_command=${SSH_ORIGINAL_COMMAND-}
read -r bd_token < "$bd_dir/token" && bd_runs && [ ! -e "$bd_dir/exit" ] || {
  echo "the job is not running on this node any more" >&2
  exit 255
}
unset SSH_CLIENT SSH2_CLIENT SSH_CONNECTION SSH_TTY SSH_ORIGINAL_COMMAND
export BATCHDECK_TOKEN="$bd_token"
case $bd_command in
@true) exit 0 ;;
@end' '*)
  bd_once "$bd_dir/ended" "${bd_command#@end }"
  exit
  ;;
@done' '*)
  bd_count_done "$bd_dir" "${bd_command#@done }"
  exit
  ;;
@watch' '*)
  trap '' PIPE
  # Prints the end, and records that the other node was told.
  bd_tell_it() {  # WHY
    echo "@bd $1"
    true > "$bd_ssh/told-${bd_command#@watch }"
  }
  # The attempt may be ended because the job's own process is gone. Nobody else can say so then.
  trap 'bd_runs || bd_tell_it "$(bd_name_of 0)"; exit' TERM
  while [ ! -e "$bd_dir/ended" ]; do
    bd_runs || {
      bd_tell_it "$(bd_name_of 0)"
      exit
    }
    sleep 1 &
    wait "$!"
  done
  bd_tell_it "$(cat "$bd_dir/ended")"
  exit
  ;;
/@sftp)
  echo @bd
  for bd_server in /usr/lib/openssh /usr/libexec/openssh /usr/lib/ssh /usr/libexec/ssh \
    /usr/libexec /usr/lib /usr/local/libexec; do
    [ ! -x "$bd_server/sftp-server" ] || exec "$bd_server/sftp-server"
  done
  echo "there is no sftp-server on this node" >&2
  exit 127
  ;;
esac
# shellcheck disable=SC1091 # made by bd_offer
. "$bd_dir/temp/ssh/environment"
export BATCHDECK_TOKEN="$bd_token"
cd "$bd_dir/temp/wd" || exit 1
bd_with_ways "$bd_command"
# shellcheck disable=SC1091 # made by container.sh
[ ! -e "$bd_ssh/enter" ] || {
  set -- "$bd_program"
  . "$bd_ssh/enter"
}
exec sh -c "$bd_program"
