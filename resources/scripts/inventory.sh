#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
#
# inventory.sh HOME: prints what this machine is, as lines "@bd KEY VALUE"; the last is "@bd end".
# HOME is $BATCHDECK_HOME.
# inventory.sh --logout: prints in a word what becomes of processes when the user's last session on
# this machine ends:
#   kept      they go on
#   killed    logind ends them
#   lingers   logind spares those of the user's manager, which stays
#   managed   this shell is of the user's manager, which ends with the session
# Anything may hang (a dead share, a driver in trouble): commands have a time limit where the system
# has timeout.
set -u
unset IFS
LC_ALL=C
PATH=${PATH:-}:/usr/local/bin:/usr/bin:/bin
export LC_ALL PATH

# Prints VALUE, unless it is empty.
say() {  # KEY VALUE
  value=$(printf '%s' "$2" | tr -d '\r' | tr '\n\t' '  ')
  [ -z "$value" ] || printf '@bd %s %s\n' "$1" "$value"
}

# Prints the first line of FILE.
first() {  # FILE
  value=
  read -r value 2>/dev/null < "$1"
  printf '%s' "$value"
}

# Prints when process 1 began, in ticks.
pid1() {
  stat=$(cat /proc/1/stat 2>/dev/null) || return
  set -- ${stat##*) }
  shift 19 && echo "$1"
}

# Prints the time of this machine, in ms.
utc() {
  ms=$(date +%s%3N)
  case $ms in '' | *[!0-9]*) ms=$(date +%s)000 ;; esac
  say time "$ms"
}

# Runs COMMAND without stderr, with a time limit where the system has timeout.
within() {  # SECONDS COMMAND...
  limit=$1
  shift
  if timeout -k 1 9 true 2>/dev/null; then
    timeout -k 1 "$limit" "$@"
  else
    "$@"
  fi < /dev/null 2>/dev/null
}

# Prints a setting of logind: from logind itself, else from its files, of which the last one wins.
setting() {  # NAME
  logind=org.freedesktop.login1
  value=$(within 5 busctl get-property $logind /org/freedesktop/login1 $logind.Manager "$1")
  if [ -n "$value" ]; then
    echo "$value" | sed 's/^b true$/yes/; s/^b false$/no/; s/^as [0-9]*//; s/"//g'
    return
  fi
  for dir in /usr/lib /usr/local/lib /run /etc; do
    cat "$dir/systemd/logind.conf" "$dir"/systemd/logind.conf.d/*.conf 2>/dev/null
    echo
  done | sed -n "s/^[[:space:]]*$1[[:space:]]*=[[:space:]]*//p" | tail -n 1
}

# Whether WORD is one of WORDS.
# shellcheck disable=SC2116 # any white space becomes one blank
among() { case " $(echo $2) " in *" $1 "*) ;; *) return 1 ;; esac }  # WORD WORDS

# Whether the user lingers.
lingers() {
  case $(within 5 loginctl show-user "$user" --property=Linger) in
  *=yes) ;;
  *=no) return 1 ;;
  *) [ -e "/var/lib/systemd/linger/$user" ] ;;
  esac
}

# Prints the word of --logout.
logout() {
  fate=kept
  case $(cat /proc/self/cgroup 2>/dev/null) in
  */user.slice/*/user@*) lingers || fate=managed ;;
  */user.slice/*) ;;
  *)
    echo kept
    return
    ;;
  esac
  case $(setting KillUserProcesses) in
  yes | true | on | 1) ;;
  *)
    echo "$fate"
    return
    ;;
  esac
  spared=$(setting KillExcludeUsers) only=$(setting KillOnlyUsers)
  if among "$user" "${spared:-root}" || { [ -n "$only" ] && ! among "$user" "$only"; }; then
    echo "$fate"
  elif lingers; then
    echo lingers
  else
    echo killed
  fi
}

# Prints the path of TOOL. "command -v" would look in a PATH shorter than a login's, and find
# commands of the shell itself.
locate() {  # TOOL
  IFS=:
  for dir in $PATH /usr/local/sbin /usr/sbin /sbin /snap/bin /usr/local/cuda/bin \
    "${HOME:-/}/bin" "${HOME:-/}/.local/bin" /opt/*/bin /usr/lib64/openmpi/bin \
    /usr/lib64/mpich/bin /usr/lib/wsl/lib; do
    case $dir in /*) [ -x "$dir/$1" ] && [ ! -d "$dir/$1" ] && echo "$dir/$1" && break ;; esac
  done
  unset IFS
}

# Prints where the tools are that are here.
tools() {
  for tool in apptainer blobfuse2 conda docker enroot fusermount fusermount3 git mpiexec mpirun \
    nvidia-smi podman rclone rocm-smi rsync sbatch singularity srun sshfs tar torchrun unzip xz \
    zstd; do
    say "tool $tool" "$(locate "$tool")"
  done
}

# Prints "SIZE FREE MOUNTPOINT" of each path, in KiB, once for each file system.
disks() {  # PATH...
  seen='
'
  for path in "$@"; do
    [ "$path" = "$1" ] || [ "$path" = / ] || [ -d "$path" ] || continue
    row=$(within 4 df -P -k "$path" |
      awk 'NR == 2 && $2 > 0 { source = $1; size = $2; free = $4; sub(/^.*%[ \t]+/, "")
      print size, free, $0; print (source ~ /[\/:]/ ? source : $0) }')
    key=${row##*
} row=${row%%
*}
    [ -n "$row" ] && case $seen in *"
$key
"*) ;; *)
      seen="$seen$key
"
      say disk "$row"
      ;;
    esac
  done
}

# Prints the type of PATH's file system, as it is mounted.
fstype() {  # PATH
  point=$(within 4 df -P -k "$1" |
    awk 'NR == 2 { sub(/^.*%[ \t]+/, ""); gsub(/ /, "\\040"); print }')
  awk -v point="$(printf '%s' "$point" | sed 's/\\/\\\\/g')" \
    '$2 == point { type = $3 } END { print type }' /proc/mounts
}

user=$(id -un 2>/dev/null || id -u)
if [ "${1:-}" = --logout ]; then
  logout
  exit
fi
utc
say cores "$(nproc 2>/dev/null || grep -c '^processor' /proc/cpuinfo)"
say memory "$(awk '/^MemTotal:/ { print $2 }' /proc/meminfo)"
say os "$(. /etc/os-release 2>/dev/null && printf '%s' "${PRETTY_NAME:-}")"
[ -d "$1" ] || { mkdir -p "$1" && : > "$1/.made"; }  # by .made clean.sh knows that we made it
say host "$(uname -n)"
say machine "$(first /etc/machine-id)"
say boot "$(first /proc/sys/kernel/random/boot_id):$(readlink /proc/self/ns/pid):$(pid1)"
home=$(mkdir -p "$1" && cd "$1" && pwd) && say home "$home"
say user "$user"
say userhome "${HOME:-}"
say shell "$(within 4 getent passwd "$user" | sed 's/.*://')"
say python "$(command -v python || command -v python3)"
say logout "$(logout)"
[ -z "$home" ] || {
  say hometype "$(fstype "$home")"
  disks "$home" "${HOME:-/}" / /tmp /scratch* /data*
}
tools
smi=$(locate nvidia-smi)
if [ -n "$smi" ]; then
  within 20 "$smi" --query-gpu=memory.total,name --format=csv,noheader,nounits |
    while read -r row; do say gpu "$row"; done
fi
utc
echo '@bd end'
