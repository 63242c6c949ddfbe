# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# shellcheck shell=sh
# Large files from machine to machine, without passing through the computer that asks for it. This
# is sent behind transfer.sh.
# bd_door runs on the target: it starts an sshd of its own, for one login of one key. bd_give runs
# on the source: its ssh goes to that sshd. Both are told the same parts. The source sends bytes
# alone. The target hears by its own session where they are written.
# Names come with octal numbers, so no name ends a word. Keys never leave the machine that made
# them.
# ROOM is the folder /tmp/batchdeck-direct.XXXXXXXX (0700). Each of both has one, and removes it:
#   processes  what was started, lines "PID START"; the first is the shell's own. Who finds that
#              dead ends the others
#   key        host key of the door, or key of the login
# Of the door also:
#   lines      what its login hears
#   words      what its login says
#   receive    the script that its login runs
#   stage      a link to the staging folder
#   in         a folder, which the login makes; pid in it is the login's shell
#   speaker    "PID START" of the process that prints words
# Of the source also:
#   ssh        pid of ssh
#   in         made when the first line comes: the door has let ssh in
#   over       made when no more parts come
#   said       what ssh said last
# What sshd and ssh are configured by lies there, too.

# In bd_start: when the process began, in ticks, as its number may be another's by now. A process
# that is dead and that nobody waited for is "none".
bd_start_of() {  # PID
  read -r bd_start 2>/dev/null < "/proc/$1/stat" || {
    bd_start=none
    return
  }
  bd_start=${bd_start##*) }
  # shellcheck disable=SC2086  # words
  set -- $bd_start
  [ "$1" != Z ] && bd_start=${20} || bd_start=none
}

# Records a process of the room. Sets bd_start.
bd_note_process() {  # ROOM PID
  bd_start_of "$2"
  printf '%s %s\n' "$2" "$bd_start" >> "$1/processes"
}

# Whether the process that began at START lives. Sets bd_start.
bd_is_running() {  # PID START
  bd_start_of "$1"
  [ "$bd_start" = "$2" ]
}

# Whether the command line of the process names something in the room.
bd_is_of() {  # ROOM PID
  case $(tr '\0' ' ' 2>/dev/null < "/proc/$2/cmdline") in
    *"$1/"* | *"$1 "*) return 0 ;;
    *) return 1 ;;
  esac
}

# Ends all processes of a room but this one, and removes the room.
# Children of an sshd go before it. Where the user is not root, an sshd that is killed leaves what
# it runs, which would write on. So it is stopped before its children are looked for.
bd_end_room() {  # ROOM
  while read -r bd_pid bd_began; do
    [ "$bd_pid" != $$ ] && bd_is_running "$bd_pid" "$bd_began" || continue
    read -r bd_more 2>/dev/null < "/proc/$bd_pid/task/$bd_pid/children" || bd_more=
    # shellcheck disable=SC2086  # numbers
    kill -KILL $bd_more "$bd_pid" 2>/dev/null
  done 2>/dev/null < "$1/processes"
  for bd_noted in "$1/in/pid" "$1/ssh"; do
    read -r bd_pid 2>/dev/null < "$bd_noted" && bd_is_of "$1" "$bd_pid" &&
      kill -STOP "$bd_pid" 2>/dev/null || continue
    read -r bd_more 2>/dev/null < "/proc/$bd_pid/task/$bd_pid/children" || bd_more=
    # shellcheck disable=SC2086  # numbers
    kill -KILL $bd_more "$bd_pid" 2>/dev/null
  done
  rm -rf -- "$1"
}

# In room: a new room. Before that, rooms that a kill left are removed.
# The room goes with this shell, however the shell ends: the process that watches is nobody's child.
# That also sees a login that ended without a word.
bd_room() {
  [ -r "/proc/$$/stat" ] || bd_no 'there is no /proc'
  find /tmp -maxdepth 1 -name 'batchdeck-direct.????????' -type d -perm 700 -user "$(id -u)" \
    -mmin +1 2>/dev/null | while IFS= read -r old; do
    # A name may have an end of a line.
    case $old in /tmp/batchdeck-direct.????????) ;; *) continue ;; esac
    read -r bd_pid bd_began 2>/dev/null < "$old/processes" &&
      bd_is_running "$bd_pid" "$bd_began" || bd_end_room "$old"
  done
  room=$(umask 077 && mktemp -d /tmp/batchdeck-direct.XXXXXXXX 2>/dev/null) || return
  bd_note_process "$room" $$
  trap 'bd_end_room "$room"' EXIT
  trap 'exit 1' HUP INT TERM PIPE
  ( (bd_watch_room) & ) < /dev/null > /dev/null 2>&1
}

# Ends the room when its shell is gone.
bd_watch_room() {
  trap '' HUP INT TERM PIPE
  seconds=0
  read -r bd_main bd_began < "$room/processes"
  while sleep 1 && bd_is_running "$bd_main" "$bd_began"; do
    if [ -e "$room/in/pid" ]; then
      kill -0 "$(cat "$room/in/pid")" || echo '@bd cut' 1<> "$room/words"
    fi
    if read -r bd_pid bd_since < "$room/speaker"; then
      bd_is_running "$bd_pid" "$bd_since" || kill -KILL "$bd_main"
    fi
    # ssh may not say for long that nobody knows the name, or that packets vanish. It began so
    # lately that its number is its own.
    if [ -e "$room/ssh" ] && [ ! -e "$room/in" ]; then
      seconds=$((seconds + 1))
      [ $seconds -ne 8 ] || kill -KILL "$(cat "$room/ssh")"
    fi
  done
  bd_end_room "$room"
}

# Ends the shell: there is no direct way, because of WORDS.
bd_no() {  # WORDS
  printf '@bd no %s\n' "$(printf %s "$*" | tr '\n\r' '  ')"
  exit
}

# In bd_name: the name that OCTAL stands for.
bd_named() {  # OCTAL
  bd_name=$(printf '%b.' "$1")
  bd_name=${bd_name%.}
}

# --- the target

# Prints "@bd door PORT TYPE KEY USER", and then what the login says: "@bd part SEEK" of each part
# that is written, "@bd failed WORDS" when a part cannot be written, "@bd cut" when the connection
# is lost.
# Reads from stdin, until it ends:
#   file NAME sparse|-             for the login
#   part SEEK COUNT                for the login; in MiB
#   seal NAME SIZE MODE SECONDS    once all parts are there; the answer is "@bd sealed" or
#                                  "@bd unsealed"
bd_door() {  # STAGE TYPE KEY
  unset LD_LIBRARY_PATH LD_PRELOAD
  bd_room || bd_no 'the target cannot write to /tmp'
  {
    ln -s -- "$1" "$room/stage" && mkfifo -m 600 "$room/lines" "$room/words" &&
      printf 'restrict %s %s\n' "$2" "$3" > "$room/authorized_keys" &&
      bd_login_text > "$room/receive"
  } 2>/dev/null || bd_no 'the target cannot write to /tmp'
  bd_open_door
  cat < "$room/words" &
  bd_note_process "$room" $!
  printf '%s %s\n' $! "$bd_start" > "$room/speaker"
  exec 6<> "$room/lines" 7<> "$room/words"
  read -r bd_type bd_key _ < "$room/key.pub"
  printf '@bd door %s %s %s %s\n' "$bd_port" "$bd_type" "$bd_key" "$bd_user" >&7
  while IFS=' ' read -r what name size mode seconds; do
    case $what in
      seal)
        bd_named "$name"
        if (bd_seal "$1" "$bd_name" "$size" "$mode" "$seconds") < /dev/null > /dev/null 2>&1; then
          echo '@bd sealed'
        else
          echo '@bd unsealed'
        fi >&7
        ;;
      *) printf '%s %s %s\n' "$what" "$name" "$size" >&6 ;;
    esac
  done
}

# Prints what a login runs, in place of whatever it asks for. A second login is refused. Its stdin
# is the bytes of all parts.
bd_login_text() {
  cat <<'END'
export LC_ALL=C
room=${0%/*}
mkdir "$room/in" 2> /dev/null || exit 1
echo $$ > "$room/in/pid"
exec 6< "$room/lines" 7> "$room/words"
cd -P -- "$room/stage" || exit
fail() {
  printf '@bd failed cannot write %s: %s\n' "$name" "$said" | tr '\n' ' ' >&7
  echo >&7
  exit 1
}
echo  # a profile may have said something without an end
echo '@bd in'
while IFS=' ' read -r what seek count <&6; do
  case $what in
    file)
      name=$(printf './%b.' "$seek") how=conv=notrunc
      name=${name%.}
      if [ "$count" = sparse ] &&
        dd if=/dev/null of=/dev/null conv=notrunc,sparse 2> /dev/null; then
        how=conv=notrunc,sparse
      fi
      said='it is a link' && [ ! -h "$name" ] || fail
      said=$(mkdir -p -- "${name%/*}" &&
        { [ ! -e "$name" ] || [ -w "$name" ] || chmod u+w -- "$name"; } 2>&1) || fail
      ;;
    part)
      said=$(dd bs=524288 iflag=fullblock seek=$((seek * 2)) count=$((count * 2)) $how \
        of="$name" 2>&1)
      code=$?
      case $code,$said in
        0,*"
$((count * 1048576)) bytes"*) echo "@bd part $seek" >&7 ;;
        0,* | 129,* | 1[3-9]?,*) echo '@bd cut' >&7; exit 1 ;;
        *) fail ;;
      esac
      ;;
  esac
done
END
}

# Starts the sshd. In bd_port and bd_user: where it listens, and whom it lets in.
bd_open_door() {
  bd_user=$(id -un)
  case $bd_user in
    '' | *[!A-Za-z0-9._-]*)
      bd_no 'the name of the user of the target cannot stand in a configuration of ssh'
      ;;
  esac
  bd_sshd=$(PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin:/usr/lib/ssh command -v sshd)
  case $bd_sshd in /*) ;; *) bd_no 'the target has no sshd' ;; esac
  words=$(ssh-keygen -q -t ed25519 -N '' -C '' -f "$room/key" 2>&1 < /dev/null) ||
    bd_no "no key can be made on the target: $words"
  bd_pam=no
  if [ "$(id -u)" -eq 0 ]; then
    # The distribution's service makes this folder when it starts.
    [ -d /run/sshd ] || mkdir -m 755 /run/sshd 2>/dev/null
    # A locked account lets nobody in unless PAM decides.
    case $(sed -n "s/^$bd_user:\([^:]*\):.*/\1/p" /etc/shadow 2>/dev/null) in
      '!'*) bd_pam=yes ;;
    esac
  fi
  tries=0
  while [ $tries -lt 20 ]; do
    tries=$((tries + 1))
    bd_port=$((20000 + $(od -An -N2 -tu2 /dev/urandom) % 12000))
    printf '%s\n' "Port $bd_port" "HostKey $room/key" \
      "AuthorizedKeysFile $room/authorized_keys" "UsePAM $bd_pam" \
      "ForceCommand /bin/sh $room/receive" "AllowUsers $bd_user" 'PidFile none' \
      'StrictModes no' 'UseDNS no' 'PermitRootLogin prohibit-password' \
      'AuthenticationMethods publickey' 'PasswordAuthentication no' \
      'ChallengeResponseAuthentication no' 'PermitUserEnvironment no' 'PermitUserRC no' \
      'PermitTTY no' 'PermitTunnel no' 'X11Forwarding no' 'AllowTcpForwarding no' \
      'AllowAgentForwarding no' 'AllowStreamLocalForwarding no' 'PrintMotd no' \
      'PrintLastLog no' 'LoginGraceTime 20' 'MaxSessions 1' 'ClientAliveInterval 5' \
      'ClientAliveCountMax 3' > "$room/sshd_config"
    : > "$room/log"
    "$bd_sshd" -D -f "$room/sshd_config" -E "$room/log" < /dev/null > /dev/null 2>&1 &
    bd_pid=$!
    bd_note_process "$room" $bd_pid
    bd_listens && return
    kill -KILL $bd_pid 2>/dev/null
    case $words in *'Bind to port'* | *'Cannot bind'*) ;; *) break ;; esac
  done
  bd_no "the target's sshd does not listen: $words"
}

# Waits at most 5 s until the sshd listens. In words: the last that it said.
bd_listens() {
  rounds=0
  while [ $rounds -lt 100 ]; do
    rounds=$((rounds + 1))
    words=$(tail -n 2 "$room/log")
    case $words in *'Bind to port'*) return 1 ;; *'Server listening'*) return 0 ;; esac
    kill -0 $bd_pid 2>/dev/null || return 1
    sleep 0.05 2>/dev/null || sleep 1
  done
  return 1
}

# --- the source

# Prints "@bd key TYPE KEY", reads "go ADDRESS PORT TYPE KEY USER", and prints "@bd in" when that
# door let it in, "@bd cut WORDS" when it did not, or the connection is lost.
# Reads from stdin then; the first line is "in":
#   file NAME
#   part SKIP COUNT BYTES   sends COUNT MiB of the file, zeros behind its end. The answer is
#                           "@bd part SKIP", or "@bd bad SKIP" when fewer than BYTES could be read
#   facts NAME              the answer is "@bd facts" and what a manifest says, or "none"
bd_give() {  # FOLDER
  unset LD_LIBRARY_PATH LD_PRELOAD
  cd -- "$1" 2>/dev/null || bd_no 'the source cannot be read'
  command -v ssh > /dev/null || bd_no 'the source has no ssh'
  case $(printf x | dd bs=2 iflag=fullblock 2>&1 > /dev/null) in
    *'
1 byte'*) ;;
    *) bd_no 'the dd of the source does not say how much it read' ;;
  esac
  bd_room || bd_no 'the source cannot write to /tmp'
  words=$(ssh-keygen -q -t ed25519 -N '' -C '' -f "$room/key" 2>&1 < /dev/null) ||
    bd_no "no key can be made on the source: $words"
  read -r bd_type bd_key _ < "$room/key.pub"
  printf '@bd key %s %s\n' "$bd_type" "$bd_key"
  IFS=' ' read -r what address port bd_type bd_key bd_user && [ "$what" = go ] || exit
  printf 'door %s %s\n' "$bd_type" "$bd_key" > "$room/known_hosts"
  # The first cipher is the quickest between machines of one lab.
  printf '%s\n' 'Host door' "HostName $address" "Port $port" "User $bd_user" \
    "IdentityFile $room/key" 'HostKeyAlias door' "UserKnownHostsFile $room/known_hosts" \
    'GlobalKnownHostsFile /dev/null' 'StrictHostKeyChecking yes' 'CheckHostIP no' \
    'IdentitiesOnly yes' 'IdentityAgent none' 'BatchMode yes' \
    'PreferredAuthentications publickey' 'ConnectTimeout 5' 'ServerAliveInterval 5' \
    'ServerAliveCountMax 3' 'ForwardAgent no' 'ForwardX11 no' 'ControlPath none' \
    'LogLevel ERROR' 'Ciphers aes128-gcm@openssh.com,aes256-gcm@openssh.com,'\
'chacha20-poly1305@openssh.com,aes128-ctr,aes256-ctr' > "$room/config"
  exec 8>&1
  {
    (bd_give_parts)
    : > "$room/over"
    kill -KILL "$(cat "$room/ssh" 2>/dev/null)"
  } 2>/dev/null | {
    # shellcheck disable=SC2016  # for the inner shell
    /bin/sh -c 'echo $$ > "$0/ssh"; [ ! -e "$0/over" ] || exit; exec ssh -F "$0/config" -T door' \
      "$room" >&8 2> "$room/said"
    printf '@bd cut %s\n' "$(tail -n 1 "$room/said" | tr -d '\r')" >&8
  }
}

# Sends parts to ssh, which is descriptor 9 here, and answers to descriptor 8.
bd_give_parts() {
  exec 9>&1
  while IFS=' ' read -r what skip count bytes; do
    [ -e "$room/in" ] || : > "$room/in"
    case $what in
      file)
        bd_named "$skip"
        file=./$bd_name
        ;;
      part)
        said=
        if [ -f "$file" ]; then  # a file that became a pipe would make dd wait for ever
          said=$(dd bs=65536 iflag=fullblock skip=$((skip * 16)) count=$((count * 16)) \
            if="$file" 2>&1 >&9) || bd_listed
        fi
        said=${said##*
}
        case $said in
          [0-9]*' byte'*) got=${said%% *} ;;
          *' records '*) exit ;;  # nobody knows how much of the part is on its way
          *) got=0 ;;
        esac
        [ "$got" -eq $((count * 1048576)) ] ||
          head -c $((count * 1048576 - got)) /dev/zero >&9 || exit
        if [ "$got" -ge "$bytes" ]; then
          echo "@bd part $skip"
        else
          echo "@bd bad $skip"
        fi >&8
        ;;
      facts)
        bd_named "$skip"
        find "./$bd_name" -prune -printf '@bd facts %y %s %T@\n' >&8 2>/dev/null ||
          echo '@bd facts none' >&8
        ;;
    esac
  done
}
