#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
#
# doctor.sh HOME: prints what on this machine will be in the way of jobs, a line a finding: "@bd
# CHECK WORD", then its facts, each behind a tab. "@bd time MS" is the first line and the last but
# one, "@bd end" is the last.
# HOME is $BATCHDECK_HOME. Nothing that is made there stays.
# Anything may hang (a dead share, a driver in trouble): commands have a time limit where the system
# has timeout.
set -u
unset IFS
locale=${LC_ALL:-${LC_CTYPE:-${LANG:-}}}
mask=$(umask)
LC_ALL=C
PATH=${PATH:-}:/usr/local/bin:/usr/bin:/bin
export LC_ALL PATH

# Prints TEXT in one line without tabs.
clean() { printf '%s' "$1" | tr -d '\r' | tr '\n\t' '  '; }  # TEXT

# Prints a finding.
say() {  # CHECK WORD FACT...
  line="$1 $2"
  shift 2
  for fact; do line="$line	$(clean "$fact")"; done
  printf '@bd %s\n' "$line"
}

# Prints the time of this machine, in ms.
utc() {
  ms=$(date +%s%3N)
  case $ms in '' | *[!0-9]*) ms=$(date +%s)000 ;; esac
  echo "@bd time $ms"
}

# Runs COMMAND, with a time limit where the system has timeout.
within() {  # SECONDS COMMAND...
  limit=$1
  shift
  if timeout -k 1 9 true 2>/dev/null; then
    timeout -k 1 "$limit" "$@"
  else
    "$@"
  fi < /dev/null
}

# Whether TEXT is one digit or more and nothing else.
number() { case ${1:-x} in *[!0-9]*) return 1 ;; esac }  # TEXT

# In work: a folder to try things in, or nothing where none can be made.
check_home() {  # HOME
  work=
  words=$({ mkdir "$1/.doctor.$$" && head -c 8192 /dev/zero > "$1/.doctor.$$/file"; } 2>&1) || {
    rm -rf "$1/.doctor.$$"
    say home refused "$1" "$words"
    return 1
  }
  work=$1/.doctor.$$
  say home ok "$1"
}

check_disk() {  # HOME
  row=$(within 9 df -P -k "$1" 2>/dev/null | awk 'NR == 2 { print $2, $4 }')
  size=${row% *} free=${row#* }
  number "$size" && number "$free" && [ "$size" -gt 0 ] || {
    say disk unknown
    return
  }
  inodes=$(within 9 df -P -i "$1" 2>/dev/null | awk 'NR == 2 && $2 > 0 { print $4 }')
  if [ "$free" -lt 1024 ]; then
    say disk full "$1"
  elif number "$inodes" && [ "$inodes" -lt 100 ]; then
    say disk nofiles "$1"
  elif [ "$free" -lt 1048576 ] || [ "$((free / (size / 100 + 1)))" -lt 5 ]; then
    say disk low "$1" "$free" "$size"
  else
    say disk ok "$1" "$free" "$size"
  fi
  words=$(within 9 quota -q 2>/dev/null)
  [ -z "$words" ] || say quota exceeded "$words"
}

check_filesystem() {  # HOME
  point=$(within 9 df -P -k "$1" 2>/dev/null |
    awk 'NR == 2 { sub(/^.*%[ \t]+/, ""); gsub(/ /, "\\040"); print }')
  kind=$(awk -v point="$(printf '%s' "$point" | sed 's/\\/\\\\/g')" \
    '$2 == point { found = $3 " " $4 } END { print found }' /proc/mounts)
  case ${kind%% *} in
  '') ;;
  nfs* | lustre | beegfs | fhgfs | gpfs | ceph | cifs | smb* | afs | 9p | glusterfs | panfs | \
    gfs2 | fuse.*)
    say filesystem shared "$1" "${kind%% *}"
    ;;
  tmpfs | ramfs) say filesystem memory "$1" "${kind%% *}" ;;
  *) say filesystem ok "$1" "${kind%% *}" ;;
  esac
  case ,${kind#* }, in *,noexec,*) say noexec harmless "$1" ;; esac
}

check_session() {
  if command -v setsid > /dev/null; then
    say session ok setsid
  elif busybox setsid true 2>/dev/null; then
    say session ok busybox
  elif perl -MPOSIX -e 'POSIX::setsid(); exit 0' 2>/dev/null; then
    say session ok perl
  else
    say session missing
  fi
}

# Follows a file in the way in which logs are followed.
check_follow() {
  : > "$work/log"
  : > "$work/seen"
  tail -c +1 -f "$work/log" > "$work/seen" 2> "$work/words" &
  tail=$!
  tries=0
  for word in first second; do
    echo "$word" >> "$work/log"
    until grep -q "$word" "$work/seen" || [ "$tries" -ge 40 ]; do
      tries=$((tries + 1))
      sleep 0.1 2>/dev/null || sleep 1
    done
  done
  kill "$tail" 2>/dev/null
  wait "$tail" 2>/dev/null
  if grep -q second "$work/seen"; then
    say follow ok
  else
    say follow broken "$(cat "$work/words")"
  fi
}

check_python() {
  python=$(command -v python || command -v python3) || {
    say python missing
    return
  }
  words=$(within 20 "$python" --version 2>&1) && say python ok "$python" "$words" ||
    say python broken "$python" "$words"
}

# Prints a setting of logind: from logind itself, else from its files, of which the last one wins.
setting() {  # NAME
  value=$(within 5 busctl get-property org.freedesktop.login1 /org/freedesktop/login1 \
    org.freedesktop.login1.Manager "$1" 2>/dev/null)
  case $value in
  'b true') echo yes ;;
  'b false') echo no ;;
  *)
    for dir in /usr/lib /usr/local/lib /run /etc; do
      cat "$dir/systemd/logind.conf" "$dir"/systemd/logind.conf.d/*.conf 2>/dev/null
      echo
    done | sed -n "s/^[[:space:]]*$1[[:space:]]*=[[:space:]]*//p" | tail -n 1
    ;;
  esac
}

# Whether the user's services go on after the last logout.
lingers() {
  case $(within 5 loginctl show-user "$user" --property=Linger 2>/dev/null) in
  *=yes) ;;
  *) [ -e "/var/lib/systemd/linger/$user" ] ;;
  esac
}

# A process of the user's manager ends with the session, whatever logind kills.
check_logout() {
  group=$(cat /proc/self/cgroup 2>/dev/null) kills=
  case $group in
  */user.slice/*) ;;
  *)
    say logout ok
    return
    ;;
  esac
  case $user:$(setting KillUserProcesses) in
  root:*) ;;
  *:yes | *:true | *:on | *:1) kills=1 ;;
  esac
  if lingers; then
    [ -z "$kills" ] && say logout ok || say logout lingers
  elif [ -n "$kills" ]; then
    say logout kills "$user"
  else
    case $group in
    */user.slice/*/user@*) say logout managed "$user" ;;
    *) say logout ok ;;
    esac
  fi
}

check_processes() {
  limit=$(awk '/^Max processes/ { print $3 }' /proc/self/limits 2>/dev/null)
  if number "$limit" && [ "$limit" -lt 512 ]; then
    say processes few "$limit"
  else
    say processes ok "$limit"
  fi
  limit=$(awk '/^Max open files/ { print $4 }' /proc/self/limits 2>/dev/null)
  if number "$limit" && [ "$limit" -lt 1024 ]; then
    say files few "$limit"
  else
    say files ok "$limit"
  fi
}

check_proc() {
  if [ ! -r /proc/self/stat ] || [ ! -r /proc/uptime ]; then
    say proc missing
  elif [ ! -r /proc/1/stat ]; then
    say proc hidden
  else
    say proc ok
  fi
}

check_gpu() {
  if ! command -v nvidia-smi > /dev/null; then
    [ ! -e /proc/driver/nvidia/version ] || say gpu notool
    return
  fi
  words=$(within 20 nvidia-smi --query-gpu=name --format=csv,noheader 2>&1)
  code=$?
  if [ "$code" = 124 ] || [ "$code" = 137 ] || [ "$code" = 143 ]; then
    say gpu hangs
  elif [ "$code" != 0 ] || [ -z "$words" ]; then
    say gpu fails "${words:-exit code $code}"
  else
    say gpu ok "$(printf '%s\n' "$words" | grep -c .)"
  fi
}

# The last digit of the mask is what others may not do with new files.
check_umask() {
  case ${mask#"${mask%?}"} in [2367]) say umask ok "$mask" ;; *) say umask open "$mask" ;; esac
}

check_locale() {
  command -v locale > /dev/null || return
  words=$(LC_ALL=$locale locale charmap 2>&1)
  case $words in
  *annot*) say locale missing "$locale" ;;
  UTF-8) say locale ok "$locale" ;;
  *) say locale narrow "${locale:-POSIX}" "$words" ;;
  esac
}

check_shell() {
  shell=$(within 5 getent passwd "$user" 2>/dev/null | sed 's/.*://')
  shell=${shell:-${SHELL:-/bin/sh}}
  case $shell in
  */nologin | */false)
    say shell none "$shell"
    return
    ;;
  esac
  say shell ok "$shell"
  # As sshd begins a command: by these two variables bash knows that it is to read ~/.bashrc.
  # The dot keeps blank lines at the end.
  words=$(unset SHLVL; export SSH_CLIENT="${SSH_CLIENT:-127.0.0.1 1 22}";
    within 10 "$shell" -c : 2>/dev/null; echo .)
  if [ "$words" = . ]; then
    say login-shell ok
    return
  fi
  say login-shell prints "$(printf '%s\n' "${words%.}" | grep '[^[:space:]]' | head -n 1)"
}

user=$(id -un 2>/dev/null || id -u)
utc
if check_home "$1"; then
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT TERM
  check_follow
fi
[ ! -d "$1" ] || {
  check_disk "$1"
  check_filesystem "$1"
}
check_session
check_python
check_logout
check_shell
check_processes
check_proc
check_gpu
check_umask
check_locale
utc
echo '@bd end'
