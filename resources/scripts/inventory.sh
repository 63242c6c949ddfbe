#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
#
# inventory.sh HOME: what this machine is, as "@bd KEY VALUE" lines, the last one "@bd end". HOME is $BATCHDECK_HOME.
# inventory.sh --logout: a word about the end of the user's last session here: "kept" (processes go on), "killed"
# (logind ends them), "lingers" (it spares those of the user's manager, which stays), "managed" (we are of the user's
# manager, and it ends with the session).
# Anything may hang (a share that is away, a driver in trouble): what is asked has a bound where the system knows one.
set -u; unset IFS; LC_ALL=C; PATH=${PATH:-}:/usr/local/bin:/usr/bin:/bin; export LC_ALL PATH

say() {
  value=$(printf '%s' "$2" | tr -d '\r' | tr '\n\t' '  ')
  [ -z "$value" ] || printf '@bd %s %s\n' "$1" "$value"
}
first() { value=; read -r value 2>/dev/null < "$1"; printf '%s' "$value"; }
pid1() { stat=$(cat /proc/1/stat 2>/dev/null) || return; set -- ${stat##*) }; shift 19 && echo "$1"; }
utc() { ms=$(date +%s%3N); case $ms in '' | *[!0-9]*) ms=$(date +%s)000 ;; esac; say time "$ms"; }
within() {  # SECONDS COMMAND...
  limit=$1; shift
  if timeout -k 1 9 true 2>/dev/null; then timeout -k 1 "$limit" "$@"; else "$@"; fi < /dev/null 2>/dev/null
}

setting() {  # NAME: of logind: from itself, else from its files, where the last one wins
  logind=org.freedesktop.login1
  value=$(within 5 busctl get-property $logind /org/freedesktop/login1 $logind.Manager "$1")
  if [ -n "$value" ]; then echo "$value" | sed 's/^b true$/yes/; s/^b false$/no/; s/^as [0-9]*//; s/"//g'; return; fi
  for dir in /usr/lib /usr/local/lib /run /etc; do
    cat "$dir/systemd/logind.conf" "$dir"/systemd/logind.conf.d/*.conf 2>/dev/null; echo
  done | sed -n "s/^[[:space:]]*$1[[:space:]]*=[[:space:]]*//p" | tail -n 1
}
# shellcheck disable=SC2116 # any white space becomes one blank
among() { case " $(echo $2) " in *" $1 "*) ;; *) return 1 ;; esac; }
lingers() {
  case $(within 5 loginctl show-user "$user" --property=Linger) in
  *=yes) ;; *=no) return 1 ;; *) [ -e "/var/lib/systemd/linger/$user" ] ;; esac
}
logout() {
  fate=kept
  case $(cat /proc/self/cgroup 2>/dev/null) in
  */user.slice/*/user@*) lingers || fate=managed ;;
  */user.slice/*) ;;
  *) echo kept; return ;;
  esac
  case $(setting KillUserProcesses) in yes | true | on | 1) ;; *) echo "$fate"; return ;; esac
  spared=$(setting KillExcludeUsers) only=$(setting KillOnlyUsers)
  if among "$user" "${spared:-root}" || { [ -n "$only" ] && ! among "$user" "$only"; }; then echo "$fate"
  elif lingers; then echo lingers; else echo killed; fi
}

locate() {  # TOOL: its path; like "command -v" in a PATH of a login's length, blind for a shell's own commands
  IFS=:
  for dir in $PATH /usr/local/sbin /usr/sbin /sbin /snap/bin /usr/local/cuda/bin "${HOME:-/}/bin" \
    "${HOME:-/}/.local/bin" /opt/*/bin /usr/lib64/openmpi/bin /usr/lib64/mpich/bin /usr/lib/wsl/lib; do
    case $dir in /*) [ -x "$dir/$1" ] && [ ! -d "$dir/$1" ] && echo "$dir/$1" && break ;; esac
  done
  unset IFS
}
tools() {
  for tool in apptainer blobfuse2 conda docker enroot fusermount fusermount3 git mpiexec mpirun nvidia-smi podman \
    rclone rocm-smi rsync sbatch singularity srun sshfs tar torchrun unzip xz zstd; do
    say "tool $tool" "$(locate "$tool")"
  done
}
disks() {  # what df says of each path, once a file system: SIZE FREE MOUNTPOINT, in KiB
  seen='
'
  for path in "$@"; do
    [ "$path" = "$1" ] || [ "$path" = / ] || [ -d "$path" ] || continue
    row=$(within 4 df -P -k "$path" | awk 'NR == 2 && $2 > 0 { source = $1; size = $2; free = $4; sub(/^.*%[ \t]+/, "")
      print size, free, $0; print (source ~ /[\/:]/ ? source : $0) }')
    key=${row##*
} row=${row%%
*}
    [ -n "$row" ] && case $seen in *"
$key
"*) ;; *) seen="$seen$key
"; say disk "$row" ;; esac
  done
}
fstype() {  # PATH's file system, as mounted
  point=$(within 4 df -P -k "$1" | awk 'NR == 2 { sub(/^.*%[ \t]+/, ""); gsub(/ /, "\\040"); print }')
  awk -v point="$(printf '%s' "$point" | sed 's/\\/\\\\/g')" '$2 == point { type = $3 } END { print type }' /proc/mounts
}

user=$(id -un 2>/dev/null || id -u)
if [ "${1:-}" = --logout ]; then logout; exit; fi
utc
say cores "$(nproc 2>/dev/null || grep -c '^processor' /proc/cpuinfo)"
say memory "$(awk '/^MemTotal:/ { print $2 }' /proc/meminfo)"
say os "$(. /etc/os-release 2>/dev/null && printf '%s' "${PRETTY_NAME:-}")"
[ -d "$1" ] || { mkdir -p "$1" && : > "$1/.made"; }  # the mark lets clean.sh take it away
say host "$(uname -n)"
say machine "$(first /etc/machine-id)"
say boot "$(first /proc/sys/kernel/random/boot_id):$(readlink /proc/self/ns/pid):$(pid1)"
home=$(mkdir -p "$1" && cd "$1" && pwd) && say home "$home"
say user "$user"
say userhome "${HOME:-}"
say shell "$(within 4 getent passwd "$user" | sed 's/.*://')"
say python "$(command -v python || command -v python3)"
say logout "$(logout)"
[ -z "$home" ] || { say hometype "$(fstype "$home")"; disks "$home" "${HOME:-/}" / /tmp /scratch* /data*; }
tools
smi=$(locate nvidia-smi)
if [ -n "$smi" ]; then
  within 20 "$smi" --query-gpu=memory.total,name --format=csv,noheader,nounits |
    while read -r row; do say gpu "$row"; done
fi
utc
echo '@bd end'
