# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
#
# Functions of a payload, and of undo.sh: containers of Azure Blob as folders. A driver is a
# program on the node with a function bd_by_PROGRAM here; the first that is there is taken. The
# address of the container, with its signature, is in bd_url: in the environment of the driver and
# of nothing else, and in no file, argument or log.
# A driver is a service of the attempt: it outlives the job's processes until undo.sh has sent what
# they wrote.
# shellcheck disable=SC2154 # what runtime.sh and the payload set

# Mounts the container of bd_url at bd_at. OPTIONS are those of the job's document.
bd_mount_blob() {  # OPTIONS
  [ -r /dev/fuse ] && [ -w /dev/fuse ] || bd_unmountable \
    '/dev/fuse is missing on this node, or not open to this user: ask its administrator'
  command -v fusermount3 > /dev/null || command -v fusermount > /dev/null || bd_unmountable \
    'fusermount3 is missing on this node: its administrator installs the package fuse3'
  for bd_driver in blobfuse2 rclone ''; do
    ! command -v "$bd_driver" > /dev/null || break
  done
  [ -n "$bd_driver" ] || bd_unmountable \
    'neither blobfuse2 nor rclone is on this node: install one of them; a file in the PATH will do'
  bd_make_point || return 0
  bd_cache=$bd_dir/cache-${bd_record##*/}
  bd_folder "$bd_cache"
  printf '%s\n' "$bd_at" blob "$bd_cache" > "$bd_dir/undo.part" &&
    mv -f "$bd_dir/undo.part" "$bd_record" || bd_fail "cannot write $bd_record"
  bd_container=${bd_url%%\?*}
  bd_container=${bd_container##*/}
  "bd_by_$bd_driver" "$1"
  bd_await_mount
}

# Waits until the driver bd_child has mounted bd_at.
bd_await_mount() {
  bd_uptime
  bd_until=$((bd_up + 60))
  until bd_mounted "$bd_at"; do
    bd_uptime
    [ "$bd_up" -lt "$bd_until" ] || bd_unmountable "$bd_driver took longer than 60 s"
    bd_alive "$bd_child" || bd_mounted "$bd_at" ||
      bd_unmountable "$bd_driver ended: $(bd_last_words "$bd_cache-log")"
    bd_rest_a_while
  done
  bd_within 60 test -d "$bd_at/." || bd_unmountable "$bd_driver mounted it, and it does not answer"
}

# Runs a driver as a service with bd_url in its environment. What it says on stderr goes to
# bd_cache-log, lines without the signature; its exit code to bd_cache-code.
bd_drive() {  # PROGRAM ARGUMENT...
  # shellcheck disable=SC2016 # for that shell
  bd_service sh -c 'cache=$1
    shift
    { "$@" 2>&1 > /dev/null; echo $? > "$cache-code"; } |
      while IFS= read -r line; do printf "%s\n" "${line%%sig=*}"; done' \
    sh "$bd_cache" "$@" > "$bd_cache-log" < /dev/null
}

bd_rclone() {  # ARGUMENT...
  export RCLONE_CONFIG_BD_TYPE=azureblob RCLONE_CONFIG_BD_SAS_URL="$bd_url"
  bd_drive rclone --config /dev/null --cache-dir "$bd_cache" "$@"
}

# Asks the service first: a mount of a container that is not there answers after a minute, and says
# no reason. A close() ends when the file is in the container, unless that takes longer than the
# kernel waits: bd_send_rest waits for the rest.
bd_by_rclone() {  # OPTIONS
  bd_briefly 60 bd_rclone lsf --max-depth 1 --retries 1 --low-level-retries 1 --contimeout 10s \
    --timeout 20s "bd:$bd_container"
  bd_refused
  set -- "$1" --vfs-cache-mode writes --vfs-write-back 0s --dir-cache-time 5s
  [ "$(id -u)" != 0 ] || set -- "$@" --allow-other
  for bd_option in $1; do
    case $bd_option in
    ro | --read-only | --read-only=true) set -- "$@" --read-only ;;
    attr_timeout=*[0-9]) set -- "$@" --attr-timeout "${bd_option#*=}s" ;;
    -o | allow_other | kernel_cache | big_writes | fsname=* | --use-https=*) ;;
    *) bd_note "rclone takes no option $bd_option" ;;
    esac
  done
  shift
  bd_rclone mount "$@" "bd:$bd_container" "$bd_at" &
  bd_child=$!
}

bd_by_blobfuse2() {  # OPTIONS
  bd_blobfuse2 "$1" &
  bd_child=$!
}

bd_blobfuse2() {  # OPTIONS
  bd_place=${bd_url%%\?*}
  bd_place=${bd_place%/*}
  export AZURE_STORAGE_AUTH_TYPE=sas AZURE_STORAGE_SAS_TOKEN="${bd_url#*\?}"
  export AZURE_STORAGE_BLOB_ENDPOINT="$bd_place" AZURE_STORAGE_ACCOUNT="$bd_account"
  # shellcheck disable=SC2086 # words
  bd_drive blobfuse2 mount "$bd_at" --foreground --container-name="$bd_container" \
    --tmp-path="$bd_cache/files" $1
}

# Ends the attempt where the first question to the container was not answered.
bd_refused() {
  bd_words=$(cat "$bd_cache-log")
  case $bd_words in
  *ContainerNotFound* | *'directory not found'*)
    bd_unmountable 'there is no such container'
    ;;
  *AuthenticationFailed* | *AuthorizationFailure* | *AuthorizationPermissionMismatch*)
    bd_unmountable 'the account refuses the signature: its key was changed, or a clock is off'
    ;;
  *'no such host'*) bd_unmountable 'this node does not know the host of the account' ;;
  *'connection refused'* | *'network is unreachable'* | *'no route to host'*)
    bd_unmountable 'this node cannot reach the account: its network refuses it' ;;
  *x509:*) bd_unmountable 'this node does not trust the certificate of the account' ;;
  esac
  bd_code=
  read -r bd_code 2>/dev/null < "$bd_cache-code"
  case $bd_code in
  0) ;;
  '') bd_unmountable 'the account does not answer this node: nothing came within 60 s' ;;
  *) bd_unmountable "$(bd_last_words "$bd_cache-log")" ;;
  esac
}

# Waits until rclone has sent all that was written, at most SECONDS. False when it has not.
bd_send_rest() {  # CACHE SECONDS
  [ -d "$1/vfsMeta" ] || return 0
  bd_uptime
  bd_until=$((bd_up + $2))
  while LC_ALL=C grep -rq '"Dirty": *true' "$1/vfsMeta" 2>/dev/null; do
    bd_uptime
    [ "$bd_up" -lt "$bd_until" ] || return 1
    bd_pause 0.1
  done
}
