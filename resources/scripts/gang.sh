# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
#
# What the nodes of one job do with each other: functions for a payload, and for gangsession.sh.
# Sourced behind runtime.sh.
#   bd_gang INDEX SIZE MASTERDIR SHAREDHOME NEEDSSHELL NEEDSSHARED NAME ADDRESS...
#       sets what the rest works on. NAME and ADDRESS are of each node, by index; node 0 is the
#       master. SHAREDHOME and NEEDSSHARED are yes or no. NEEDSSHELL is yes, no or offer: with offer
#       the job may log in on other nodes, or not; where that cannot be it is noted, and the job
#       runs
#   bd_offer
#       starts the job's own sshd on this node, where it is of use, and writes DIR/offer
#   bd_join
#       is called when DIR/released is there, of which line i is the offer of node i. Makes the ways
#       to the other nodes, and mounts the master's shared folder where homes are not shared
#   bd_tell WHY
#       WHY is the node by whose fault the job ended; or "done": this node's processes are over, and
#       those of the last node make it the end of the job. Returns at once
#   bd_watch
#       brings the master's word of the end into our DIR, in the background. With a shared home
#       bd_gang calls it
#   bd_gone
#       is what the wrapper runs when a node's job ended badly and nobody was told: in preparation,
#       say, or because its shell was killed. Two ends are not told, and so left to the engine: one
#       before bd_join has made the ways, where homes are not shared; and one while the master is
#       silent for 20 s
# Names in bd_secrets are kept out of the environment that is written down for logins.
# DIR/temp/ssh (0700) goes with the attempt. In it:
#   gang             index and size; whether the home is shared; MASTERDIR; a line each
#   key              host key and client key
#   sshd_config, authorized_keys, ssh_config, known_hosts, log
#   environment      of logins
#   session          what logins run
#   nodes            "ADDRESS NAME" by index
#   enter, inside    of container.sh: how logins get into the container; their environment there
# DIR/temp/mpi-ssh is ssh to another node, by its address. It is on the PATH of processes and
# logins.
# All that runs is of the attempt, and ends with it.
# shellcheck disable=SC2154 # of runtime.sh

bd_secrets=''

# Becomes a program of the system, with the system's libraries.
bd_plain() (
  unset LD_LIBRARY_PATH LD_PRELOAD
  exec "$@"
)

# Writes FILE as a whole, and only the first time.
bd_once() {  # FILE WORDS
  [ ! -e "$1" ] || return 0
  bd_part=${1%/*}/.part-$(od -An -N8 -tx1 /dev/urandom | tr -d ' \n')
  printf '%s\n' "$2" > "$bd_part" || return 1
  ln "$bd_part" "$1" 2>/dev/null || [ -e "$1" ] || mv -f "$bd_part" "$1"
  rm -f "$bd_part"
  [ -e "$1" ]
}

# Prints PATH in double quotes, as sshd_config has it.
bd_configured() {  # PATH
  case $1 in
  *[\\\"%]*) ;;
  *)
    printf '"%s"' "$1"
    return
    ;;
  esac
  printf '%s' "$1" | LC_ALL=C sed 's/[\\"]/\\&/g; s/%/%%/g; 1s/^/"/; $s/$/"/'
}

# Prints a command line for logins that sh, csh and fish read alike, and that an option of
# authorized_keys can hold: letters and octal numbers.
bd_forced() {
  case $bd_ssh in
  *[!A-Za-z0-9/._-]*) ;;
  *)
    printf "/bin/sh -c 'exec /bin/sh %s'" "$bd_ssh/session"
    return
    ;;
  esac
  printf "/bin/sh -c 'exec /bin/sh \"\$(printf \"%s\")\"'" "$(printf '%s' "$bd_ssh/session" |
    od -An -v -to1 | LC_ALL=C tr -d '\n' | sed 's/  */\\/g')"
}

# Prints "ADDRESS NAME" of the node.
bd_node() { sed -n "$(($1 + 1))p" "$bd_ssh/nodes"; }  # INDEX

# In bd_address: the address of the node.
bd_address_of() {  # INDEX
  bd_address=$(bd_node "$1")
  bd_address=${bd_address%% *}
}

# Prints the name of the node.
bd_name_of() {  # INDEX
  bd_line=$(bd_node "$1")
  printf '%s\n' "${bd_line#* }"
}

bd_gang() {
  bd_gang=$1 bd_gang_size=$2 bd_master=$3 bd_shared_home=$4 bd_needs_shell=$5 bd_needs_shared=$6
  shift 6
  bd_ssh=$bd_dir/temp/ssh
  bd_undo folder "$bd_ssh"
  { [ -d "$bd_ssh" ] || mkdir -m 700 "$bd_ssh"; } &&
    printf '%s %s\n%s\n%s\n' "$bd_gang" "$bd_gang_size" "$bd_shared_home" "$bd_master" \
      > "$bd_ssh/gang" &&
    while [ $# -ge 2 ]; do
      printf '%s %s\n' "$2" "$1"
      shift 2
    done > "$bd_ssh/nodes" ||
    bd_fail "cannot write to the folder $bd_ssh"
  bd_watching=
  if [ "$bd_shared_home" = yes ]; then bd_watch; fi
}

# --- What others need to reach this node.

# The offer is "-", or USER,PORT,TYPE,KEY[,TYPE,KEY]: the key of the node, and the host key of the
# system's sshd where that lets its nodes in. PORT is "-" where nobody is let in.
bd_offer() {
  bd_offer=- bd_user=$(id -un)
  if [ "$bd_needs_shell" != no ] || [ "$bd_shared_home" != yes ]; then
    bd_why=
    case $bd_user in
    '' | *[,[:space:]\"]*)
      bd_why="the name of the user cannot stand in a configuration of ssh"
      ;;
    *)
      command -v ssh-keygen > /dev/null && command -v ssh > /dev/null ||
        bd_why="OpenSSH's client is not installed"
      ;;
    esac
    if [ -z "$bd_why" ] && bd_make_session && bd_make_key; then
      # Where only the first node's folder is wanted, the other nodes let nobody in.
      if [ "$bd_needs_shell" = no ] && [ "$bd_gang" -ne 0 ]; then
        bd_offer=$bd_user,-,$bd_type,$bd_base64
      else
        bd_serve || bd_let_in || bd_offer=-
      fi
    fi
    if [ "$bd_offer" = - ]; then
      bd_lacks_shell "other nodes cannot log in to this one: ${bd_why:-no reason is known}"
    fi
  fi
  bd_put offer "$bd_offer" || bd_fail "cannot write $bd_dir/offer"
}

# Ends a job that cannot do without logins; else notes WHY.
bd_lacks_shell() {  # WHY
  [ "$bd_needs_shell" != yes ] || bd_fault NodeToNodeSshFailed "$1"
  bd_note "$1"
}

# In bd_type and bd_base64: the key of this node. In bd_why: why there is none.
bd_make_key() {
  [ -e "$bd_ssh/key" ] ||
    bd_why=$(bd_plain ssh-keygen -q -t ed25519 -N '' -C '' -f "$bd_ssh/key" 2>&1 < /dev/null) ||
    return
  read -r bd_type bd_base64 _ < "$bd_ssh/key.pub" && bd_why=
}

# Writes what logins run, and their environment. In bd_why: why that cannot be.
bd_make_session() {
  bd_quote "$bd_agent/gangsession.sh"
  bd_script=$bd_word
  bd_quote "$bd_dir"
  (
    umask 077
    bd_variables
    for bd_name in $bd_secrets; do unset "$bd_name"; done
    unset PWD OLDPWD SHLVL _
    export -p > "$bd_ssh/environment" &&
      printf 'exec %s %s %s\n' "$bd_shell" "$bd_script" "$bd_word" > "$bd_ssh/session" &&
      : > "$bd_ssh/authorized_keys"
  ) || {
    bd_why="cannot write to $bd_ssh"
    return 1
  }
}

# Starts the job's own sshd. In bd_offer: what it offers. In bd_why: why it does not run.
bd_serve() {
  bd_sshd=$(PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin:/usr/lib/ssh command -v sshd)
  case $bd_sshd in
  /*) ;;
  *)
    bd_why='there is no sshd'
    return 1
    ;;
  esac
  bd_pam=no
  if [ "$(id -u)" -eq 0 ]; then
    # The distribution's service makes this folder when it starts.
    [ -d /run/sshd ] || mkdir -m 755 /run/sshd 2>/dev/null
    # A locked account lets nobody in unless PAM decides.
    case $(sed -n "s/^$bd_user:\([^:]*\):.*/\1/p" /etc/shadow 2>/dev/null) in
    '!'*) bd_pam=yes ;;
    esac
  fi
  bd_recent=1 bd_listen=
  bd_address_of "$bd_gang"
  case $bd_address in
  *:*) bd_listen=$bd_address ;;
  *[!0-9.]*) ;;
  *) bd_listen=$bd_address ;;
  esac
  bd_tries=0
  while [ "$bd_tries" -lt 30 ]; do
    bd_tries=$((bd_tries + 1))
    bd_port=$((20000 + $(od -An -N2 -tu2 /dev/urandom) % 12000))
    bd_configure || {
      bd_why="cannot write to $bd_ssh"
      return 1
    }
    (
      unset LD_LIBRARY_PATH LD_PRELOAD
      exec "$bd_sshd" -D -f "$bd_ssh/sshd_config" -E "$bd_ssh/log" < /dev/null > /dev/null 2>&1
    ) &
    bd_pid=$!
    if bd_listens; then
      bd_offer=$bd_user,$bd_port,$bd_type,$bd_base64
      return
    fi
    kill -KILL "$bd_pid" 2>/dev/null
    wait "$bd_pid" 2>/dev/null
    case $bd_why in
    *SetEnv* | *KexAlgorithms*)
      [ -n "$bd_recent" ] || return 1
      bd_recent=
      ;;
    *'Cannot assign'*) bd_listen= ;;
    *'in use'* | *'Cannot bind'*) ;;
    *) return 1 ;;
    esac
  done
  return 1
}

# Waits at most 10 s until the sshd listens. In bd_why: the last that it said.
bd_listens() {
  bd_uptime
  bd_until=$((bd_up + 10)) bd_why='' bd_rounds=0
  while [ "$bd_up" -le "$bd_until" ]; do
    while read -r bd_line; do
      case $bd_line in
      *'Bind to port'*)
        bd_why=$bd_line
        return 1
        ;;
      *'Server listening'*) return ;;
      esac
    done 2>/dev/null < "$bd_ssh/log"
    kill -0 "$bd_pid" 2>/dev/null || {
      bd_why=$(tail -n 3 "$bd_ssh/log")
      return 1
    }
    bd_rest_a_while
    bd_uptime
  done
  bd_why="sshd did not begin to listen: $(tail -n 3 "$bd_ssh/log")"
  return 1
}

# Writes sshd_config.
bd_configure() {
  (
    umask 077
    : > "$bd_ssh/log"
    {
      printf 'Port %s\nAddressFamily any\n' "$bd_port"
      [ -z "$bd_listen" ] || printf 'ListenAddress %s\n' "$bd_listen"
      printf 'HostKey %s\nAuthorizedKeysFile %s\n' \
        "$(bd_configured "$bd_ssh/key" | sed 's/%%/%/g')" \
        "$(bd_configured "$bd_ssh/authorized_keys")"
      printf 'ForceCommand %s\nUsePAM %s\n' "$(bd_forced)" "$bd_pam"
      # An sshd before 7.8 does not know these two. Without SHLVL bash reads .bashrc; its words are
      # skipped where they matter. The key exchange that is left out takes longer than all the rest
      # of a login.
      [ -z "$bd_recent" ] || printf '%s\n' 'SetEnv SHLVL=1' 'KexAlgorithms -sntrup*'
      case $bd_user in
      *[!A-Za-z0-9._-]*) ;;
      *) printf 'AllowUsers %s\n' "$bd_user" ;;
      esac
      printf '%s\n' 'PidFile none' 'StrictModes no' 'PermitRootLogin prohibit-password' \
        'PubkeyAuthentication yes' 'PasswordAuthentication no' \
        'ChallengeResponseAuthentication no' 'HostbasedAuthentication no' \
        'AuthenticationMethods publickey' 'PermitUserEnvironment no' 'PermitUserRC no' \
        'X11Forwarding no' 'AllowTcpForwarding no' 'AllowAgentForwarding no' 'PermitTunnel no' \
        'PrintMotd no' 'PrintLastLog no' 'UseDNS no' 'LogLevel INFO' 'LoginGraceTime 20' \
        'MaxAuthTries 6' 'MaxStartups 500' 'MaxSessions 200' 'ClientAliveInterval 5' \
        'ClientAliveCountMax 3'
    } > "$bd_ssh/sshd_config"
  )
}

# In bd_mark: what tells our line in authorized_keys from all others, by job, attempt and machine.
bd_mark() {
  bd_mark=${bd_dir#"${bd_dir%/*/*/*}/"}
  bd_mark=batchdeck:$(printf '%s' "$bd_mark" | LC_ALL=C tr -c 'A-Za-z0-9_-' :)
}

# Offers the system's own sshd, which lets in what our line names. bd_join writes the line, when the
# keys of the others are known.
bd_let_in() {
  bd_failed=$bd_why bd_port=
  bd_wrapper=
  read -r bd_wrapper _ 2>/dev/null < "$bd_dir/wrapper" &&
    bd_port=$(tr '\0' '\n' 2>/dev/null < "/proc/$bd_wrapper/environ" |
      sed -n 's/^SSH_CONNECTION=.* \([0-9]*\)$/\1/p')
  bd_address_of "$bd_gang"
  for bd_port in $bd_port 22; do
    bd_host_key=$(bd_plain ssh-keyscan -T 5 -p "$bd_port" "$bd_address" 2>/dev/null < /dev/null |
      sed -n 's/^[^#][^ ]* //p' | sort |
      sed -n '/^ssh-ed25519 /p;/^ecdsa/p;/^ssh-rsa/p' | sed -n 1p)
    [ -n "$bd_host_key" ] || continue
    bd_offer=$bd_user,$bd_port,$bd_type,$bd_base64,${bd_host_key%% *},${bd_host_key#* }
    : > "$bd_ssh/by-system"
    bd_note "the job has no sshd of its own here (${bd_failed:-no reason is known}): the \
system's, port $bd_port, lets its nodes in"
    return
  done
  bd_why="${bd_failed:-sshd did not start}; and no other sshd answers at $bd_address"
  return 1
}

# --- The ways to the others.

bd_join() {
  [ -e "$bd_ssh/session" ] || return 0  # nobody needs the ways
  (umask 077; bd_write_ways) || bd_fail "cannot write to $bd_ssh"
  [ ! -e "$bd_ssh/by-system" ] || bd_admit_by_system
  if [ "$bd_shared_home" != yes ] && [ "$bd_gang" -ne 0 ]; then bd_mount_shared; fi
  if [ "$bd_needs_shell" != no ] && [ "$bd_gang" -eq 0 ]; then bd_try_all; fi
}

# Writes ssh_config, known_hosts, authorized_keys, mpi-ssh and sftp-ssh. Paths in them are relative
# to the folder: its path may hold what ssh_config cannot.
# shellcheck disable=SC2016 # what those scripts expand
bd_write_ways() {
  bd_general > "$bd_ssh/ssh_config" || return 1
  bd_i=0
  while IFS=, read -r bd_u bd_p bd_t bd_b bd_ht bd_hb <&5 && read -r bd_address _ <&6; do
    case $bd_t$bd_b$bd_ht$bd_hb in *[!A-Za-z0-9+/=@.-]*) return 1 ;; esac
    if [ -n "$bd_b" ]; then
      case $bd_u in *\\*) bd_u=$(printf '%s' "$bd_u" | sed 's/\\/\\\\/g') ;; esac
      printf '%s %s\n' "$bd_t" "$bd_b" >&7
      [ "$bd_p" = - ] || printf 'node-%s %s %s\n' "$bd_i" "${bd_ht:-$bd_t}" "${bd_hb:-$bd_b}" >&8
      [ "$bd_p" = - ] || printf \
        'Host %s node-%s\n HostName %s\n HostKeyAlias node-%s\n Port %s\n User "%s"\n' \
        "$bd_address" "$bd_i" "$bd_address" "$bd_i" "$bd_p" "$bd_u" >&9
    fi
    bd_i=$((bd_i + 1))
  done 5< "$bd_dir/released" 6< "$bd_ssh/nodes" \
    7> "$bd_ssh/keys" 8> "$bd_ssh/known_hosts" 9>> "$bd_ssh/ssh_config" || return 1
  bd_quote "$bd_ssh"
  bd_word="#!/bin/sh
unset LD_LIBRARY_PATH LD_PRELOAD; cd $bd_word &&"
  printf '%s exec ssh -F ssh_config "$@"\n' "$bd_word" > "$bd_ssh/mpi-ssh" &&
    # What somebody's .cshrc says is no word of the file server's.
    printf '%s ssh -F ssh_config "$@" | { while read -r line; do [ "$line" != @bd ] || '\
'exec cat; done; }\n' "$bd_word" > "$bd_ssh/sftp-ssh" &&
    chmod 700 "$bd_ssh/mpi-ssh" "$bd_ssh/sftp-ssh" &&
    mv -f "$bd_ssh/mpi-ssh" "$bd_dir/temp/mpi-ssh" &&
    mv -f "$bd_ssh/keys" "$bd_ssh/authorized_keys"
}

# Prints what ssh_config has for all nodes.
bd_general() {
  printf '%s\n' 'IdentityFile ./key' 'IdentitiesOnly yes' 'IdentityAgent none' \
    'UserKnownHostsFile ./known_hosts' 'GlobalKnownHostsFile /dev/null' \
    'StrictHostKeyChecking yes' 'CheckHostIP no' 'UpdateHostKeys no' 'BatchMode yes' \
    'PreferredAuthentications publickey' 'ConnectTimeout 10' 'ServerAliveInterval 5' \
    'ServerAliveCountMax 3' 'TCPKeepAlive yes' 'ForwardAgent no' 'ForwardX11 no' \
    'ControlPath none' 'LogLevel ERROR'
}

# Puts the keys of the others into the user's authorized_keys.
bd_admit_by_system() {
  # shellcheck source=resources/scripts/authorizedkeys.sh
  . "$bd_agent/authorizedkeys.sh"
  bd_mark
  bd_home=$(eval "printf '%s' ~$bd_user")
  bd_file=$bd_home/.ssh/authorized_keys
  bd_undo authorizedkeys "$bd_file" "$bd_mark"
  bd_options="restrict,command=\"$(bd_forced | sed 's/"/\\"/g')\""
  while read -r bd_key; do
    printf '%s %s\n' "$bd_options" "$bd_key"
  done < "$bd_ssh/authorized_keys" |
    bd_authorized_add "$bd_file" "$bd_mark" ||
    bd_lacks_shell "cannot add the job's keys to $bd_file"
}

# In bd_program: LINE, with mpi-ssh found by its name. Open MPI has its daemons on the other nodes
# look for the very agent that mpirun was given, and they die when it is not there: so it goes by a
# name. PATH is set here as the last, and in a container, whatever the user's PATH is.
bd_with_ways() {  # LINE
  bd_quote "$bd_dir/temp"
  bd_program="export PATH=$bd_word:\$PATH; $1"
}

bd_way() { "$bd_dir/temp/mpi-ssh" "$@" < /dev/null; }  # HOST COMMAND

# Waits until the node lets us in, as it may not have our key yet. False after SECONDS; its words
# are in reach-INDEX then.
bd_reach() {  # INDEX SECONDS
  [ -e "$bd_ssh/key" ] || {
    echo 'this node has no key' > "$bd_ssh/reach-$1"
    return 1
  }
  grep -q "^node-$1 " "$bd_ssh/known_hosts" || {
    echo 'it lets nobody in' > "$bd_ssh/reach-$1"
    return 1
  }
  bd_uptime
  bd_until=$((bd_up + $2))
  until bd_way "node-$1" @true 2> "$bd_ssh/reach-$1"; do
    bd_uptime
    [ "$bd_up" -lt "$bd_until" ] || return 1
    sleep 1
  done
  rm -f "$bd_ssh/reach-$1"
}

# In bd_why: the sentence that the node cannot be reached.
bd_unreached() {  # INDEX
  bd_line=$(bd_node "$1")
  bd_why="${bd_line#* } (${bd_line%% *}) cannot be reached by SSH from $bd_node, which a job of \
several nodes may need: $(tail -n 1 "$bd_ssh/reach-$1" 2>/dev/null | tr -d '\r'). Let the nodes \
reach each other on ports 20000 to 31999."
}

# Tries all nodes at once. mpirun would not say which one it was that could not be reached.
bd_try_all() {
  bd_i=1 bd_pids=
  while [ "$bd_i" -lt "$bd_gang_size" ]; do
    bd_reach "$bd_i" 60 &
    bd_pids="$bd_pids $!"
    bd_i=$((bd_i + 1))
  done
  # shellcheck disable=SC2086 # pids
  wait $bd_pids
  for bd_file in "$bd_ssh"/reach-*; do
    [ -e "$bd_file" ] || continue
    bd_unreached "${bd_file##*-}"
    bd_lacks_shell "$bd_why"
  done
}

# Mounts the master's shared folder at bd_point. Its words are in DIR/temp/ssh/sshfs.
bd_sshfs() (
  unset LD_LIBRARY_PATH LD_PRELOAD
  PATH=$bd_ssh:$PATH
  bd_within 60 sshfs "node-0:${bd_master%/*}/shared" "$bd_point" -o ssh_command=sftp-ssh \
    -o sftp_server=/@sftp -o reconnect -o idmap=user -o dir_cache=no -o attr_timeout=0 \
    -o entry_timeout=0 -o negative_timeout=0 > "$bd_ssh/sshfs" 2>&1
)

# Mounts the master's shared folder. Nothing is kept for long on this side: what one node writes the
# others look for.
bd_mount_shared() {
  bd_point=$(cd -P -- "${bd_dir%/*}" && pwd -P)/shared bd_why=
  if ! command -v sshfs > /dev/null; then
    bd_why='sshfs is not installed here'
  elif ! [ -r /dev/fuse ]; then
    bd_why='there is no /dev/fuse here'
  else
    bd_undo mount "$bd_point" fuse
    bd_sshfs
    bd_code=$?
    case $bd_code in
    0 | 124) ;;
    *)  # the first node may not have had our key yet
      if bd_unmount "$bd_point" && bd_reach 0 60; then
        bd_sshfs
        bd_code=$?
      else
        bd_unreached 0
      fi
      ;;
    esac
    case $bd_code,$bd_why in
    0,*) ;;
    124,*) bd_why='no answer in a minute' ;;
    *,) bd_why="sshfs says: $(tail -n 1 "$bd_ssh/sshfs")" ;;
    esac
  fi
  [ -n "$bd_why" ] || return 0
  bd_why="the first node's shared folder cannot be mounted on $bd_node: $bd_why"
  [ "$bd_needs_shared" != yes ] || bd_fault SharedDirectoryUnavailable "$bd_why"
  bd_note "$bd_why"
}

# --- How they end together.

# Records that a node is done, in the master's folder. The last node makes it the end of the job.
bd_count_done() {  # DIR INDEX
  bd_once "$1/done-$2" "$2" || return 1
  read -r _ bd_gang_size < "$1/temp/ssh/gang" || return 1
  # Counted are the names in the folder: a network file system may remember for long that a file was
  # not there.
  set -- "$1" "$1"/done-*
  [ "$#" -le "$bd_gang_size" ] || bd_once "$1/ended" 'done'
}

bd_tell() {
  if [ "$bd_gang" -eq 0 ] || [ "$bd_shared_home" = yes ]; then
    case $1 in
    'done') bd_count_done "$bd_master" "$bd_gang" ;;
    *) bd_once "$bd_master/ended" "$1" ;;
    esac
  elif [ -x "$bd_dir/temp/mpi-ssh" ]; then
    case $1 in 'done') set -- "@done $bd_gang" ;; *) set -- "@end $1" ;; esac
    until [ -e "$bd_dir/ended" ] || bd_way node-0 "$1"; do sleep 2; done 3>&- &
  fi
} > /dev/null 2>&1

bd_gone() {  # DIR
  bd_dir=$1 bd_ssh=$1/temp/ssh
  {
    read -r bd_gang bd_gang_size && read -r bd_shared_home && IFS= read -r bd_master
  } < "$bd_ssh/gang" || return
  bd_why=$(bd_name_of "$bd_gang")
  bd_uptime
  bd_until=$((bd_up + 20))
  if [ "$bd_gang" -eq 0 ] || [ "$bd_shared_home" = yes ]; then
    bd_once "$bd_dir/ended" "$bd_why"
    bd_briefly 20 bd_once "$bd_master/ended" "$bd_why"
  else
    while [ ! -e "$bd_dir/ended" ] && [ -x "$bd_dir/temp/mpi-ssh" ] &&
      [ "$bd_up" -lt "$bd_until" ]; do
      if bd_way node-0 "@end $bd_why"; then
        bd_once "$bd_dir/ended" "$bd_why"
        break
      fi
      sleep 2
      bd_uptime
    done
  fi
} > /dev/null 2>&1

bd_watch() {
  [ -n "$bd_watching" ] || {
    bd_watching=$bd_shared_home
    bd_keep_watching &
  }
}

# Waits until the others have asked for the end, also those that come late: when the first node
# goes, its sshd goes with it.
bd_linger() {
  [ "$bd_gang" -eq 0 ] && [ "$bd_shared_home" != yes ] && [ -e "$bd_dir/ended" ] &&
    [ -e "$bd_ssh/session" ] || return 0
  bd_uptime
  bd_until=$((bd_up + 15))
  while [ "$bd_up" -lt "$bd_until" ]; do
    set -- "$bd_ssh"/told-*
    if [ -e "$1" ] && [ $# -ge $((bd_gang_size - 1)) ]; then return; fi
    bd_pause 0.2
    bd_uptime
  done
}

# Waits for the master's word of the end. At first there are more urgent things than to look.
bd_keep_watching() {
  while
    sleep 1
    [ ! -e "$bd_dir/ended" ]
  do
    if [ "$bd_shared_home" = yes ]; then
      for bd_file in "$bd_master"/end*; do
        case ${bd_file##*/} in ended) bd_once "$bd_dir/ended" "$(cat "$bd_file")" ;; esac
      done
      [ "$bd_gang" -ne 0 ] || [ ! -e "$bd_dir/done-0" ] || bd_count_done "$bd_dir" 0
    elif [ "$bd_gang" -ne 0 ] && [ -x "$bd_dir/temp/mpi-ssh" ]; then
      bd_said=$(bd_way node-0 "@watch $bd_gang" | sed -n 's/^@bd //p')
      [ -z "$bd_said" ] || bd_once "$bd_dir/ended" "$bd_said"
    else
      return 0  # another node, or the engine, makes the file
    fi
  done
} < /dev/null > /dev/null 2>&1
