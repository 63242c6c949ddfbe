# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
#
# The container of an attempt. One container serves the job preparation and every process of the
# node. The payload sources this script behind runtime.sh.
# POSIX sh: dash, bash --posix, busybox ash, mksh.
#   bd_container TOOL NAME IMAGE ROOT
#       sets what the rest works on. ROOT is "root" when processes are to be root in a container
#       of root's daemon, else empty
#   bd_container_login SERVER USER PASSWORD
#       before bd_container_start; an empty SERVER is the tool's own registry
#   bd_container_start SHM GPUS FOLDER...
#       after everything is mounted. SHM is the size of /dev/shm, or empty; GPUS is how many GPUs
#       the machine has; the FOLDERs are in the container under their own paths
#   bd_in_container LINE [BEFORE...]
#       becomes LINE, run in the container by bash or sh. BEFORE: words before the tool's command
#   bd_container_has PROGRAM...
#       ends a job of MPI whose container lacks one of them
#   bd_container_variables FUNCTION
#       is the payload's: calls FUNCTION NAME... with those variables of ours that LINE gets
# Whatever fails is FailedStartingContainer, with the tool's last words.
# The undo record is written before the first command. It has TOOL, NAME, and UID:GID when files
# that root wrote have to be given back.
# DIR/container has the login while it is needed.
# The environment goes into the container by stdin: everybody sees arguments, and no value in a file
# for --env-file can hold an end of a line.
# shellcheck disable=SC2030,SC2031,SC2034,SC2154 # variables of runtime.sh, and for it

bd_container() {
  bd_stage mounting
  bd_tool_name=$1 bd_container_name=$2 bd_image=$3 bd_container_user='' bd_password=''
  bd_container_tool=$(command -v "$1") || bd_container_tool=
  for bd_folder in /usr/local/bin /usr/bin /snap/bin; do
    [ -n "$bd_container_tool" ] || [ ! -x "$bd_folder/$1" ] || bd_container_tool=$bd_folder/$1
  done
  [ -n "$bd_container_tool" ] ||
    bd_no_container "there is no $1 on this machine: install podman or docker"
  mkdir -m 700 "$bd_dir/container" || bd_no_container "cannot make the folder $bd_dir/container"
  # The tool runs without our token: podman may leave a process that belongs to all containers of
  # the user.
  bd_words=$(
    unset BATCHDECK_TOKEN
    case $bd_tool_name in
    docker) bd_ask='{{.SecurityOptions}}' ;;
    *) bd_ask='{{.Host.Security.Rootless}}' ;;
    esac
    bd_within 120 "$bd_container_tool" info -f "$bd_ask" 2>&1
  ) || bd_no_container "$1 does not work on this machine: $(bd_last "$bd_words")"
  bd_ids=$(id -u):$(id -g) bd_back=
  case $bd_tool_name,$bd_words in
  podman,* | docker,*rootless*) bd_container_user=0:0 ;;  # root in there is our user out here
  *)
    bd_container_user=$bd_ids
    if [ -n "$4" ] && [ "$bd_ids" != 0:0 ]; then bd_container_user=0:0 bd_back=$bd_ids; fi
    ;;
  esac
  bd_undo container "$bd_container_tool" "$bd_container_name" "$bd_back"
  bd_text=
  bd_container_variables bd_pass
  bd_original=$bd_text
}

# Prints the last two lines of TEXT that say something, as one line.
bd_last() {  # TEXT
  printf '%s\n' "$1" | sed "/^See '/d; /level=warning/d; /^ *$/d" | tail -n 2 | tr '\n' ' ' |
    cut -c 1-2000 | sed 's/[. ]*$//'
}

# Ends the attempt.
bd_no_container() {  # WORDS
  bd_fault FailedStartingContainer "$1. To run the job without a container, set \
properties.x-batchdeck.container to \"ignore\"."
}

# Runs COMMAND with a login of its own. ~/.docker is not read then, so DOCKER_HOST is set to what
# its context says.
bd_docker_config() {  # COMMAND...
  DOCKER_HOST=${DOCKER_HOST:-$(
    "$bd_container_tool" context inspect -f '{{.Endpoints.docker.Host}}' 2>/dev/null
  )}
  [ -n "$DOCKER_HOST" ] && export DOCKER_HOST || unset DOCKER_HOST
  DOCKER_CONFIG=$bd_dir/container
  export DOCKER_CONFIG
  "$@"
}

# Runs COMMAND with the document's login where it has one, else with the user's.
bd_with_login() {  # COMMAND...
  (
    case $bd_tool_name${bd_password:+,login} in
    docker,login) bd_docker_config "$@" ;;
    *,login)
      REGISTRY_AUTH_FILE=$bd_dir/container/auth.json
      export REGISTRY_AUTH_FILE
      "$@"
      ;;
    *) "$@" ;;
    esac
  )
}

# Keeps the login until the image is needed: for an image that is here nobody is asked.
bd_container_login() {  # SERVER USER PASSWORD
  bd_server=$1 bd_registry_user=$2 bd_password=$3
}

# Logs in to the registry, or ends the attempt.
bd_login() {
  set -- "$bd_container_tool" login -u "$bd_registry_user" --password-stdin \
    ${bd_server:+"$bd_server"}
  bd_note "logging in to ${bd_server:-the registry} as $bd_registry_user"
  cat > "$bd_dir/container/password" <<bd_end
$bd_password
bd_end
  # shellcheck disable=SC2016 # for the shell that is given it
  bd_words=$(bd_with_login bd_within 120 "$bd_shell" -c 'exec "$@" < "$0"' \
    "$bd_dir/container/password" "$@" 2>&1) ||
    bd_no_container "${bd_server:-the registry} does not let $bd_registry_user in: \
$(bd_last "$bd_words"). Look at user name and password of the document's credentials"
}

# In bd_full: the image with its registry, as docker reads it. podman would ask, or refuse.
bd_full_name() {
  case $bd_image in
  localhost/*) bd_full=$bd_image ;;
  */*)
    case ${bd_image%%/*} in
    *.* | *:*) bd_full=$bd_image ;;
    *) bd_full=docker.io/$bd_image ;;
    esac
    ;;
  *) bd_full=docker.io/library/$bd_image ;;
  esac
}

# True when the image's name may mean another image tomorrow.
bd_moves() {
  case ${bd_image##*/} in *@*) return 1 ;; *:latest) ;; *:*) return 1 ;; esac
}

# In bd_image: the image that is here by now. Ends the attempt where there is none.
bd_pull() {
  bd_here=
  bd_within 60 "$bd_container_tool" image inspect "$bd_image" > /dev/null 2>&1 && bd_here=1
  [ -z "$bd_here" ] || bd_moves || return 0
  case $bd_here,$bd_image in 1,localhost/*) return 0 ;; esac
  [ -z "$bd_password" ] || bd_login
  bd_full_name
  bd_note "pulling the image $bd_full"
  if bd_words=$(bd_with_login bd_within 7200 "$bd_container_tool" pull -q "$bd_full" 2>&1); then
    bd_image=$bd_full
  elif [ -n "$bd_here" ]; then
    bd_note "the image could not be pulled anew; the one that is here is used: \
$(bd_last "$bd_words")"
  else
    bd_no_container "the image $bd_full cannot be pulled: $(bd_last "$bd_words")"
  fi
}

# Adds FOLDER to bd_bound, which has a line for each folder, unless it is below one of them.
bd_bind() {  # FOLDER
  case $1 in /*) ;; *) return ;; esac
  [ -e "$1" ] || return 0
  bd_rest=$bd_bound
  while [ -n "$bd_rest" ]; do
    bd_one=${bd_rest%%"$bd_newline"*} bd_rest=${bd_rest#*"$bd_newline"}
    case $1/ in "$bd_one"/*) return ;; esac
  done
  bd_bound=$bd_bound$1$bd_newline
}

# Looks for the mount on which REAL-PATH lies. In bd_spread: its propagation. In bd_source: its file
# system, and the path of REAL-PATH in it. False when there is none.
bd_mount_of() {  # REAL-PATH MOUNTINFO
  bd_best='' bd_source='' bd_spread=-
  while read -r _ _ bd_number bd_root bd_place _ bd_tag _; do
    case $bd_root$bd_place in
    *\\*)  # the kernel writes a blank as \040
      bd_root=$(printf '%b' "$bd_root") bd_place=$(printf '%b' "$bd_place")
      ;;
    esac
    bd_place=${bd_place%/}
    case $1/ in
    "$bd_place"/*)
      [ ${#bd_place} -lt ${#bd_best} ] || {
        bd_best=$bd_place bd_source="$bd_number ${bd_root%/}${1#"$bd_place"}" bd_spread=$bd_tag
      }
      ;;
    esac
  done 2>/dev/null < "$2"
  [ -n "$bd_source" ]
}

# In bd_real: FOLDER without links.
bd_real() { bd_real=$(cd -P -- "$1" 2>/dev/null && pwd -P) || bd_real=$1; }  # FOLDER

# Whether a container sees, too, what is mounted below FOLDER later. Sets bd_real.
bd_propagates() {  # FOLDER
  bd_real "$1"
  bd_mount_of "$bd_real" /proc/self/mountinfo
  case $bd_spread in shared:* | master:*) ;; *) return 1 ;; esac
}

# In bd_one: a folder that is another one in the container. Fails when there is none.
# podman without root joins the mounts as they were at its first container on this machine. Where
# they are private, the container does not see what was mounted since: the job would write to the
# folder below the mount.
# bd_suspects has two lines for each folder: its real path, and its path in the container.
bd_unseen() {
  case $bd_tool_name,$bd_ids in podman,0:* | docker,*) return 1 ;; esac
  bd_suspects=
  bd_rest=$bd_bound
  while [ -n "$bd_rest" ]; do
    bd_one=${bd_rest%%"$bd_newline"*} bd_rest=${bd_rest#*"$bd_newline"}
    bd_propagates "$bd_one" || bd_suspects=$bd_suspects$bd_real$bd_newline$bd_one$bd_newline
    while read -r _ _ _ _ bd_place _ bd_tag _; do
      case $bd_place in *\\*) bd_place=$(printf '%b' "$bd_place") ;; esac
      case $bd_tag,$bd_place in
      shared:* | master:*) ;;
      *,"$bd_real"/*)
        bd_suspects=$bd_suspects$bd_place$bd_newline$bd_one${bd_place#"$bd_real"}$bd_newline
        ;;
      esac
    done < /proc/self/mountinfo
  done
  [ -n "$bd_suspects" ] || return 1
  bd_pid=$(bd_within 60 "$bd_container_tool" container inspect -f '{{.State.Pid}}' \
    "$bd_container_name" 2>/dev/null)
  [ -n "$bd_pid" ] || bd_note "the container $bd_container_name was not asked which mounts it \
sees: $bd_tool_name does not answer"
  while [ -n "$bd_suspects" ]; do
    bd_real=${bd_suspects%%"$bd_newline"*} bd_suspects=${bd_suspects#*"$bd_newline"}
    bd_one=${bd_suspects%%"$bd_newline"*} bd_suspects=${bd_suspects#*"$bd_newline"}
    bd_mount_of "$bd_real" /proc/self/mountinfo && bd_here=$bd_source &&
      bd_mount_of "$bd_one" "/proc/$bd_pid/mountinfo" && [ "$bd_here" != "$bd_source" ] && return
  done
  return 1
}

bd_container_start() {
  bd_pull
  bd_password=
  rm -rf "$bd_dir/container"  # and the login with it
  bd_shm=$1 bd_gpus=$2 bd_bound=
  shift 2
  for bd_folder in "$@" "$(readlink "$bd_dir/stdouterr")"; do bd_bind "$bd_folder"; done
  for bd_folder in "$bd_dir"/outputs/*; do bd_bind "$(readlink "$bd_folder")"; done
  set -- --network host --security-opt label=disable --user "$bd_container_user"
  # The image does not know that user.
  [ "$bd_container_user" = 0:0 ] || set -- "$@" -e "HOME=$bd_dir/temp"
  [ -z "$bd_shm" ] || set -- "$@" --shm-size "$bd_shm"
  case $bd_gpus,$bd_tool_name in
  0,*) ;;
  *,podman) set -- "$@" --device nvidia.com/gpu=all ;;
  *) set -- "$@" --gpus all ;;
  esac
  bd_rest=$bd_bound
  while [ -n "$bd_rest" ]; do
    bd_one=${bd_rest%%"$bd_newline"*} bd_rest=${bd_rest#*"$bd_newline"}
    case $bd_one in
    *:*) set -- "$@" --mount "type=bind,source=$bd_one,target=$bd_one" ;;
    *)
      if bd_propagates "$bd_one"; then
        bd_spread=:rslave
      else
        bd_spread=
      fi
      set -- "$@" -v "$bd_one:$bd_one$bd_spread"
      ;;
    esac
  done
  bd_words=$(bd_within 600 "$bd_container_tool" run -d --rm --name "$bd_container_name" "$@" \
    --entrypoint sleep "$bd_image" infinity 2>&1) ||
    bd_no_container "$bd_tool_name cannot run the image $bd_image: $(bd_last "$bd_words")"
  ! bd_unseen || bd_no_container "the container does not see what is mounted at $bd_one, as podman \
began before it was mounted and mounts of this machine are private. Run \"podman system migrate\" \
on it while none of your containers runs; an administrator's \"mount --make-rshared /\" before \
that keeps it from happening again"
  bd_note "the container $bd_container_name of $bd_image runs"
  [ -z "$bd_gang" ] || bd_make_entry
}

# A login to this node goes on in the container. It has the environment of the processes there, but
# for secrets, which are not written down.
bd_make_entry() {
  bd_quote "$bd_ssh/inside"
  bd_place=$bd_word
  bd_quote "$bd_dir/temp/wd"
  bd_folder=$bd_word
  bd_quote "$bd_container_tool"
  (
    umask 077
    cat > "$bd_ssh/enter" <<bd_end || exit
$bd_original
exec $bd_word exec -i -w $bd_folder -e BATCHDECK_TOKEN $bd_container_name \
/bin/sh -c '. "\$0"; exec /bin/sh -c "\$1"' \
  $bd_place "\$1"
bd_end
    bd_variables
    for bd_name in $bd_secrets; do unset "$bd_name"; done
    bd_text=
    bd_container_variables bd_pass
    printf '%s\n' "$bd_text" > "$bd_ssh/inside"
  ) || bd_no_container "cannot write to $bd_ssh"
}

# Asks for what MPI needs in the container. The preparation may install it, so it comes before.
bd_container_has() {  # PROGRAM...
  bd_words=$(bd_briefly 120 bd_look_for "$*" 2>&1) ||
    bd_no_container "the container does not answer: $(bd_last "$bd_words")"
  case $bd_words in
  *'No user exists'*)
    bd_no_container "ssh in the image $bd_image does not know the user $bd_container_user, and MPI \
over several nodes needs it: set properties.x-batchdeck.container to {\"user\": \"root\"}"
    ;;
  *'lacks '*)
    bd_no_container "the image $bd_image has no${bd_words##*lacks}, which MPI over several nodes \
needs: add it to the image, or let the job preparation install it"
    ;;
  esac
}

# Prints "lacks" and those of PROGRAMS that the container lacks, else what its ssh says of a user
# whom the image does not know.
bd_look_for() {  # PROGRAMS
  bd_variables
  bd_in_container "bd_text=
    for bd_name in $1; do command -v \$bd_name > /dev/null 2>&1 || \
bd_text=\"\$bd_text\${bd_text:+,} \$bd_name\"; done
    if [ -n \"\$bd_text\" ]; then echo \"lacks\$bd_text\"; \
else ssh -F /dev/null -G node 2>&1 > /dev/null || true; fi"
}

# Removes the container with all that runs in it. The words are those of its undo record. False when
# it is still there.
bd_container_remove() {  # TOOL NAME UID:GID
  rm -rf "$bd_dir/container"
  case $1 in /*/docker | /*/podman) ;; *) return 0 ;; esac
  case $2 in '' | -*) return 0 ;; esac
  [ -x "$1" ] || return 0
  [ -z "$3" ] ||
    bd_within 600 "$1" exec -u 0 "$2" find "$bd_dir" -xdev -user 0 -exec chown -h "$3" {} +
  bd_within 60 "$1" kill "$2"
  bd_within 60 "$1" rm -f "$2"
  ! bd_within 60 "$1" container inspect "$2"
} > /dev/null 2>&1

# Adds to bd_text lines that give these variables the same values in another shell.
bd_pass() {  # NAME...
  for bd_name; do
    eval "bd_rest=\${$bd_name-} bd_here=\${$bd_name+x}"
    # What is too long comes with the line.
    case " ${bd_long_names:-} " in *" $bd_name "*) bd_here= ;; esac
    if [ -n "$bd_here" ]; then
      bd_quote "$bd_rest"
      bd_text="$bd_text${bd_newline}export $bd_name=$bd_word"
    else
      bd_text="$bd_text${bd_newline}unset $bd_name"
    fi
  done
}

bd_in_container() {
  bd_line=$1
  shift
  bd_text=
  if bd_is_long "$bd_line"; then  # the container sees the folder of the job, too
    bd_name_line
    bd_quote "$bd_line_file"
    bd_write_line "$bd_line" "rm -f $bd_word 2> /dev/null"
    bd_line=". $bd_word"
  fi
  bd_container_variables bd_pass
  bd_pass BATCHDECK_TOKEN
  eval "$bd_original"  # with a HOME or PATH meant for the container the tool would not be found
  # shellcheck disable=SC2016 # for the shell in the container
  exec "$@" "$bd_container_tool" exec -i -w "$bd_dir/temp/wd" "$bd_container_name" /bin/sh -c '
    bd_text=$(cat); eval "$bd_text"; unset bd_text; exec < /dev/null
    ! command -v bash > /dev/null 2>&1 || exec bash -c "$1"
    exec sh -c "$1"' sh "$bd_line" <<bd_end
$bd_text
bd_end
}
