#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
#
# Runs one attempt of a job so that it outlives the connection. POSIX sh: dash, bash, ash, mksh.
#   start DIR LIMIT GRACE MARK [PATIENCE]
#                       starts an attempt. The payload is on stdin, its last line is "#MARK".
#                       LIMIT (0: none) and GRACE are in seconds, PATIENCE in hundredths of a second
#   status DIR...       tells states
#   kill DIR GRACE WHY  TERM, GRACE, KILL to all its processes; goes on without the caller
#   void DIR            makes an attempt that has not begun unable to begin
#   release DIR         lets a node that is ready go on. The offers of all nodes are on stdin
#   end DIR WHY         the job as a whole is over: WHY is "done", or the node that failed
#   tidy DIR            ends and takes back what an attempt left that lost its wrapper
#   unlinger HOME       takes back the lingering that a start switched on, unless an attempt runs
# All but unlinger print "@bd N STATE KEY=VALUE... ." for the Nth DIR, then "@bd end COUNT".
#
# The lines 5 to 16 of this file are what it prints when it is called without a verb.
# A verb that fails prints "@bd failed WORDS". start answers when the attempt is committed. With
# PATIENCE it answers when the node has an offer for the others, or is over, or the time is up.
# Further verbs are this script's own: run (the wrapper), job, watch, hold, reap.
#
# The payload is evaluated in DIR by a shell that leads a session of its own, with stdout and stderr
# in DIR/out and DIR/err until it redirects them. It creates DIR/launched just before the job's own
# command, DIR/preparing before a job preparation, and DIR/prep-failed after one that failed.
# Files in DIR that are written here:
#   machine               format, id, host. Format 1 had no machine, and no full in exit
#   wrapper, watch, job   pid, start
#   boot, token
#   started               ms
#   go/, go/void          the commit point; the attempt never ran
#   end, end.WHY          nobody, or somebody ended the attempt
#   exit                  code, ms, oom [full]
#   samples               of sampler.sh
# HOME may be shared by many machines: a pid means something only where boot is this machine's.
# Files of runtime.sh and gang.sh: stage, cause, offer, released, ended, own-exit, failed (process
# code ms oom), sessions (pid start), undo/.
# At the end of an attempt its processes go first, then what undo.sh takes back, then the services
# of the attempt, which carry TOKEN.service: a process that writes its last words still finds its
# mounts.
# shellcheck disable=SC2016 # what is in quotes is meant for another shell
# shellcheck disable=SC2030,SC2031 # what a subshell sets is meant for it alone
set -u
set +C
unset IFS
mask=$(umask)
umask 077
path=${PATH:-}
PATH=$path:/usr/local/bin:/usr/bin:/bin
export PATH
self=$0 shell=${BATCHDECK_SH:-sh} verb=${1:-} dir=${2:-}

# In own, start, session, state: facts of the process. False when there is no such process, or only
# its zombie.
stat_of() {  # PID
  stat=
  while IFS= read -r line || [ -n "$line" ]; do
    stat="$stat$line "
  done 2>/dev/null < "/proc/$1/stat" || return 1
  own=${stat%% *}
  set -- ${stat##*) }
  [ $# -ge 20 ] || return 1
  state=$1 session=$4
  shift 19
  start=$1
  [ "$state" != Z ] && [ "$state" != X ]
}

# In boot: what tells this boot of the machine from others. A container has the boot id of its host:
# its pid namespace and its pid 1 tell its own restarts.
boot_of() {
  read -r boot < /proc/sys/kernel/random/boot_id
  stat_of 1 || start=
  boot="$boot:$(readlink /proc/self/ns/pid):$start"
}

# In here: this machine's id and its name. Where the system has no id it is made of the name.
machine_of() {
  id=
  read -r id 2>/dev/null < /etc/machine-id
  read -r name 2>/dev/null < /proc/sys/kernel/hostname || name=$(uname -n)
  case $name in
  *[!A-Za-z0-9.-]*) name=$(printf '%s' "$name" | LC_ALL=C tr -c 'A-Za-z0-9.-' _) ;;
  esac
  is_id "$id" || id=host-$name
  here="$id $name"
}

# Whether TEXT is a machine's id.
is_id() {  # TEXT
  case $1 in *[!0-9a-f]*) return 1 ;; esac
  [ ${#1} -eq 32 ]
}

# In up: seconds since the machine started.
uptime() {
  read -r up _ < /proc/uptime
  up=${up%%.*}
}

# In ms: the time.
utc() {
  ms=$(date +%s%3N)
  case $ms in '' | *[!0-9]*) ms=$(date +%s)000 ;; esac
}

# In oom: how many processes the kernel has killed for want of memory.
oom_of() {
  oom=0
  while read -r key value; do
    [ "$key" != oom_kill ] || oom=$value
  done 2>/dev/null < /proc/vmstat
}

# Writes the record NAME, as a whole or not at all.
put() {  # NAME WORDS
  { echo "$2" > "$dir/$1.part" && mv -f "$dir/$1.part" "$dir/$1"; } 2>/dev/null
}

# True when the process recorded in FILE still lives: same pid, same start. Sets pid and born.
same() {  # FILE
  pid= born=
  read -r pid born 2>/dev/null < "$dir/$1" && [ -n "$born" ] &&
    stat_of "$pid" && [ "$start" = "$born" ]
}

# Makes the attempt void. Fails when it was committed before.
void() { mkdir "$dir/go" 2>/dev/null && mkdir "$dir/go/void"; }

# Tells start what it waits for. Descriptor 3 is the pipe to it.
answer() {  # WORDS
  (echo "$*" >&3) 2>/dev/null
  exec 3>&-
}

# In words: why nothing can be written to dir. False when something can.
full() {
  words=$(LC_ALL=C dd if=/dev/zero "of=$dir/probe" bs=4096 count=1 2>&1) && words= ||
    words=${words%%
*}
  rm -f "$dir/probe"
  [ -n "$words" ]
}

# Ends the shell that cannot write to dir. The attempt never runs.
unwritable() {
  full
  never "cannot write to $dir${words:+: $words}"
}

# Kills a child and its session.
silence() {  # PID
  {
    kill -KILL "$1"
    kill -KILL "-$1"
    wait "$1"
  } 2>/dev/null
}

# Ends the shell of an attempt that never runs.
never() {  # WORDS
  void
  rm -f "$dir/job"
  answer "$@"
  exit 125
}

# In leader: the words that make the rest of a command line a session of its own. Fails where the
# system has none.
begin_session() {
  if command -v setsid >/dev/null; then
    leader=setsid
  elif busybox setsid true 2>/dev/null; then
    leader='busybox setsid'
  else
    leader='perl -MPOSIX -e POSIX::setsid();exec(@ARGV);exit(127)'
    $leader true 2>/dev/null
  fi
}

# In keeper: the words that make the rest of a command line outlive a logout at which logind ends
# all of the user's processes; empty where that is not so. logind spares a scope of the user's own
# manager, and that manager stays while the user lingers. With a HOME, lingering is switched on.
keep() {  # HOME|''
  keeper= words=
  fate=$($shell "${self%/*}/inventory.sh" --logout)
  case $fate in
  lingers) ;;
  killed) [ -n "$1" ] && linger "$1" || return ;;
  *) return 0 ;;
  esac
  export XDG_RUNTIME_DIR="${XDG_RUNTIME_DIR:-/run/user/$(id -u)}"
  for collect in --collect ''; do
    keeper="systemd-run --user --scope --quiet $collect"
    words=$($keeper true 2>&1 < /dev/null) && return 0
  done
  keeper= words="this machine ends all processes of a user at logout, and keeping a job from that \
failed: $words"
  return 1
}

# Switches lingering on. By the record in HOME clean.sh knows that we did.
linger() {  # HOME
  mark=$1/nodes/${here%% *}
  words=$({ export LC_ALL=C; mkdir -p "$mark" && : > "$mark/linger" &&
    loginctl --no-ask-password enable-linger; } 2>&1 < /dev/null)
  [ "$($shell "${self%/*}/inventory.sh" --logout)" != lingers ] || return 0
  rm -f "$mark/linger"
  rmdir "$mark" "$1/nodes" 2>/dev/null
  words="this machine ends all processes of a user at logout (KillUserProcesses), jobs too, unless \
its administrator runs \"loginctl enable-linger $(id -un)\"${words:+ ($words)}"
  return 1
}

# Prints the pids of the attempt: of processes that carry its token in their environment, and of its
# sessions. With -x those of services are left out. -z is for BusyBox: its grep sees nothing behind
# a NUL without it.
members() {  # -x|''
  {
    LC_ALL=C grep -zlF $1 "BATCHDECK_TOKEN=$token" /proc/[0-9]*/environ 2>/dev/null |
      sed 's,/proc/,,; s,/.*,,'
    set --
    for sid in $sids; do set -- "$@" -e "s/^\([0-9]*\) (.*) [^ZX] [0-9]* [0-9]* $sid .*/\1/p"; done
    [ $# -eq 0 ] || cat /proc/[0-9]*/stat 2>/dev/null | LC_ALL=C sed -n "$@"
  } | sort -u
}

# In sids: the sessions of the attempt. A session whose leader's pid was given to another process
# has ended.
sessions() {
  sids=
  while read -r sid born; do
    [ -n "$born" ] || continue
    stat_of "$sid"
    [ -n "$stat" ] && [ "$start" != "$born" ] || sids="$sids $sid"
  done <<X
$(cat "$dir/job" "$dir/sessions" 2>/dev/null)
X
}

# Sends TERM to the members, and KILL to those that are there after GRACE. Fails when some are there
# a minute later.
sweep() {  # GRACE -x|''
  signal=TERM rest=0.1
  uptime
  end=$((up + $1))
  while
    all=$(members "$2")
    [ -n "$all" ]
  do
    [ -z "$signal" ] || {
      for sid in $sids; do kill -$signal "-$sid"; done
      kill -$signal $all
      kill -CONT $all
    } 2>/dev/null
    sleep "$rest" 2>/dev/null || sleep 1
    uptime
    [ "$signal" = KILL ] || {
      signal=
      [ "$up" -le "$end" ] || signal=KILL
    }
    [ "$up" -le $((end + 60)) ] || return 1
    [ "$up" -lt $((end - $1 + 2)) ] || rest=1
  done
}

# Takes back what the attempt made outside of its folder.
undo() { [ ! -d "$dir/undo" ] || $shell "${self%/*}/undo.sh" "$dir" < /dev/null; }

# Writes the exit record into the room that was taken for it.
record() {  # WORDS
  { printf '%-63s\n' "$1" 1<> "$dir/exit.part" && mv -f "$dir/exit.part" "$dir/exit"; } 2>/dev/null
}

# In words: the end. False where there is no exit record, or somebody is taking back what the
# attempt made.
ended() {
  [ ! -d "$dir/undo" ] || ! attended || return 1
  read -r code ms oom disk 2>/dev/null < "$dir/exit" || {
    [ -e "$dir/exit" ] && words=unreadable
    return
  }
  words="exited code=$code ended=$ms oom=$oom${disk:+ $disk=1}"
  # The machine may have gone down between the record and the end of the undoing: nobody else is
  # left to do it.
  [ ! -d "$dir/undo" ] || [ -n "$where" ] || [ -z "$was" ] || [ "$was" = "$now" ] ||
    (apart "${self%/*}/undo.sh" "$dir")
  [ -e "$dir/launched" ] ||
    words="$words err=$(tail -c 4096 "$dir/err" 2>/dev/null | od -An -v -tx1 | tr -d ' \n')"
}

# Whether the wrapper or its watch lives.
attended() { [ -z "$where" ] && [ "$was" = "$now" ] && { same wrapper || same watch; }; }

# Whether something stays as it was made, as nobody lives who would take it back.
left_over() {
  [ -d "$dir/undo" ] && [ -z "$where" ] && ! attended || return 1
  for file in "$dir"/undo/*; do [ ! -e "$file" ] || return 0; done
  return 1
}

# Tells the other nodes of a job that this one's part is over, when nobody told them why.
tell_others() {
  [ ! -e "$dir/temp/ssh/gang" ] || [ -e "$dir/ended" ] ||
    BATCHDECK_TOKEN=$token.service $shell -c '
    bd_agent=$1 bd_shell=$3; . "$1/runtime.sh"; . "$1/gang.sh"; bd_gone "$2"' \
      sh "${self%/*}" "$dir" "$shell" < /dev/null
}

# In where: the other machine on which dir was begun, or nothing. Machines of one image may have one
# id.
elsewhere() {
  where= at=
  [ -z "$was" ] || [ "$was" != "$now" ] || return 0
  read -r _ at 2>/dev/null < "$dir/machine"
  [ -n "$at" ] || { is_id "${dir##*/}" && is_id "${here%% *}" && at="${dir##*/} ${here#* }"; }
  [ -z "$at" ] || [ "$at" = "$here" ] ||
    where=$(printf '%s' "$at" | LC_ALL=C tr -c 'A-Za-z0-9._-' ,)
}

# In words: the state of dir.
report() {
  was=
  read -r was 2>/dev/null < "$dir/boot"
  elsewhere
  if ended; then
    :
  elif [ -d "$dir/go/void" ]; then
    words=never
  elif [ -n "$where" ]; then
    words="elsewhere machine=$where"
  elif [ ! -d "$dir" ]; then
    words=absent
    return
  elif [ -n "$was" ] && [ "$was" != "$now" ]; then
    words=rebooted
  elif [ ! -d "$dir/go" ]; then
    same wrapper && words=starting || words=unclear
  elif same job; then
    words="running pid=$pid"
    [ ! -e "$dir/preparing" ] || words="$words preparing=1"
  elif same wrapper || { [ -d "$dir/undo" ] && same watch; }; then
    words=ending
  elif ended; then
    :  # the exit record came between the first look and now
  else
    words=lost
  fi
  ms=
  read -r ms 2>/dev/null < "$dir/started" && words="$words started=$ms"
  for file in "$dir"/end.*; do [ ! -e "$file" ] || words="$words why=${file##*.}"; done
  [ ! -e "$dir/launched" ] || words="$words launched=1"
  [ ! -e "$dir/prep-failed" ] || words="$words prepfailed=1"
  ! left_over || words="$words undo=1"
  tell stage stage
  tell offer ready
  tell own-exit 'done'
  tell failed failed
  tell cause cause
  tell ended peer
}

# Adds a fact to words, as one word: what RECORD says.
tell() {  # RECORD KEY
  fact=
  { read -r fact < "$dir/$1"; } 2>/dev/null
  [ -n "$fact" ] || return 0
  case $fact in
  *[!A-Za-z0-9._+/=,-]*) fact=$(printf '%s' "$fact" | LC_ALL=C tr '\001-\040\177' ,) ;;
  esac
  words="$words $2=$fact"
}

# Prints the answer of the verbs.
tell_states() {  # DIR...
  boot_of
  now=$boot count=0
  machine_of
  for dir; do
    count=$((count + 1))
    report
    printf '@bd %s %s .\n' "$count" "$words"
  done
  echo "@bd end $count"
}

# In was, now, here, where: what report and elsewhere need.
here_and_now() {
  was=
  read -r was 2>/dev/null < "$dir/boot"
  boot_of
  now=$boot
  machine_of
  elsewhere
}

# In ticks: hundredths of a second since the machine started.
ticks() {
  read -r up _ < /proc/uptime
  ticks=$((${up%.*} * 100 + 1${up#*.} - 100))
}

# Waits until there is an offer, or the end, or TICKS are over.
await() {  # TICKS
  [ -n "$1" ] || return 0
  ticks
  end=$((ticks + $1)) rest=0.02
  until [ -e "$dir/offer" ] || [ -e "$dir/exit" ] || [ "$ticks" -ge "$end" ]; do
    sleep "$rest" 2>/dev/null || sleep 1
    ticks
    [ "$ticks" -lt $((end - $1 + 50)) ] || rest=0.1
  done
}

# Runs SCRIPT without the caller, who waits until it is out of the reach of a logout.
apart() {  # SCRIPT WORDS...
  begin_session
  keep ''
  : "$($keeper $leader $shell -c 'exec > /dev/null; exec "$@"' apart $shell "$@" \
    < /dev/null 2> /dev/null &)"
}

case $verb in
start)
  [ ! -d "$dir" ] || {
    tell_states "$dir"
    exit
  }
  begin_session || {
    echo '@bd failed no setsid, busybox or perl'
    exit 3
  }
  machine_of
  now= was=
  elsewhere
  [ -z "$where" ] || {
    printf '@bd failed this is not the machine it was meant for: %s\n' "$here"
    exit 3
  }
  keep "${dir%/jobs/*}" || {
    printf '@bd failed %s\n' "$(printf '%s' "$words" | tr '\n' ' ')"
    exit 3
  }
  words=$(export LC_ALL=C; { mkdir -p "${dir%/*}" && mkdir "$dir"; } 2>&1)
  [ -d "$dir" ] || {
    printf '@bd failed %s\n' "$(printf '%s' "$words" | tr '\n' ' ')"
    exit 3
  }
  # Another start was faster.
  [ -z "$words" ] || {
    tell_states "$dir"
    exit
  }
  exec 4<&0
  {
    $keeper $leader $shell "$self" run "$dir" "$3" "$4" "$5" "$leader" "$mask" "$path" <&4 4<&- &
  } 3>&1 >> "$dir/wrapper.log" 2>&1 | {
    exec 4<&-
    words=
    read -r words
    case $words in
    state)
      await "${6:-}"
      tell_states "$dir"
      ;;
    *)
      $shell "$self" void "$dir" > /dev/null
      printf '@bd failed %s\n' "${words:-the wrapper died}"
      ;;
    esac
  }
  ;;
# The wrapper: DIR LIMIT GRACE MARK LEADER MASK PATH.
run)
  limit=$3 grace=$4 mark=$5 leader=$6 mask=$7 path=$8
  trap : TERM HUP INT
  read -r token < /proc/sys/kernel/random/uuid
  stat_of self
  pid=$own
  token=$pid.$start.${token%%-*}${token##*-}
  boot_of
  machine_of
  # Room for the records of the end is taken now, so that a full disk cannot lose them.
  { printf '%-63s\n' '' > "$dir/exit.part" && : > "$dir/end"; } 2>/dev/null &&
    put machine "2 $here" && put boot "$boot" && put token "$token" && stat_of self &&
    put wrapper "$pid $start" || unwritable
  $leader $shell "$self" watch "$dir" "$limit" "$grace" "$token" 3>&- &
  watch=$!
  $leader $shell "${self%/*}/sampler.sh" "$dir" > /dev/null 3>&- &
  sampler=$!
  oom_of
  before=$oom
  # "&" had INT and QUIT ignored. The shell of BusyBox may take "env" for its own, which cannot undo
  # that.
  natural=
  for env in /usr/bin/env env; do
    $env --default-signal=INT true 2>/dev/null && natural="$env --default-signal=INT,QUIT" && break
  done
  BATCHDECK_TOKEN=$token $natural $leader $shell "$self" job "$dir" "$mark" "$mask" "$path" \
    "$leader" "$natural"
  code=$?
  exec 0</dev/null 3>&-
  utc
  oom_of
  silence "$sampler"
  [ ! -d "$dir/go/void" ] || {
    silence "$watch"
    exit
  }
  if [ -d "$dir/go" ]; then
    disk=
    [ -e "$dir/launched" ] || {
      full && case $words in *'No space'* | *quota*) disk=' full' ;; esac
    }
    words="$code $ms $((oom - before))$disk"
    record "$words" || {
      silence "$watch"
      exec $shell "$self" hold "$dir" "$grace" "$token" "$words"
    }
  fi
  [ "$code" -eq 0 ] || tell_others
  [ ! -d "$dir/undo" ] || put stage collecting
  # What the job left behind goes with it. Were this shell killed now, the watch would do it.
  $shell "$self" reap "$dir" "$grace" "$token" last
  silence "$watch"
  ;;
# The job's shell, in the foreground of run, in a session of its own: DIR MARK MASK PATH LEADER
# NATURAL.
job)
  mark=$3 mask=$4 path=$5 leader=$6 natural=$7
  payload=$(cat)
  exec 0</dev/null
  case $payload in
  *"
#$mark") ;;
  *) never the payload was cut short ;;
  esac
  { cd "$dir" && : > out && : > err; } 2>/dev/null && exec > out 2> err && utc && stat_of self &&
    put started "$ms" && put job "$own $start" || unwritable
  mkdir go 2>/dev/null || {
    [ ! -d go ] || never state
    unwritable
  }
  answer state
  umask "$mask"
  [ -z "$path" ] || PATH=$path
  # By these variables bash takes itself for a login by ssh, and runs .bashrc; what that says is no
  # word of the job.
  unset SSH_CLIENT SSH2_CLIENT SSH_CONNECTION SSH_TTY
  set +u
  set --
  eval "$payload"
  exit $?
  ;;
# The exit record cannot be written: it stays visible in the arguments of this shell, which tries
# again for a day. DIR GRACE TOKEN RECORD.
hold)
  $shell "$self" reap "$dir" "$3" "$4" last
  waited=0 rest=1
  while [ "$waited" -lt 86400 ]; do
    sleep "$rest"
    record "$5" && exit
    [ -d "$dir" ] || [ "$waited" -lt 300 ] || exit  # the folder was removed: nobody will ask
    waited=$((waited + rest))
    [ "$rest" -ge 10 ] || rest=$((rest + 1))
  done
  ;;
# Ends the attempt at its limit, and when its wrapper is gone: DIR LIMIT GRACE TOKEN. The limit is
# by boot time: that counts suspension, and a clock that is set does not matter.
watch)
  uptime
  end=$((up + $3)) gone=0
  token=$5 sids=
  same wrapper && wrapper=$pid since=$born || exit
  stat_of self && put watch "$own $start"
  while :; do
    uptime
    left=5
    if [ -d "$dir" ]; then
      gone=0
      same wrapper || same job || {
        [ -e "$dir/exit" ] || tell_others
        exec $shell "$self" reap "$dir" "$4" "$token" last
      }
      if [ "$3" -gt 0 ]; then
        left=$((end - up))
        [ "$left" -lt 5 ] || left=5
        [ "$left" -gt 0 ] || exec $shell "$self" kill "$dir" "$4" limit
      fi
    else
      # A file system that is away takes "jobs" with it. A removed attempt can be neither seen nor
      # ended by anyone.
      [ -d "${dir%/jobs/*}/jobs" ] && gone=$((gone + 1)) left=2 || gone=0
      { stat_of "$wrapper" && [ "$start" = "$since" ]; } || [ -n "$(members '')" ] || exit
      [ "$gone" -lt 3 ] || exec $shell "$self" reap "$dir" "$4" "$token"
    fi
    sleep "$left"
  done
  ;;
kill)
  case $4 in
  '' | *[!a-z]*)
    echo '@bd failed WHY is a word'
    exit 3
    ;;
  esac
  here_and_now
  if [ -z "$where" ] && [ -d "$dir" ] && ! void && [ ! -e "$dir/exit" ] &&
    [ "$was" = "$boot" ]; then
    mv "$dir/end" "$dir/end.$4" 2>/dev/null  # the first reason wins
    apart "$self" reap "$dir" "$3"
  fi
  tell_states "$dir"
  ;;
# Ends all processes: DIR GRACE [TOKEN [last]]. Without "last" a wrapper that lives does the rest
# itself.
reap)
  token=${4:-}
  [ -n "$token" ] || { read -r token < "$dir/token"; } 2>/dev/null || exit
  sessions
  # Before the job's own command there is nothing that a service could do for it.
  if [ -e "$dir/launched" ]; then
    sweep "$3" -x
  else
    sweep "$3" ''
  fi
  [ -n "${5:-}" ] || ! same wrapper || exit
  undo
  sweep "$3" ''
  ;;
release)
  here_and_now
  [ -n "$where" ] || [ ! -d "$dir" ] || {
    cat > "$dir/released.$$" && mv -f "$dir/released.$$" "$dir/released"
  } || {
    echo '@bd failed cannot write the offers'
    exit 3
  }
  tell_states "$dir"
  ;;
end)
  here_and_now
  if [ -z "$where" ] && [ -d "$dir" ] && [ ! -e "$dir/exit" ] && [ ! -e "$dir/ended" ]; then
    printf '%s\n' "$3" > "$dir/ended.$$" || {
      echo '@bd failed cannot write the end'
      exit 3
    }
    ln "$dir/ended.$$" "$dir/ended" 2>/dev/null || [ -e "$dir/ended" ] ||
      mv -f "$dir/ended.$$" "$dir/ended"
    rm -f "$dir/ended.$$"
    # A node that is ready, or further, looks for "ended" itself.
    ! void && [ ! -e "$dir/offer" ] && [ "$was" = "$boot" ] && apart "$self" reap "$dir" 10
  fi
  tell_states "$dir"
  ;;
tidy)
  here_and_now
  if [ -z "$where" ] && [ -d "$dir/go" ]; then
    if [ "$was" != "$boot" ]; then
      undo  # its processes went with the machine
    elif ! same wrapper && ! same job; then
      $shell "$self" reap "$dir" 2 '' last < /dev/null > /dev/null 2>&1
    fi
  fi
  tell_states "$dir"
  ;;
void)
  here_and_now
  [ ! -d "$dir" ] || [ -n "$where" ] || void
  tell_states "$dir"
  ;;
status)
  shift
  tell_states "$@"
  ;;
unlinger)
  machine_of
  mark=$dir/nodes/${here%% *}
  [ -e "$mark/linger" ] || exit 0
  boot_of
  now=$boot home=$dir
  for dir in "$home"/jobs/*/*/a*/*; do
    [ -d "$dir" ] || continue
    report
    case $words in starting* | running* | ending*) exit 0 ;; esac
  done
  # Somebody else may have switched it off.
  words=$(LC_ALL=C loginctl --no-ask-password disable-linger 2>&1 < /dev/null) ||
    [ ! -e "/var/lib/systemd/linger/$(id -un)" ] || {
    printf '@bd failed lingering, which a job switched on, stays until '\
'the administrator runs %s (%s)\n' \
      "\"loginctl disable-linger $(id -un)\"" "$(printf '%s' "$words" | tr '\n' ' ')"
    exit 3
  }
  rm -f "$mark/linger"
  rmdir "$mark" "$home/nodes" 2>/dev/null
  exit 0
  ;;
*)
  sed -n '5,16p' "$0"
  exit 2
  ;;
esac
