# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
#
# Functions of a payload: what happens on one node from the mounts to the last process. The job's
# own shell, which wrapper.sh started, sources this script, and so does undo.sh.
# POSIX sh: dash, bash --posix, busybox ash, mksh.
# Our variables begin with bd_ and are not exported. The user's variables are set by bd_variables,
# which the payload defines, and only in a process that is about to become a command of the user's.
# shellcheck disable=SC2030,SC2031 # what a subshell sets is meant for it alone
# shellcheck disable=SC2154 # the wrapper sets self

bd_newline='
'
# DIR is the attempt's folder, LOG the name of its execution log, NODE the node's name.
bd_begin() {  # DIR LOG NODE
  bd_dir=$1 bd_execution=$2 bd_node=$3 bd_log=$1/execution.log bd_at_stage='' bd_gang=''
  bd_agent=${self%/*} bd_leader=${leader:-setsid} bd_natural=${natural:-} bd_shell=${shell:-sh}
  # A $NAME of a document must not find what the wrapper used.
  unset self leader natural shell verb dir mark mask path payload code words stat \
    line own start session state ms
}

# In bd_word: TEXT in quotes, which a shell reads back as it is.
bd_quote() {  # TEXT
  bd_rest=$1 bd_word=
  while :; do
    case $bd_rest in
    *\'*) bd_word=$bd_word${bd_rest%%\'*}"'\\''" bd_rest=${bd_rest#*\'} ;;
    *) break ;;
    esac
  done
  bd_word="'$bd_word$bd_rest'"
}

# Writes a line of execution.log. That may lie on a share that has just gone: no reason to stop.
bd_note() {  # WORDS
  { printf '%s %s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$1" >> "$bd_log"; } 2>/dev/null
}

# Writes what a command said as lines of execution.log.
bd_says() {  # FILE
  { LC_ALL=C sed 's/^/>>>   /' < "$1" >> "$bd_log"; } 2>/dev/null
}

# Ends the shell. The wrapper reads its last words.
bd_fail() {  # WORDS
  printf '%s\n' "$1" >&2
  exit 1
}

# Ends the attempt with a named error.
bd_fault() {  # CAUSE WORDS
  bd_put cause "$1"
  # Where mounts are missing, the folder of the logs is, too. It is made, so that what was noted can
  # be read.
  [ -L "$bd_dir/stdouterr" ] || { mkdir -p -- "$bd_dir/stdouterr" && bd_use_log; } || :
  bd_briefly 10 bd_note "$2"
  bd_fail "$2"
}

# Writes a record, as a whole or not at all.
bd_put() {  # NAME WORDS
  { printf '%s\n' "$2" > "$bd_dir/$1.part" && mv -f "$bd_dir/$1.part" "$bd_dir/$1"; } 2>/dev/null
}

# Writes a record of which the first one stays.
bd_first() {  # NAME WORDS
  printf '%s\n' "$2" > "$bd_dir/$1.$$" || return
  ln "$bd_dir/$1.$$" "$bd_dir/$1" 2>/dev/null || [ -e "$bd_dir/$1" ] ||
    mv -f "$bd_dir/$1.$$" "$bd_dir/$1"
  rm -f "$bd_dir/$1.$$"
}

# Records which stage the attempt is in.
bd_stage() {  # STAGE
  [ "$bd_at_stage" = "$1" ] || {
    bd_at_stage=$1
    bd_put stage "$1"
  }
}

# Sets the mark that the job's own command comes next: an end before it is a launch that failed.
bd_launched() { true > "$bd_dir/launched" || bd_fail "cannot write $bd_dir/launched"; }

# Records what undo.sh has to take back, before it is made. In bd_record: the path of the record.
bd_undo() {  # KIND LINE...
  bd_number=100
  [ -d "$bd_dir/undo" ] || mkdir "$bd_dir/undo"
  for bd_record in "$bd_dir"/undo/*; do
    [ ! -e "$bd_record" ] || {
      bd_record=${bd_record##*/}
      bd_number=$((${bd_record%%-*} + 1))
    }
  done
  bd_record=$bd_dir/undo/$bd_number-$1
  shift
  {
    printf '%s\n' "$@" > "$bd_dir/undo.part" && mv -f "$bd_dir/undo.part" "$bd_record"
  } 2>/dev/null || bd_fail "cannot write $bd_record"
}

# In bd_up: seconds since the machine started.
bd_uptime() {
  read -r bd_up _ < /proc/uptime
  bd_up=${bd_up%%.*}
}

# In bd_ms: the time.
bd_now() {
  bd_ms=$(date +%s%3N)
  case $bd_ms in '' | *[!0-9]*) bd_ms=$(date +%s)000 ;; esac
}

# In bd_oom: how many processes the kernel has killed for want of memory.
bd_oom_of() {
  bd_oom=0
  while read -r bd_key bd_value; do
    [ "$bd_key" != oom_kill ] || bd_oom=$bd_value
  done 2>/dev/null < /proc/vmstat
}

bd_pause() { sleep "$1" 2>/dev/null || sleep 1; }  # SECONDS

# Rests between two looks, of which there were bd_rounds: the longer a wait takes, the less a moment
# matters.
bd_rest_a_while() {
  bd_rounds=$((bd_rounds + 1))
  if [ "$bd_rounds" -le 2 ]; then
    bd_pause 0.004
  elif [ "$bd_rounds" -le 5 ]; then
    bd_pause 0.02
  elif [ "$bd_rounds" -le 50 ]; then
    bd_pause 0.1
  elif [ "$bd_rounds" -le 60 ]; then
    bd_pause 0.5
  else
    sleep 1
  fi
}

# In bd_born: when the process began, in ticks. False when there is no such process, or only its
# zombie.
bd_alive() {  # PID
  bd_stat=
  while IFS= read -r bd_line || [ -n "$bd_line" ]; do
    bd_stat="$bd_stat$bd_line "
  done 2>/dev/null < "/proc/$1/stat" || return 1
  # shellcheck disable=SC2086 # words
  set -- ${bd_stat##*) }
  [ $# -ge 20 ] || return 1
  bd_state=$1
  shift 19
  bd_born=$1
  [ "$bd_state" != Z ] && [ "$bd_state" != X ]
}

# Becomes COMMAND, in a session of its own. It outlives the job's own processes for a moment.
bd_service() {  # COMMAND...
  [ -z "${BATCHDECK_TOKEN:-}" ] || export BATCHDECK_TOKEN="$BATCHDECK_TOKEN.service"
  # shellcheck disable=SC2086 # words
  exec $bd_leader "$@"
}

# Runs COMMAND, and ends with its exit code. Where it takes longer than SECONDS it is killed with
# its session, and the code is 124.
bd_within() {  # SECONDS COMMAND...
  bd_limit=$1
  shift
  bd_service "$@" < /dev/null &
  bd_child=$!
  bd_wait_for_child
}

# Does the same with a function, which looks where a mount may be dead.
bd_briefly() {  # SECONDS FUNCTION...
  bd_limit=$1
  shift
  "$@" < /dev/null &
  bd_child=$!
  bd_wait_for_child
}

# Waits for bd_child, at most bd_limit seconds. Ends with its exit code, or with 124.
bd_wait_for_child() {
  bd_rounds=0
  bd_uptime
  bd_until=$((bd_up + bd_limit))
  while bd_alive "$bd_child"; do
    bd_uptime
    if [ "$bd_up" -ge "$bd_until" ]; then
      kill -TERM "-$bd_child"
      bd_pause 1
      kill -KILL "-$bd_child"
      kill -KILL "$bd_child"
      return 124  # not waited for: what hangs in a file system that is away cannot be killed
    fi 2>/dev/null
    bd_rest_a_while
  done
  wait "$bd_child" 2>/dev/null
}

bd_folder() { mkdir -p -- "$1" || bd_fail "cannot make the folder $1"; }  # FOLDER

# Makes a folder that may lie on a mount, which may be dead.
bd_far_folder() {  # FOLDER
  bd_within 20 mkdir -p -- "$1" || case $? in
  124) bd_silent "$1" ;;
  *) bd_fail "cannot make the folder $1" ;;
  esac
}

# Ends the attempt, as what is mounted at PATH does not answer.
bd_silent() {  # PATH
  bd_fault MountFailed \
    "$1 does not answer: what is mounted there is dead, or its server cannot be reached"
}

# Asks a mount of the cluster, which is there already, for an answer.
bd_answers() {  # PATH
  bd_within 20 test -d "$1/." || case $? in
  124) bd_silent "$1" ;;
  *) ! bd_mounted "$1" || bd_silent "$1" ;;
  esac
}

# Makes the folders of the attempt.
bd_folders() {
  set -- "$bd_dir/temp/wd" "$bd_dir/temp/dir" "$bd_dir/temp/mounts" "$bd_dir/outputs" \
    "$bd_dir/../shared"
  mkdir -p -- "$@" || bd_fail "cannot make the folders $*"
  command -v python > /dev/null || bd_python
}

# Makes what recipes call "python", where a node has python3 only. It is last in the PATH, so any
# other comes first.
bd_python() {
  bd_place=$(command -v python3) || return 0
  bd_folder "$bd_dir/bin"
  bd_link "$bd_place" "$bd_dir/bin/python"
  export PATH="$PATH:$bd_dir/bin"
  bd_note "there is no python on this node: it is $bd_place for this job"
}

# Makes the link LINK to PLACE.
bd_link() {  # PLACE LINK
  if [ -L "$2" ] && [ "$(readlink "$2")" = "$1" ]; then return; fi
  {
    { [ ! -L "$2" ] && [ ! -e "$2" ]; } || rm -f "$2"
  } && ln -s "$1" "$2" || bd_fail "cannot make the link $2"
}

# Makes a directory of the job, and the link DIR/NAME to it. A relative FOLDER is meant below wd.
bd_directory() {  # FOLDER NAME
  case $1 in /*) ;; *) set -- "$bd_dir/temp/wd/$1" "$2" ;; esac
  bd_far_folder "$1"
  # The link leads to the real path: a mount of the job that is a link goes with the job, and its
  # files are looked at afterwards.
  bd_place=$(cd -P -- "$1" 2>/dev/null && pwd -P) || bd_place=$1
  bd_link "$bd_place" "$bd_dir/$2"
}

# Moves what was noted before there was a folder of logs into that.
bd_use_log() {
  bd_log=$bd_dir/stdouterr/$bd_execution
  [ ! -e "$bd_dir/execution.log" ] ||
    { cat "$bd_dir/execution.log" >> "$bd_log" && rm -f "$bd_dir/execution.log"; } 2>/dev/null
}

# Writes DIR/FILE.
bd_file() {  # FILE PIECE...
  bd_place=$bd_dir/$1
  shift
  [ -d "${bd_place%/*}" ] || bd_folder "${bd_place%/*}"
  for bd_piece; do
    printf '%s' "$bd_piece" || bd_fail "cannot write $bd_place"
  done > "$bd_place" || bd_fail "cannot write $bd_place"
}

# Tries to write a log before exec does: a redirection of exec that fails ends a shell in words of
# its own, and so does one of ":".
bd_open() {  # LOG
  bd_briefly 20 bd_append "$bd_dir/stdouterr/$1" || case $? in
  124) bd_silent "$bd_dir/stdouterr" ;;
  *) bd_fail "cannot write $bd_dir/stdouterr/$1" ;;
  esac
}

bd_append() { { true >> "$1"; } 2>/dev/null; }  # FILE

# Whether REAL-PATH is a mount point. Nothing is touched: it may be dead, or what it lies on.
bd_mounted() {  # REAL-PATH
  bd_point=$1
  case $bd_point in
  *[!A-Za-z0-9/._-]*)
    bd_point=$(printf '%s' "$bd_point" | LC_ALL=C sed 's/\\/\\134/g; s/ /\\040/g; s/	/\\011/g')
    ;;
  esac
  while read -r _ _ _ _ bd_place _; do
    [ "$bd_place" != "$bd_point" ] || return 0
  done < /proc/self/mountinfo
  return 1
}

# Takes away what is mounted at PATH. What is busy or dead goes out of sight at least. True when
# nothing is mounted there afterwards.
bd_unmount() {  # PATH
  for bd_tool in 'fusermount3 -u' 'fusermount -u' umount 'fusermount3 -u -z' 'fusermount -u -z' \
    'umount -l' 'sudo -n umount' 'sudo -n umount -l'; do
    bd_mounted "$1" || return 0
    command -v "${bd_tool%% *}" >/dev/null || continue
    # shellcheck disable=SC2086 # words
    bd_within 10 $bd_tool "$1" > /dev/null 2>&1
  done
  ! bd_mounted "$1"
}

bd_unmountable() { bd_fault MountFailed "cannot mount $bd_what at $bd_at: $1"; }  # WORDS

# Mounts WHAT at POINT. KIND link: SOURCE is a folder. KIND blob: SOURCE are options, and mounts.sh
# is sourced. KIND fuse, plain, any: SOURCE is a command that mounts; after one of any nothing may
# be mounted.
bd_mount() {  # KIND POINT WHAT SOURCE [SECONDS]
  bd_kind=$1 bd_at=$2 bd_what=$3 bd_driver=
  bd_stage mounting
  while case $bd_at in ?*/) ;; *) false ;; esac do bd_at=${bd_at%/}; done
  case $bd_at in
  *"$bd_newline"* | */../* | */..) bd_unmountable 'that is no place for it' ;;
  /*) ;;
  *) bd_unmountable 'that is no absolute path' ;;
  esac
  bd_note "Mounting $bd_what at $bd_at"
  bd_within 20 mkdir -p -- "${bd_at%/*}/" || case $? in
  124) bd_unmountable "${bd_at%/*} does not answer" ;;
  *) bd_unmountable "cannot make the folder ${bd_at%/*}" ;;
  esac
  bd_place=$(cd -P -- "${bd_at%/*}/" && pwd -P) || bd_unmountable "cannot enter ${bd_at%/*}"
  bd_at=${bd_place%/}/${bd_at##*/}
  case $bd_kind in
  link) bd_mount_link "$4" ;;
  blob) bd_mount_blob "$4" ;;
  *) bd_mount_command "$4" "${5:-120}" ;;
  esac
  bd_note "Mounted $bd_what at $bd_at${bd_driver:+ by $bd_driver}"
}

# Makes bd_at a link to FOLDER.
bd_mount_link() {  # FOLDER
  ! bd_mounted "$bd_at" || bd_unmountable 'something else is mounted there'
  bd_within 20 test -d "$1" || bd_unmountable "there is no folder $1"
  if [ -L "$bd_at" ]; then
    [ "$(readlink "$bd_at")" != "$1" ] || return 0
    rm -f "$bd_at"
  elif [ -e "$bd_at" ]; then
    rmdir -- "$bd_at" 2>/dev/null || bd_unmountable 'there is something already'
  fi
  bd_undo mount "$bd_at" link
  bd_words=$(ln -s "$1" "$bd_at" 2>&1) || bd_unmountable "$bd_words"
}

bd_is_empty() {  # FOLDER
  for bd_entry in "$1"/* "$1"/.[!.]* "$1"/..?*; do
    [ ! -e "$bd_entry" ] && [ ! -L "$bd_entry" ] || return 1
  done
}

# Prints the last line of FILE that says something. After that mount(8) sends its reader to dmesg.
bd_last_words() {  # FILE
  LC_ALL=C grep -v -e '^[[:space:]]*$' -e 'dmesg(1) may have more information' "$1" |
    tail -n 1 | sed 's/^[[:space:]]*//'
}

# Makes the folder bd_at, and the record in bd_record by which it is unmounted. False where it is
# mounted already, and answers.
bd_make_point() {
  if bd_mounted "$bd_at"; then
    ! bd_within 20 test -d "$bd_at/." || return 1
    bd_unmount "$bd_at" || bd_unmountable 'a dead one is there and cannot be taken away'
  fi
  [ ! -L "$bd_at" ] || rm -f "$bd_at"
  mkdir -p -- "$bd_at" && bd_is_empty "$bd_at" || bd_unmountable 'there is something already'
  bd_undo mount "$bd_at" "$bd_kind"
}

# Mounts at bd_at by LINE, which may take SECONDS.
bd_mount_command() {  # LINE SECONDS
  bd_make_point || return 0
  bd_sh='sh'
  ! command -v bash >/dev/null 2>&1 || bd_sh='bash'
  bd_within "$2" "$bd_sh" -c "$1" > "$bd_dir/mount.out" 2>&1
  bd_code=$?
  bd_says "$bd_dir/mount.out"
  [ "$bd_code" -ne 124 ] || bd_unmountable "it took longer than $2 s"
  [ "$bd_code" -eq 0 ] ||
    bd_unmountable "$(bd_last_words "$bd_dir/mount.out") (exit code $bd_code)"
  bd_mounted "$bd_at" || case $bd_kind in
  any) bd_note "the command ended well, and nothing is mounted at $bd_at" ;;
  *) bd_unmountable 'the command ended well, and nothing is mounted there' ;;
  esac
}

# Exports the variables.
bd_exports() {  # [NAME VALUE]...
  while [ $# -gt 1 ]; do
    export "$1=$2"
    shift 2
  done
}

# In bd_size: the bytes of TEXT, exactly from 1,000 characters on. Not every shell counts bytes.
bd_count() {  # TEXT
  bd_size=${#1}
  [ "$bd_size" -ge 1000 ] || return 0
  bd_size=$(PATH=$PATH:/usr/bin:/bin; wc -c <<bd_end
$1
bd_end
  )
  bd_size=$((bd_size - 1))  # without the end of the line
}

# In bd_room: the bytes that all variables may have, three quarters of what Linux lets a program be
# given.
bd_count_room() {
  bd_room=$(PATH=$PATH:/usr/bin:/bin; getconf ARG_MAX 2>/dev/null)
  case $bd_room in '' | *[!0-9]*) bd_room=2000000 ;; esac
  [ "$bd_room" -lt 2000000 ] || bd_room=2000000
  bd_room=$((bd_room / 4 * 3))
}

# Exports NAME unless it is too long: Linux gives a program no word and no variable of 128 KiB or
# more. One that is too long goes into bd_long and bd_long_names. Only the user's shell has it then,
# by bd_write_line.
bd_variable() {  # NAME VALUE
  bd_count "$1=$2"
  bd_given=$((${bd_given:-0} + bd_size))
  [ "$bd_given" -lt 90000 ] || [ -n "${bd_room:-}" ] || bd_count_room
  if [ "$bd_size" -lt 131072 ] && [ "$bd_given" -lt "${bd_room:-90000}" ]; then
    export "$1=$2"
    return
  fi
  bd_given=$((bd_given - bd_size))
  unset "$1"
  eval "$1=\$2"
  # bd_quote would do the same, and take long for so much.
  bd_word=$(PATH=$PATH:/usr/bin:/bin; LC_ALL=C sed "s/'/'\\\\''/g" <<bd_end
$2.
bd_end
  )
  bd_long="${bd_long:-}$1='${bd_word%.}'$bd_newline" bd_long_names="${bd_long_names:-} $1"
}

# Whether LINE, or a variable of it, is too long to be given to a program.
bd_is_long() { [ -n "${bd_long:-}" ] || [ "${#1}" -ge 32000 ]; }  # LINE

# In bd_line_file: the file for the command line of this process.
bd_name_line() {
  bd_own=
  IFS=' ' read -r bd_own _ < /proc/self/stat
  bd_line_file=$bd_dir/line-$bd_own
}

# Puts FIRST, the long variables and LINE into bd_line_file.
bd_write_line() {  # LINE FIRST
  [ -z "${bd_long:-}" ] || bd_note "too long for a program to be given, so that only the command \
line itself sees it:$bd_long_names"
  (
    PATH=$PATH:/usr/bin:/bin
    umask 077
    cat > "$bd_line_file"
  ) <<bd_end || bd_fail "cannot write $bd_line_file"
$2
${bd_long:-}$1
bd_end
}

# Becomes the user's command line, with WORDS before the shell.
bd_exec() {  # LINE [WORDS...]
  bd_text=$1
  shift
  if bd_is_long "$bd_text"; then
    bd_name_line
    bd_write_line "$bd_text" 'exec 9<&-'
    exec 9< "$bd_line_file"
    (
      PATH=$PATH:/usr/bin:/bin
      rm -f "$bd_line_file"
    )
    bd_sh='sh'
    ! command -v bash >/dev/null 2>&1 || bd_sh='bash'
    # mksh keeps descriptors to itself that it is not told of.
    exec "$@" "$bd_sh" -c '. /proc/self/fd/9' 9<&9
  fi
  if command -v bash >/dev/null 2>&1; then exec "$@" bash -c "$bd_text"; fi
  exec "$@" sh -c "$bd_text"
}

# Runs the job preparation LINE. WHAT is its name in the log.
bd_prepare() {  # WHAT STDOUT STDERR LINE
  bd_open "$2"
  bd_open "$3"
  bd_stage preparing
  bd_note "$1 began"
  true > "$bd_dir/preparing"
  (
    cd "$bd_dir/temp/wd" || exit 1
    exec < /dev/null >> "$bd_dir/stdouterr/$2" 2>> "$bd_dir/stdouterr/$3"
    bd_variables
    bd_exec "$4"
  )
  bd_code=$?
  rm -f "$bd_dir/preparing"
  if [ "$bd_code" -ne 0 ]; then
    true > "$bd_dir/prep-failed"
    bd_note "$1 failed on $bd_node with err exit status $bd_code"
    tail -c 1000 "$bd_dir/stdouterr/$3" >&2
    exit "$bd_code"
  fi
  bd_note "$1 ended"
}

# Becomes the only process of a node that is alone.
bd_only() {  # STDOUT STDERR LINE [NAME VALUE]...
  bd_open "$1"
  bd_open "$2"
  bd_stage executing
  bd_note 'the command starts'
  cd "$bd_dir/temp/wd" || bd_fail "cannot enter $bd_dir/temp/wd"
  # The attempt's own stderr stays at hand until the mark is set: after that, what fails is the
  # program.
  exec 9>&2 >> "$bd_dir/stdouterr/$1" 2>> "$bd_dir/stdouterr/$2"
  true > "$bd_dir/launched" || {
    printf '%s\n' "cannot write $bd_dir/launched" >&9
    exit 1
  }
  exec 9>&-
  bd_program=$3
  shift 3
  bd_exports "$@"
  bd_variables
  bd_exec "$bd_program"
}

# Waits until all nodes of the job are here, as they begin together; or until the job is over before
# it began.
bd_gate() {
  bd_stage ready
  bd_await released ended
  [ ! -e "$bd_dir/ended" ] || bd_leave
}

# Keeps a node that is set up until it is told otherwise.
bd_stay() {
  bd_launched
  bd_put offer -
  bd_stage ready
  bd_await ended
  bd_leave
}

# Ends the attempt. What it made is taken away then.
bd_leave() {  # [CODE]
  bd_stage collecting
  exit "${1:-0}"
}

# Waits until one of these files is in the attempt's folder.
bd_await() {  # NAME...
  bd_rounds=0
  while :; do
    for bd_name; do [ ! -e "$bd_dir/$bd_name" ] || return 0; done
    bd_rest_a_while
  done
}

# --- Several processes, or a node that stays for others.
# Each process has a shell that waits for it. That shell tells the one that supervises, by a pipe:
# nobody polls, and there is no signal that a shell could miss. The lines in the pipe:
#   start KIND INDEX PID START
#   exit KIND INDEX PID CODE MS
#   ended
# KIND is "process" or "service"; a service is ended when the processes are done. INDEX is a number,
# or TASK-NUMBER ("worker-1").

# Starts a process and the shell that waits for it. bd_process is what the payload calls.
bd_process() {  # KIND INDEX STDOUT STDERR LINE [NAME VALUE]...
  # The inner shell may be killed. Nobody else would tell then. What it waited for is ended with the
  # rest.
  (
    (bd_accompany "$@") || {
      bd_now
      echo "exit $1 $2 0 137 $bd_ms" >&3
    }
  ) &
}

# Waits for a process, and tells its start and its end to descriptor 3.
bd_accompany() {
  bd_launch "$@" 3>&- &
  bd_child=$!
  bd_alive "$bd_child"
  echo "start $1 $2 $bd_child ${bd_born:-0}" >&3
  wait "$bd_child" 2>/dev/null
  bd_code=$?
  bd_now
  echo "exit $1 $2 $bd_child $bd_code $bd_ms" >&3
  exit 0
}

# Becomes a process.
bd_launch() {
  trap - TERM
  cd "$bd_dir/temp/wd" || exit 126
  exec < /dev/null >> "$bd_dir/stdouterr/$3" 2>> "$bd_dir/stdouterr/$4"
  bd_program=$5
  shift 5
  bd_exports "$@"
  [ -z "$bd_gang" ] || bd_with_ways "$bd_program"
  # shellcheck disable=SC2086 # words; taken before the user's IFS is
  set -- $bd_natural $bd_leader
  bd_variables
  bd_exec "$bd_program" "$@"
}

# Runs PROCESSES and SERVICES, and ends the attempt. bd_processes, which the payload defines, starts
# them.
bd_run() {  # PROCESSES SERVICES
  bd_stage executing
  case $1.$2 in
  0.0) bd_note 'ready; the command runs on another node' ;;
  *) bd_note 'the command starts' ;;
  esac
  bd_launched
  bd_oom_of
  bd_oom_before=$bd_oom
  [ -z "$bd_gang" ] || bd_watch
  # Whoever ends the attempt ends the processes, too. What becomes of them is still to be seen.
  trap '' TERM
  {
    bd_processes
    [ -z "$bd_gang" ] || bd_tell_end &
  } 3>&1 >&2 | bd_supervise "$1" "$2"
  bd_code=$?
  [ -z "$bd_gang" ] || bd_linger
  bd_leave "$bd_code"
}

# Tells that the job as a whole is over, or that somebody ends this attempt.
bd_tell_end() {
  trap 'echo ended >&3; exit' TERM
  bd_await ended
  echo ended >&3
}

# Tells the other nodes, which may take a while. Our pipe is not for that.
bd_tell_others() {  # WHY
  {
    trap - TERM
    bd_tell "$1"
  } < /dev/null &
}

# Reads the pipe until all processes are over. Ends with the exit code of the node: that of the
# first process that failed.
bd_supervise() {  # PROCESSES SERVICES
  bd_left=$1 bd_services=$2 bd_pids=' ' bd_own=0 \
    bd_over='' bd_ended='' bd_stopping='' bd_timer=''
  while :; do
    [ "$bd_left" -gt 0 ] || bd_all_done
    [ "$bd_left" -gt 0 ] || [ "$bd_services" -gt 0 ] ||
      { [ -n "$bd_gang" ] && [ -z "$bd_ended" ]; } || break
    read -r bd_event bd_kind bd_index bd_pid bd_code bd_ms || {
      # Those that would have told were killed.
      [ "$bd_left" -eq 0 ] || [ "$bd_own" -ne 0 ] || bd_own=137
      break
    }
    case $bd_event in
    start) bd_started "$bd_code" ;;
    exit) bd_exited ;;
    ended)
      bd_ended=1
      bd_stop
      ;;
    esac
  done
  # The timer is waited for: mksh tells on stderr of a child that it finds killed.
  [ -z "$bd_timer" ] || {
    kill -KILL "$bd_timer"
    wait "$bd_timer"
  } 2>/dev/null
  bd_why=
  read -r bd_why 2>/dev/null < "$bd_dir/ended"
  [ "$bd_why" != 'done' ] || bd_own=0
  return "$bd_own"
}

# Records a process that started.
bd_started() {  # START
  bd_pids="$bd_pids$bd_pid:$1 "
  printf '%s %s\n' "$bd_pid" "$1" >> "$bd_dir/sessions"
  [ -z "$bd_stopping" ] || bd_signal KILL "$bd_pid:$1"
}

# Counts a process that ended. If it failed first it ends the others.
bd_exited() {
  # shellcheck disable=SC2295 # no patterns
  case $bd_pids in
  *" $bd_pid:"*)
    bd_rest=${bd_pids#* $bd_pid:}
    bd_pids="${bd_pids%% $bd_pid:*} ${bd_rest#* }"
    ;;
  esac
  case $bd_kind in
  service) bd_services=$((bd_services - 1)) ;;
  *) bd_left=$((bd_left - 1)) ;;
  esac
  [ "$bd_code" -ne 0 ] || return 0
  [ "$bd_kind" = service ] && [ -n "$bd_stopping" ] || [ "$bd_own" -ne 0 ] || bd_own=$bd_code
  # What the end of the whole job brought down has not failed of itself.
  [ -z "$bd_stopping" ] && [ ! -e "$bd_dir/ended" ] || return 0
  for bd_each in "$bd_dir"/end.*; do [ ! -e "$bd_each" ] || return 0; done
  bd_oom_of
  bd_first failed "$bd_index $bd_code $bd_ms $((bd_oom - bd_oom_before))"
  bd_stop
  [ -z "$bd_gang" ] || bd_tell_others "$bd_node"
  bd_briefly 10 bd_note "process $bd_index failed on $bd_node with err exit status $bd_code"
}

# Tells once that all processes of this node are over.
bd_all_done() {
  [ -z "$bd_over" ] || return 0
  bd_over=1
  bd_put own-exit "$bd_own"
  if [ -z "$bd_gang" ]; then
    [ "$bd_services" -eq 0 ] || bd_stop
    return
  fi
  bd_stage 'done'
  [ "$bd_own" -ne 0 ] || bd_tell_others 'done'
}

# Ends what runs: sends TERM, and KILL to what is there 10 s later.
bd_stop() {
  [ -z "$bd_stopping" ] || return 0
  bd_stopping=1
  # shellcheck disable=SC2086 # words
  bd_signal TERM $bd_pids
  # shellcheck disable=SC2086
  {
    trap - TERM
    sleep 10
    bd_signal KILL $bd_pids
  } &
  bd_timer=$!
}

# Sends a signal to groups whose leader still lives, so that no process that took its number is hit.
bd_signal() {  # NAME PID:START...
  bd_name=$1
  shift
  for bd_each; do
    bd_alive "${bd_each%:*}" && [ "$bd_born" = "${bd_each#*:}" ] || continue
    {
      kill "-$bd_name" "-${bd_each%:*}" || kill "-$bd_name" "${bd_each%:*}"
      kill -CONT "-${bd_each%:*}"
    } 2>/dev/null
  done
}
