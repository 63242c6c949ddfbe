# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# shellcheck shell=sh
# Follows any number of growing files over one stdout. The calls of bd_add and bd_follow are sent
# behind it.
#
# It prints lines, INDEX being the caller's number of a file:
#   A INDEX INODE          the file is there
#   D INDEX OFFSET LENGTH  LENGTH bytes follow, from that offset of the file on, then a line
#                          ". VALID". So many of the bytes are the file's, the rest is filler
#   C INDEX OFFSET LENGTH  as D, from a copy, which may be another file's
#   G INDEX INODE LOST     the file was rotated or cut. What follows is of another file, from its
#                          beginning on. LOST 1: the file before is gone, perhaps with bytes that
#                          nobody has seen; 2: so, unless a copy of it came as C
#   E INDEX SIZE           a file that was to be finished is whole
#   M INDEX                the file was never there, or is gone
#   U INDEX                the file cannot be read
#   K                      nothing, now and then: a write to a connection that is gone ends this
#                          shell, also when nothing else tells it
# Bytes come with the 64 before them: by these the caller sees that it is still the same file.
# Bytes that were not read yet are kept nowhere: dd waits until somebody takes its output.
# shellcheck disable=SC2154 # f, m, o, n, a, cut: what bd_look_at() and bd_check() read of a file

export LC_ALL=C
bd_nl='
'
open=
recheck=1

# Adds a file. MODE f: it is followed; e: it does not grow any more. INODE is that of the file whose
# first OFFSET bytes are known, or -. CUT 1: it was cut, and has grown beyond that again.
bd_add() {  # INDEX MODE OFFSET INODE PATH [CUT]
  eval "m_$1=\$2 o_$1=\$3 n_$1=\${4#-} f_$1=\$5 c_$1=\$6 a_$1="
  open="$open $1"
}

# bd_bytes writes LENGTH bytes to descriptor 3, with zeros where the file has no more. In valid: how
# many are the file's. dd of GNU tells that. dd of BusyBox tells only whether its one block was
# full. A dd that cannot seek to a byte reads them one by one.
if dd if=/dev/null iflag=skip_bytes,count_bytes skip=0 count=0 2>/dev/null; then
  case $(dd if=/dev/null 2>&1) in
  *byte*)
    bd_bytes() {  # FILE FROM LENGTH
      valid=$(dd if="$1" iflag=skip_bytes,count_bytes bs=262144 skip="$2" count="$3" 2>&1 >&3)
      bd_fill "$3"
    }
    ;;
  *)
    bd_bytes() {
      valid=$({ {
        dd if="$1" iflag=skip_bytes,count_bytes bs="$3" skip="$2" count="$3" 2>&4
        dd if=/dev/zero 2>/dev/null
      } | head -c "$3" >&3; } 4>&1)
      case $valid in *"${bd_nl}1+0 "*) valid=$3 ;; *) valid=0 ;; esac
    }
    ;;
  esac
else
  bd_bytes() {
    valid=$(tail -c +$(($2 + 1)) "$1" | head -c "$3" | dd bs=1 2>&1 >&3)
    valid=${valid#*"$bd_nl"}
    valid=${valid%%+*}
    bd_fill "$3"
  }
fi

# In valid: the number at the beginning of the last line of valid. Writes zeros for the rest.
bd_fill() {  # LENGTH
  valid=${valid##*"$bd_nl"}
  valid=${valid%% *}
  case $valid in '' | *[!0-9]*) valid=0 ;; esac
  [ "$valid" -eq "$1" ] || dd if=/dev/zero bs=$(($1 - valid)) count=1 2>/dev/null
}

# bd_stat prints "INODE SIZE" of each FILE, by ls where there is no stat.
if stat -L -c '%i %s' / >/dev/null 2>&1; then
  bd_stat() { stat -L -c '%i %s' "$@" 2>/dev/null; }  # FILE...
else
  bd_stat() {
    for path; do
      # shellcheck disable=SC2012
      ls -Lnid "$path" 2>/dev/null | { read -r inode _ _ _ _ size _ && echo "$inode $size"; }
    done
  }
fi

# Sends at most 1 MiB. In sent: the offset behind what was sent. Fails when the file has fewer
# bytes: it was cut meanwhile, or cannot be read.
bd_send() {  # KIND INDEX FILE OFFSET END
  end=$5
  [ $((end - $4)) -le 1048576 ] || end=$(($4 + 1048576))
  from=$(($4 > 64 ? $4 - 64 : 0))
  length=$((end - from))
  echo "$1 $2 $from $length"
  bd_bytes "$3" $from $length
  echo ". $valid"
  [ "$valid" -eq $length ] || {
    [ $((from + valid)) -le "$4" ] || sent=$((from + valid))
    return 1
  }
  moved=1
  sent=$end
}

# Sends at most 4 MiB of a file, so that no file waits long for another. Fails while there is more.
bd_send_all() {  # KIND INDEX FILE OFFSET END
  sent=$4
  for _ in 1 2 3 4; do
    [ "$sent" -lt "$5" ] || break
    bd_send "$1" "$2" "$3" "$sent" "$5" || break
  done
  eval "o_$2=$sent"
  [ "$sent" -ge "$5" ] || {
    last=
    return 1
  }
}

# Says WORD of a file, and follows it no more.
bd_done() {  # WORD INDEX [SIZE]
  echo "$*"
  kept=
  for i in $open; do
    [ "$i" = "$2" ] || kept="$kept $i"
  done
  open=$kept
  recheck=1 moved=1
}

# Begins with the file INODE at its first byte.
bd_begin_anew() {  # INDEX INODE LOST
  echo "G $1 $2 $3"
  eval "n_$1=$2 o_$1=0 c_$1="
  last= moved=1
}

# In old: the name that a rotated file has now, found by its inode. The inode alone is no proof:
# that of a file that was compressed and removed is soon another file's. So the name has to be one
# that rotation gives.
bd_find_old() {  # FILE INODE
  found=$(find "${1%/*}/." -maxdepth 1 -type f -inum "$2" 2>/dev/null)$bd_nl
  while [ "$found" ]; do
    old=${found%%"$bd_nl"*} found=${found#*"$bd_nl"}
    case ${old##*/} in
    *.gz | *.bz2 | *.xz | *.zst) ;;
    "${1##*/}"[.-]*) [ ! -f "$old" ] || return 0 ;;
    esac
  done
  return 1
}

# In next: the first of the files that were rotated after OLD.
bd_find_next() {  # FILE OLD
  next=
  # shellcheck disable=SC3013 # dash, bash, busybox and mksh know -nt
  for c in "$1".[0-9]* "$1"-[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]*; do
    case $c in *.gz | *.bz2 | *.xz | *.zst) continue ;; esac
    [ -f "$c" ] && [ "$c" -nt "$2" ] || continue
    [ -n "$next" ] && [ "$c" -nt "$next" ] || next=$c
  done
  [ -n "$next" ]
}

# Whether a file of this file system keeps its inode for good.
bd_has_fixed_inode() {  # FILE
  case $(stat -f -c %T "$1" 2>/dev/null) in
  ext* | xfs | btrfs | zfs | tmpfs | ramfs | f2fs | jfs | reiserfs | overlayfs | nfs* | lustre)
    return 0
    ;;
  esac
  return 1
}

# Another file has the name. The rest of the file before comes first, then what was rotated in
# between.
bd_rotated() {  # INDEX INODE SIZE
  fixed=1
  bd_has_fixed_inode "$f" || fixed=
  if [ "$fixed" ] && bd_find_old "$f" "$n"; then
    [ "$3" -gt 0 ] || [ "$m" = e ] && is_over=1 || is_over=
    size=$(bd_stat "$old")
    if [ "$cut" ] || [ "${size#* }" -lt "$o" ]; then
      bd_cut "$1" "$n" "$old" "${size#* }" # it was cut before it was renamed
      last=
      return
    fi
    bd_send_all D "$1" "$old" "$o" "${size#* }" || return
    # Its writer goes on until it has opened the new file.
    [ "$is_over" ] || {
      last=
      return
    }
    bd_find_next "$f" "$old" && size=$(bd_stat "$next") && bd_begin_anew "$1" "${size% *}" 0 &&
      return
    bd_begin_anew "$1" "$2" 0
  elif [ ! "$fixed" ] && [ "$3" -ge "$o" ]; then
    eval "n_$1=$2"
    last=
  else
    bd_begin_anew "$1" "$2" 1
  fi
}

# The file is shorter than it was. Where it was copied before, the copy has what was not read in
# time.
bd_cut() {  # INDEX INODE FILE SIZE
  cut=$((${cut:-0} + 1))
  eval "c_$1=$cut" # the file may be large again when the copy has been read
  copy='' newer=''
  # shellcheck disable=SC3013
  for c in "$f".[0-9]* "$f"-[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]*; do
    case $c in *.gz | *.bz2 | *.xz | *.zst) continue ;; esac
    [ -f "$c" ] && ! [ "$c" -ef "$3" ] || continue
    if [ "$c" -nt "$3" ]; then
      newer=1
    else
      [ -n "$copy" ] && [ "$copy" -nt "$c" ] || copy=$c
    fi
  done
  # A copy is older than the cut. ext4 tells the new size before the time of the cut. Soon it tells
  # both.
  [ -z "$newer" ] || [ "$4" -gt 0 ] || [ "$cut" -ge 60 ] || {
    last='' quiet=0
    return
  }
  if [ -n "$copy" ]; then
    size=$(bd_stat "$copy")
    bd_send_all C "$1" "$copy" "$o" "${size#* }" || return
    # A copy that has no more than what is known shows by its last bytes that it is a copy.
    [ "${size#* }" -ne "$o" ] || bd_send C "$1" "$copy" "$o" "$o"
  fi
  bd_begin_anew "$1" "$2" 2
}

# Reads the facts of a file, and sends what is new.
bd_look_at() {  # INDEX INODE SIZE
  eval "f=\$f_$1 m=\$m_$1 o=\$o_$1 n=\$n_$1 cut=\$c_$1 a=\$a_$1"
  [ "$n" ] || eval "n=$2 n_$1=$2"
  [ "$a" ] || {
    echo "A $1 $n"
    eval "a_$1=1"
    moved=1
  }
  if [ "$n" != "$2" ]; then
    bd_rotated "$1" "$2" "$3"
  elif [ "$cut" ] || [ "$3" -lt "$o" ]; then
    bd_cut "$1" "$2" "$f" "$3"
  elif [ "$3" -gt "$o" ] && ! bd_send_all D "$1" "$f" "$o" "$3"; then
    :
  elif [ "$m" = e ]; then
    bd_done E "$1" "$3"
  fi
}

# The name of the file is gone. The file may have another one.
bd_look_for() {  # INDEX
  if [ "$n" ] && bd_find_old "$f" "$n"; then
    size=$(bd_stat "$old")
    if [ "$cut" ] || [ "${size#* }" -lt "$o" ]; then
      bd_cut "$1" "$n" "$old" "${size#* }"
      recheck=1
      return
    fi
    bd_send_all D "$1" "$old" "$o" "${size#* }" || {
      recheck=1
      return
    }
    [ "$m" = f ] || bd_done E "$1" "${size#* }"
  elif [ "$m" = e ]; then
    bd_done M "$1"
  fi
}

# Sees which files can be read. In names: them, for eval. In order: their indexes. In can_wait: 1
# where the system tells when one of them grows.
bd_check() {
  known=$names
  names='' order='' count=0 recheck='' last=''
  for i in $open; do
    eval "f=\$f_$i m=\$m_$i o=\$o_$i n=\$n_$i cut=\$c_$i"
    if [ ! -f "$f" ]; then
      bd_look_for "$i"
    elif [ -r "$f" ]; then
      names="$names \"\$f_$i\"" order="$order $i" count=$((count + 1))
    elif [ "$m" = e ]; then
      bd_done U "$i"
    fi
  done
  [ "$names" != "$known" ] || return 0
  can_wait=$has_events
  if [ "$can_wait" ]; then
    for type in $(eval "stat -f -c %T $names" 2>/dev/null || echo unknown); do
      case $type in
      ext* | xfs | btrfs | zfs | tmpfs | ramfs | f2fs | jfs | reiserfs | overlayfs) ;;
      *) can_wait= ;;
      esac
    done
  fi
}

# Looks at the sizes, and at each file whose size changed.
bd_look() {
  [ $count -gt 0 ] || return 0
  now=$(eval "bd_stat $names")
  [ "$now" != "$last" ] || return 0
  last=$now
  # shellcheck disable=SC2086 # pairs of numbers
  set -- $now
  # One of them went meanwhile.
  [ $# -eq $((2 * count)) ] || {
    recheck=1
    return 0
  }
  for i in $order; do
    bd_look_at "$i" "$1" "$2"
    shift 2
  done
}

# Waits until a file grows. Fails after a second without. Where the system does not tell of growth,
# tail of GNU would only look once a second.
bd_wait() {
  # shellcheck disable=SC2016
  eval 'sh -c '\''echo $$; exec timeout 1 tail -q -s 0.1 -c 0 -f "$@"'\'" sh $names" 2>/dev/null | {
    read -r pid
    head -c 1 >/dev/null
    kill "$pid" 2>/dev/null
  }
}

# Follows until nothing is to be followed any more.
bd_follow() {
  exec 3>&1
  last='' names='' can_wait='' quiet=0 since=0 checks=0
  timeout 1 tail ---disable-inotify -c 0 /dev/null 2>/dev/null && has_events=1 || has_events=
  [ "$open" ] || return 0
  sleep 0.01 2>/dev/null && tick=1 || tick=
  while
    moved=
    # The sizes do not tell of a file that comes or goes: that is looked for about once a second.
    if [ "$recheck" ] || [ $since -ge 100 ]; then
      since=0
      checks=$((checks + 1))
      [ $((checks % 8)) -ne 0 ] || echo K
      before=$last
      bd_check
      [ "$recheck" ] || last=$before
    fi
    bd_look
    [ "$open" ]
  do
    if [ "$moved" ]; then
      quiet=0
      [ "$last" ] || continue # there is more
    fi
    quiet=$((quiet + 1))
    if [ $quiet -gt 15 ] && [ "$can_wait" ]; then
      bd_wait && since=$((since + 20)) || since=100
    elif [ ! "$tick" ]; then
      sleep 1
      since=100
    elif [ $quiet -gt 15 ]; then
      sleep 0.2
      since=$((since + 20))
    elif [ $count -le 100 ]; then
      sleep 0.03
      since=$((since + 4))
    else
      sleep 0.25
      since=$((since + 25))
    fi
  done
}
