#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
#
# check.sh < WORK: prints what on this machine will be in the way of a job, a line a finding: "@bd
# CHECK WORD", then its facts, each behind a tab. The last line is "@bd end".
# WORK is shell text. It defines bd_env, which exports the job's variables, and has a line "bd_look
# CHECK SUBJECT LOOK WORD..." for each look. LOOK is one of the functions below.
# Of the job nothing is run but INTERPRETER --version and our reader of imports.
# Nothing that is made stays, with one exception: a look that is killed between making and removing
# its empty folder .batchdeck-check.PID.N leaves that.
# All looks go at once, each in a process of its own. One that hangs, at a dead share, say, is told
# and left behind: what waits for a dead mount may not even be killed. It holds no file of ours but
# one that is deleted.
unset IFS
LC_ALL=C
PATH=${PATH:-}:/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin
export LC_ALL PATH
umask 077
bd_limit=15 bd_count=0
bd_timeout=$(command -v timeout) && "$bd_timeout" -k 1 9 true 2>/dev/null || bd_timeout=

# WORK defines another one, which exports the variables of the job.
bd_env() { :; }

# Runs COMMAND, with a time limit where the system has timeout.
bd_within() {  # SECONDS COMMAND...
  bd_seconds=$1
  shift
  if [ -n "$bd_timeout" ]; then
    "$bd_timeout" -k 1 "$bd_seconds" "$@"
  else
    "$@"
  fi < /dev/null
}

# Prints a finding of bd_check. A fact has at most 2000 bytes, and is one line without tabs.
bd_say() {  # WORD FACT...
  bd_line="$bd_check $1"
  shift
  for bd_fact; do
    bd_line="$bd_line	$(
      printf '%s' "$bd_fact" | tr -d '\r' | tr '\n\t' '  ' | cut -c 1-2000
    )"
  done
  printf '@bd %s\n' "$bd_line"
}

# Begins the look number bd_count. Its files in bd_work: late, what is told if it hangs; part, then
# done, what it says; pid.
bd_look() {  # CHECK SUBJECT LOOK WORD...
  bd_count=$((bd_count + 1)) bd_check=$1
  bd_say hangs "$2" > "$bd_work/$bd_count.late"
  shift 2
  (  # the look is nobody's child: of a child that was killed bash would tell on stderr
    {
      "$@" > "$bd_work/$bd_count.part"
      mv "$bd_work/$bd_count.part" "$bd_work/$bd_count.done"
    } < /dev/null > /dev/null 2>&1 &
    echo "$!" > "$bd_work/$bd_count.pid"
  )
}

# Whether the look NUMBER is not over.
bd_isopen() { [ -e "$bd_work/$1.late" ] && [ ! -e "$bd_work/$1.done" ]; }  # NUMBER

# Waits for all looks, at most bd_limit seconds, and prints what they say.
bd_gather() {
  bd_end=$(($(date +%s) + bd_limit)) bd_next=1
  while [ "$bd_next" -le "$bd_count" ]; do
    if ! bd_isopen "$bd_next"; then
      bd_next=$((bd_next + 1))
    elif [ "$(date +%s)" -ge "$bd_end" ]; then
      break
    else
      sleep 0.1 2>/dev/null || sleep 1
    fi
  done
  bd_next=0
  while [ "$bd_next" -lt "$bd_count" ]; do
    bd_next=$((bd_next + 1))
    bd_isopen "$bd_next" || {
      cat "$bd_work/$bd_next.done"
      continue
    }
    read -r bd_pid < "$bd_work/$bd_next.pid" && kill -KILL "$bd_pid" 2>/dev/null
    cat "$bd_work/$bd_next.part" "$bd_work/$bd_next.late" 2>/dev/null
  done
}

# Whether a command that ended with CODE ended by itself, and not at its time limit.
bd_ended() {  # CODE
  case $1 in 124 | 137 | 143) return 1 ;; esac
}

# --- The looks.

# The job reads the file PATH.
bd_file() {  # PATH
  if [ -d "$1" ]; then
    bd_say file-folder "$1"
  elif [ ! -e "$1" ]; then
    bd_say file-missing "$1"
  elif [ ! -r "$1" ]; then
    bd_say file-unreadable "$1"
  else
    bd_say file-ok "$1"
  fi
}

# The job reads the folder PATH.
bd_folder() {  # PATH
  if [ -d "$1" ] && [ -r "$1" ] && [ -x "$1" ]; then
    bd_say folder-ok "$1"
  elif [ -d "$1" ]; then
    bd_say folder-unreadable "$1"
  elif [ -e "$1" ]; then
    bd_say file-ok "$1"
  else
    bd_say folder-missing "$1"
  fi
}

# In bd_near: the longest beginning of PATH that is there.
bd_nearest() {  # PATH
  bd_near=$1
  until [ -e "$bd_near" ]; do
    case $bd_near in */*) bd_near=${bd_near%/*} ;; *) bd_near=. ;; esac
    [ -n "$bd_near" ] || bd_near=/
  done
}

# Whether FOLDER can be written. In bd_words: why not.
bd_try() {  # FOLDER
  bd_made=$1/.batchdeck-check.$$.$bd_count
  bd_words=$(mkdir "$bd_made" 2>&1 && rmdir "$bd_made" 2>&1) || {
    bd_words=${bd_words##*: }
    return 1
  }
}

# The job makes PATH, and writes there.
bd_writable() {  # PATH
  bd_nearest "$1"
  if bd_try "$bd_near"; then
    bd_say write-ok "$1"
  else
    bd_say write-refused "$1" "$bd_near" "$bd_words"
  fi
  bd_check=disk
  bd_disk "$bd_near"
}

# PATH is on a volume. Only the job's program knows whether it writes there.
bd_volume() {  # PATH
  [ -d "$1" ] && [ -r "$1" ] && [ -x "$1" ] || {
    bd_folder "$1"
    return
  }
  if bd_try "$1"; then
    bd_say write-ok "$1"
  else
    bd_say volume-readonly "$1" "$bd_words"
  fi
  bd_check=disk
  bd_disk "$1"
}

# Runs LOOK with PATH if the volume is mounted at POINT. Nothing is asked of the mount before.
bd_mounted() {  # POINT VOLUME LOOK PATH
  bd_point=$(cd -P -- "${1%/*}/" 2>/dev/null && pwd -P)
  bd_point=$(printf '%s' "${bd_point%/}/${1##*/}" | sed 's/\\/\\134/g; s/ /\\040/g')
  if grep -qF -e " $bd_point " /proc/self/mountinfo; then
    "$3" "$4"
  else
    bd_say file-mounted "$4" "$2"
  fi
}

# The facts: mount point, KiB free, KiB in all.
bd_disk() {  # PATH
  bd_row=$(bd_within 9 df -P -k "$1" 2>/dev/null |
    awk 'NR == 2 && $2 > 0 { size = $2; free = $4; sub(/^.*%[ \t]+/, ""); print free, size, $0 }')
  bd_free=${bd_row%% *} bd_row=${bd_row#* }
  case $bd_free in '' | *[!0-9]*) return ;; esac
  if [ "$bd_free" -lt 1024 ]; then
    bd_word=full
  elif [ "$bd_free" -lt 1048576 ]; then
    bd_word=low
  else
    bd_word=ok
  fi
  bd_say "disk-$bd_word" "${bd_row#* }" "$bd_free" "${bd_row%% *}"
}

# In bd_path: what a job finds as NAME. For python that may be python3, which runtime.sh links.
bd_find() {  # NAME
  bd_path=$(bd_env; command -v "$1") && return
  [ "$1" = python ] && bd_path=$(bd_env; command -v python3) &&
    bd_say program-instead "$1" "$bd_path"
}

# The job runs the program NAME.
bd_program() {  # NAME
  if bd_find "$1"; then
    bd_say program-ok "$1" "$bd_path"
  else
    bd_say program-missing "$1"
  fi
}

# Prints "syntax LINE WORDS"; or the imported modules that are not there, a line each, then "end".
# Of a package only the top is looked for: to look further would run its code. An import within a
# function, an "if" or a "try" is passed over, as it may be meant to be missing.
bd_reader='
import ast, os, sys
try:
    from importlib.util import find_spec
except ImportError:
    import imp
    def find_spec(name):
        return imp.find_module(name)
script = sys.argv[1]
sys.path[:] = [os.path.dirname(os.path.abspath(script))] + [place for place in sys.path if place]
try:
    body = ast.parse(open(script, "rb").read(), script).body
except SyntaxError as error:
    print("syntax %s %s" % (error.lineno, error.msg))
    sys.exit()
names = []
for node in body:
    if isinstance(node, ast.Import):
        names += [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
        names.append(node.module)
for name in sorted(set(name.split(".")[0] for name in names)):
    try:
        isThere = find_spec(name) is not None
    except ImportError:
        isThere = False
    except Exception:
        isThere = True
    if not isThere:
        print(name)
print("end")
'
# The script may be empty, or not there.
bd_python() {  # INTERPRETER SCRIPT
  bd_find "$1" || {
    bd_say program-missing "$1"
    return
  }
  bd_words=$(bd_env; bd_within 10 "$bd_path" --version 2>&1)
  bd_code=$?
  bd_ended "$bd_code" || {
    bd_say hangs "$bd_path"
    return
  }
  [ "$bd_code" -eq 0 ] || {
    bd_say program-broken "$bd_path" "${bd_words:-exit code $bd_code}"
    return
  }
  bd_version=$(printf '%s\n' "$bd_words" | grep -i python | head -n 1)
  bd_say program-starts "$bd_path" "${bd_version:-$(printf '%s\n' "$bd_words" | head -n 1)}"
  [ -n "$bd_version" ] && [ -r "$2" ] && [ ! -d "$2" ] || return
  bd_check=modules
  bd_words=$(bd_env; bd_within 10 "$bd_path" -B -c "$bd_reader" "$2" 2>/dev/null)
  case $bd_words in
  end) bd_say modules-ok "$2" "$bd_version" ;;
  syntax\ *)
    bd_words=${bd_words#* }
    bd_say modules-syntax "$2" "$bd_version" "${bd_words%% *}" "${bd_words#* }"
    ;;
  *end) bd_say modules-missing "$bd_path" "$(printf '%s' "${bd_words%?end}" | tr '\n' ' ')" ;;
  *) bd_say modules-unknown "$2" ;;
  esac
}

# Prints the first line that the program PROGRAM of sed prints of bd_words.
bd_version() { printf '%s\n' "$bd_words" | sed -n "$1" | head -n 1; }  # PROGRAM

# FLAVOUR is the MPI that the command line is written for.
bd_mpi() {  # FLAVOUR
  bd_path=$(bd_env; command -v mpirun) || {
    bd_say mpi-missing
    return
  }
  bd_words=$(bd_env; bd_within 10 mpirun --version 2>&1)
  bd_code=$?
  bd_ended "$bd_code" || {
    bd_say hangs "$bd_path"
    return
  }
  case $bd_words in
  *'Open MPI'*) bd_found=openmpi bd_name="Open MPI$(bd_version 's/.*(Open MPI)//p')" ;;
  *Intel*) bd_found=intel bd_name='Intel MPI' ;;
  *HYDRA* | *MPICH*) bd_found=mpich bd_name="MPICH$(bd_version 's/^ *Version: */ /p')" ;;
  *)
    bd_say program-broken "$bd_path" "${bd_words:-exit code $bd_code}"
    return
    ;;
  esac
  if [ "$bd_found" = "$1" ]; then
    bd_say mpi-ok "$bd_path" "$bd_name"
  else
    bd_say mpi-other "$bd_path" "$bd_name"
  fi
}

bd_ssh() {
  for bd_tool in ssh ssh-keygen; do
    command -v "$bd_tool" > /dev/null || {
      bd_say ssh-missing "$bd_tool"
      return
    }
  done
  if command -v sshd > /dev/null; then
    bd_say ssh-ok
  else
    bd_say sshd-missing
  fi
}

# What mounts.sh needs.
bd_driver() {
  if ! command -v blobfuse2 > /dev/null && ! command -v rclone > /dev/null; then
    bd_say driver-missing
  elif ! command -v fusermount3 > /dev/null && ! command -v fusermount > /dev/null; then
    bd_say fusermount-missing
  elif [ ! -r /dev/fuse ] || [ ! -w /dev/fuse ]; then
    bd_say fuse-missing
  else
    bd_say driver-ok
  fi
}

bd_sshfs() {
  if ! command -v sshfs > /dev/null; then
    bd_say sshfs-missing
  elif [ ! -r /dev/fuse ] || [ ! -w /dev/fuse ]; then
    bd_say fuse-missing
  else
    bd_say sshfs-ok
  fi
}

# Asks for FOLDER of HOST as sshfs does, with this node's own keys.
bd_place() {  # HOST FOLDER
  bd_folder=$(printf '%s' "$2" | sed 's/["\\*?[]/\\&/g')
  bd_words=$(printf 'cd "%s"\n' "$bd_folder" | {
    "${bd_timeout:-env}" ${bd_timeout:+-k 1 12} sftp -b - -o BatchMode=yes -o ConnectTimeout=8 "$1"
  } 2>&1)
  case $? in
  0) bd_say place-ok "$1:$2" ;;
  1) bd_say folder-missing "$1:$2" ;;
  *)
    bd_say place-refused "$1:$2" \
      "$(printf '%s\n' "$bd_words" | grep -v '^Connection closed' | tail -n 1)"
    ;;
  esac
}

# In bd_listening: lines "PORT UID" of all sockets that listen; ports are hexadecimal.
bd_ports() {  # PORT...
  bd_listening=$(cat /proc/net/tcp /proc/net/tcp6 2>/dev/null |
    awk '$4 == "0A" { count = split($2, part, ":"); print part[count], $8 }')
  bd_taken=
  for bd_port; do
    bd_owner=$(printf '%s\n' "$bd_listening" |
      awk -v port="$(printf '%04X' "$bd_port")" '($1 "") == (port "") { print $2; exit }')
    [ -n "$bd_owner" ] || continue
    bd_taken=$bd_port
    bd_say port-taken "$bd_port" "$(id -nu "$bd_owner" 2>/dev/null || echo "$bd_owner")"
  done
  [ -n "$bd_taken" ] || bd_say ports-free "$*"
}

bd_gpus() {
  if ! command -v nvidia-smi > /dev/null; then
    [ ! -e /proc/driver/nvidia/version ] || bd_say gpu-notool
    return
  fi
  bd_words=$(bd_within 10 nvidia-smi --query-gpu=uuid --format=csv,noheader 2>&1)
  bd_code=$?
  bd_ended "$bd_code" || {
    bd_say gpu-hangs
    return
  }
  [ "$bd_code" -eq 0 ] && [ -n "$bd_words" ] || {
    bd_say gpu-fails "${bd_words:-exit code $bd_code}"
    return
  }
  bd_all=$(printf '%s\n' "$bd_words" | grep -c .)
  bd_words=$(bd_within 10 nvidia-smi --query-compute-apps=gpu_uuid,pid \
    --format=csv,noheader,nounits 2>/dev/null | grep '^GPU-')
  bd_used=$(printf '%s\n' "$bd_words" | sed 's/,.*//' | grep . | sort -u | grep -c .)
  if [ "$bd_used" -eq 0 ]; then
    bd_say gpu-free "$bd_all"
    return
  fi
  bd_users=$(printf '%s\n' "$bd_words" | sed 's/.*, *//' | while read -r bd_pid; do
    stat -c %U "/proc/$bd_pid" 2>/dev/null
  done | sort -u | tr '\n' ' ')
  bd_say gpu-busy "$((bd_all - bd_used))" "$bd_all" "${bd_users:-?}"
}

bd_container() {  # TOOL IMAGE
  bd_path=$(command -v "$1") || {
    bd_say container-missing "$1"
    return
  }
  bd_words=$(bd_within 12 "$1" info 2>&1 > /dev/null)
  bd_code=$?
  bd_ended "$bd_code" || {
    bd_say hangs "$bd_path"
    return
  }
  [ "$bd_code" -eq 0 ] || {
    bd_say container-refused "$1" "$(printf '%s\n' "$bd_words" | grep . | tail -n 1)"
    return
  }
  bd_say container-ok "$bd_path"
  bd_check=image
  if bd_within 12 "$1" image inspect "$2" > /dev/null 2>&1; then
    bd_say image-ok "$2"
  else
    bd_say image-absent "$2"
  fi
}

# Asks whether NODE answers as an SSH server. The connection goes no further than its host key.
bd_reach() {  # NODE ADDRESS PORT
  command -v ssh > /dev/null || return
  bd_words=$(bd_within 12 ssh -F /dev/null -n -o BatchMode=yes -o ConnectTimeout=6 \
    -o StrictHostKeyChecking=yes -o UserKnownHostsFile=/dev/null \
    -o GlobalKnownHostsFile=/dev/null -p "$3" "nobody@$2" true 2>&1)
  bd_code=$?
  bd_ended "$bd_code" || {
    bd_say reach-late "$1" "$2"
    return
  }
  case $bd_words in
  *'not resolve'*) bd_say reach-unknown "$1" "$2" ;;
  *'timed out'* | *'No route'* | *unreachable*) bd_say reach-late "$1" "$2" ;;
  *) bd_say reach-ok "$1" "$2" ;;  # an unknown key, or a refused connection: the node answers
  esac
}

bd_work=$(
  mktemp -d 2>/dev/null || mktemp -d "${HOME:-/}/.batchdeck-check.XXXXXX" 2>/dev/null
) || {
  bd_check=temp
  bd_say temp-refused
  echo '@bd end'
  exit 0
}
trap 'rm -rf "$bd_work"' EXIT
trap 'exit 1' HUP INT TERM
eval "$(cat)"
bd_gather
echo '@bd end'
