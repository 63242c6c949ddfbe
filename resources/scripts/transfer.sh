# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# shellcheck shell=sh
# The machine's side of a transfer. It is sent with each command, behind trash.sh and place.sh. The
# call of one function follows it.
# TARGET is the folder that receives. STAGE is the staging folder, TARGET/.NAME.part-ID: a folder of
# the transfer's own beside what it will become. KEPT is the name of the folder in the trash into
# which the transfer puts what it replaces.
# Where stdin names files, a NUL ends each name. A "//" before that says that the name is whole: a
# list that is cut may end within a name, and what there is of that may be another file's name.

# Ends what works in STAGE for a run that lost its connection and does not know that: it would write
# there once more when it hears of it. What moves files is waited for: where mv has to copy, its end
# would leave half a file in a place.
bd_end_others() {  # STAGE
  [ -d "$1" ] || return 0
  tries=0
  while [ $tries -lt 10 ]; do
    others=$(find -L /proc/[0-9]*/cwd -prune -samefile "$1" -print 2>/dev/null |
      while IFS=/ read -r _ _ process _; do
        name=
        read -r name 2>/dev/null < "/proc/$process/comm"
        case $name in
          sh | tar | dd | cp | xargs | rm | sha256sum) printf '%s ' "$process" ;;
          mv) printf 'mv ' ;;
        esac
      done)
    [ -n "$others" ] || return 0
    for other in $others; do [ "$other" = mv ] || kill -9 "$other" 2>/dev/null; done
    [ $tries -eq 0 ] || sleep 1
    tries=$((tries + 1))
  done
  case $others in *mv*) bd_fail "what an earlier run left still moves files out of $1" ;; esac
}

# Prepares STAGE in TARGET. Prints what is here: tools, user, and the boot that keeps what was
# written. What is tried out there has the name of STAGE itself, as none of the sources can.
bd_begin() {  # TARGET STAGE
  bd_end_others "$1/$2"
  # A run that was cut late has left folders there in which nobody may write. Some must be opened
  # before they are looked into.
  [ ! -d "$1/$2" ] || find "$1/$2" -type d ! -perm -u=rx -exec chmod u+rwx {} \; \
    -o -type d ! -perm -u=w -exec chmod u+w {} + 2>/dev/null
  [ -d "$1" ] || words=$(mkdir -p -- "$1" 2>&1) || bd_fail "$words"
  words=$(cd -- "$1" 2>&1) || bd_fail "$words"
  cd -- "$1" || exit
  if [ -d "$2" ]; then
    # A probe that was killed has left a file or a folder of that name.
    words=$({
      cd -- "$2" || exit
      { [ ! -e "$2" ] && [ ! -h "$2" ]; } || rm -rf -- "$2"
      mkdir -- "$2" && rmdir -- "$2"
    } 2>&1) || bd_fail "$words"
  else
    words=$( (umask 077 && mkdir -- "$2") 2>&1) || bd_fail "$1: ${words##*: }"
  fi
  read -r boot 2>/dev/null < /proc/sys/kernel/random/boot_id
  printf '@bd boot %s\n' "${boot:-}"
  printf '@bd user %s\n' "$(id -un 2>/dev/null)"
  find . -prune -printf '' 2>/dev/null && echo '@bd has find'
  dd if=/dev/null iflag=fullblock of=/dev/null 2>/dev/null && echo '@bd has dd'
  command -v tar > /dev/null && echo '@bd has tar'
  bd_find_tar
  echo "@bd tar $tar"
  bd_tar_sets_modes "$2" || echo '@bd tar sets no modes'
  echo '@bd end'
}

# In tar: GNU if tar is GNU's, else other.
bd_find_tar() {
  tar=other
  ! tar --warning=no-timestamp --quoting-style=escape -cf /dev/null -T /dev/null 2>/dev/null ||
    tar=GNU
}
tar=''

# Whether tar gives files the permissions of the archive. BusyBox's tar, where the user is not root,
# sets them when it makes a file, and not again: the bytes of the file clear its set-user-ID and
# set-group-ID bits. A folder that was made for a file keeps what it has.
bd_tar_sets_modes() (  # STAGE
  [ "$tar" != GNU ] && [ "$(id -u 2>/dev/null)" != 0 ] || exit 0
  cd -- "$1" && mkdir -- "$1" && cd -- "$1" && echo > file && chmod 4700 file && mkdir in || exit 0
  tar -cf - file | (cd in && tar -xpof -)
  [ -u in/file ]
  sets=$?
  cd .. && rm -rf -- "$1"
  exit $sets
) 2>/dev/null

# For after a tool that failed. That it failed with some file is fine. Where a signal ended it, what
# it said is worth nothing, and the shell ends.
bd_listed() { [ $? -lt 128 ] || exit 129; }

bd_pressed_manifest_of() { bd_pressed bd_manifest_of "$@"; }

# Runs the list FUNCTION, and compresses what it prints, for a slow connection: it repeats itself.
bd_pressed() {  # FUNCTION WORD...
  command -v gzip > /dev/null || {
    "$@"
    return
  }
  {
    ("$@")
    [ $? -lt 128 ] || kill -9 $$
  } | gzip -1
}

# Prints all that is below STAGE, for ManifestReader. What cannot be looked into cannot be verified,
# and must not get to its place: then the shell ends as if by a signal.
bd_manifest() {  # STAGE
  { cd -- "$1" || { chmod u+rwx -- "$1" && cd -- "$1"; }; } 2>/dev/null || exit 129
  find . -mindepth 1 \( ! -type d -o -perm -u=rx -o -exec chmod u+rwx {} \; \) \
    -printf '%y %s %T@\0%P\0%l\0' || exit 129
}

# Calls FUNCTION with those of NAME... that are here, as ./NAME, in their order, hundreds at a time:
# they may be all that a large folder holds, and a process for each would take minutes.
# In numbers: which of all names they are. No pipe brings them to xargs: if what fills it is killed,
# the list ends early, and nobody hears of it.
bd_each_here() {  # FUNCTION NAME...
  call=$1 number=0 here='' numbers=''
  shift
  for name; do
    number=$((number + 1))
    bd_exists "./$name" || continue
    here="$here \"./\${$number}\"" numbers="$numbers$number "
    [ ${#here} -lt 6000 ] || {
      eval "$call$here"
      here='' numbers=''
    }
  done
  [ -z "$here" ] || eval "$call$here"
}

# Prints the same as bd_manifest of some names in FOLDER, and these themselves.
bd_manifest_of() {  # FOLDER NAME...
  cd -- "$1" 2>/dev/null || exit 0
  shift
  bd_each_here bd_find_all "$@"
}

# Prints the list of what is in these names.
bd_find_all() {  # ./NAME...
  find "$@" -printf '%y %s %T@\0%p\0%l\0' || bd_listed
}

# Does what bd_begin does, and prints LIST of STAGE and of names in TARGET behind it.
bd_begin_list() {  # LIST TARGET STAGE NAME...
  bd_begin "$2" "$3"
  "$@"
}

# Prints the same of what is in FOLDER itself, and not of what is in folders of it.
bd_names() {  # FOLDER
  cd -- "$1" 2>/dev/null || exit 0
  exec find . -mindepth 1 -maxdepth 1 -printf '%y %s %T@\0%P\0%l\0'
}

# Unpacks the archive on stdin into STAGE. Owners are this user, whatever the archive says. TAR is
# what bd_begin says of tar. The archive may end with a file that is named like STAGE, as no other
# is: then all that is in STAGE by now is listed, unless tar had trouble.
bd_extract() {  # STAGE [TAR]
  cd -- "$1" || exit
  tar=${2-}
  bd_unpack "$1" -xpof - || return
  [ -f "./${1##*/}" ] || return 0
  rm -f -- "./${1##*/}"
  bd_manifest "$1"
}

# Runs tar. Where tar knows how, it says nothing of times, and escapes names. Behind what it says on
# stderr comes "@bd tar GNU", else "@bd tar other".
# tar may say of some entries that they cannot be made, and not that the disk is full: that is tried
# out. BusyBox's tar ends at the first such entry; what it did not read is thrown away.
bd_unpack() {  # STAGE OPTION...
  probe=./${1##*/}.probe
  shift
  [ -n "$tar" ] || bd_find_tar
  if [ "$tar" = GNU ]; then
    set -- "$@" --warning=no-timestamp --quoting-style=escape
  else
    umask 0 # BusyBox's tar applies it where the user is not root
  fi
  tar "$@"
  code=$?
  echo "@bd tar $tar" >&2
  if [ $code -ne 0 ] && [ $code -lt 128 ]; then
    words=$(dd if=/dev/zero of="$probe" bs=65536 count=1 2>&1 | grep '^dd: ')
    rm -f -- "$probe"
    if [ -n "$words" ]; then
      printf '%s\n' "$words" >&2
    else
      cat > /dev/null
    fi
  fi
  return $code
}

# Makes FILE one that can be written. A file at which tar was ended may have its permissions
# already. A link is refused: nothing is written through one.
bd_ready() {  # FILE
  [ ! -h "./$1" ] || return
  case $1 in */*) mkdir -p -- "./${1%/*}" || return ;; esac
  [ ! -e "./$1" ] || [ -w "./$1" ] || chmod u+w -- "./$1"
}

# Writes parts of FILE from stdin. A line "SEEK COUNT" (in MiB) comes before each part. The last MiB
# of a file is filled up, and bd_seal cuts that off. Prints "@bd part SEEK" when a part is written,
# and "@bd not WORDS" when FILE cannot be written.
# Several of these write to one file, and the system lets one of them at a time: with small blocks
# they spend more time waiting for each other, with large ones the data leave the processor's cache.
bd_parts() {  # STAGE FILE
  cd -- "$1" || exit
  # From here on there is a file. Where it begins with holes, the next run knows by that that it was
  # begun.
  words=$( (bd_ready "$2" && : >> "./$2") 2>&1) || {
    if bd_of_disk "$words"; then bd_fail "$words"; fi
    printf '@bd not %s\n' "$(printf '%s\n' "$words" | sed -n 's/.*: //p' | tail -n 1)"
    exec cat > /dev/null
  }
  while IFS=' ' read -r seek count; do
    words=$(dd bs=524288 iflag=fullblock seek=$((seek * 2)) count=$((count * 2)) conv=notrunc \
      of="./$2" 2>&1) || {
      bd_listed
      bd_fail "$(printf '%s\n' "$words" | grep '^dd: ')"
    }
    echo "@bd part $seek"
  done
}

# Gives FILE, of which all SIZE bytes are written, its length, its permissions, and last its time,
# by which it counts as whole. Not every touch knows parts of a second. Where the file system does
# not keep permissions or time, the tool says so, and that is no failure. Of a folder SIZE is "-".
bd_seal() {  # STAGE FILE SIZE MODE SECONDS[.FRACTION]
  cd -- "$1" || exit
  bd_ready "$2" || return
  [ "$3" = - ] || words=$(dd bs=1 seek="$3" count=0 of="./$2" 2>&1) || {
    printf '%s\n' "$words" | grep '^dd: '
    return 1
  }
  chmod -- "$4" "./$2" 2>&1
  touch -d "@$5" -- "./$2" 2>/dev/null || touch -d "@${5%.*}" -- "./$2" 2>&1
  return 0
}

# Seals many files, which stdin says in lines: SIZE MODE SECONDS[.FRACTION] FILE. In the name what
# is special is \0 and octal digits. Prints "@bd not NUMBER WORDS" of a file that cannot be sealed,
# and "@bd noted NUMBER WORDS" of one whose permissions or time are not kept.
bd_seals() {  # STAGE
  cd -- "$1" || exit
  number=0
  while IFS=' ' read -r size mode seconds name; do
    number=$((number + 1)) how=noted
    name=$(printf '%b.' "$name")
    words=$(bd_seal . "${name%.}" "$size" "$mode" "$seconds" 2>&1) || how=not
    [ $how = noted ] || ! bd_of_disk "$words" || bd_fail "$words"
    [ -z "$words" ] || printf '@bd %s %s %s\n' $how $number \
      "$(printf '%s\n' "$words" | sed -n 's/.*: //p' | tail -n 1)"
  done
}

# Prints SHA-256 of files of FOLDER, which stdin names, a line for each that can be read. The
# process that prints an empty line each second fails to print when the connection is gone, and then
# ends sha256sum. bd_sum_of sets bd_nameless.
bd_sums() {  # FOLDER
  command -v sha256sum > /dev/null ||
    bd_fail 'there is no sha256sum, by which checksums are compared'
  cd -- "$1" 2>/dev/null || exit 0
  # shellcheck disable=SC2016  # for the inner shells
  xargs -0 -r sh -c '
    for file do  # what became a pipe would never end
      shift
      [ ! -f "$file" ] || set -- "$@" "$file"
    done
    [ $# -gt 0 ] || exit 0
    exec 4>&1
    input=/dev/null
    [ -z "$bd_nameless" ] || { input=$1; set -- -; }
    sums=$(
      sha256sum -- "$@" 2> /dev/null < "$input" &
      summing=$!
      (
        trap "" PIPE
        while sleep 1 > /dev/null 2>&1 4>&- && kill -0 "$summing" 2> /dev/null &&
          echo >&4 2> /dev/null; do :; done
        kill "$summing" 2> /dev/null
      ) > /dev/null &
      watch=$!
      wait "$summing"
      code=$?
      kill "$watch" 2> /dev/null
      exit "$code"
    )
    [ $? -lt 128 ] || exit 255
    printf "%s\n" "$sums"' sh
  [ $? -lt 124 ] || exit 129
}

# Prints the same of one FILE, without its name.
bd_sum_of() {  # FOLDER FILE
  export bd_nameless=yes
  printf './%s\0' "$2" | bd_sums "$1"
}

# Runs TOOL with what stdin names, with "//", some at a time.
bd_each_whole() {  # TOOL
  # shellcheck disable=SC2016  # for the inner shells
  xargs -0 -r -n 200 sh -c '
    for name do
      shift
      case $name in *//) set -- "$@" "${name%//}" ;; esac
    done
    [ $# -eq 0 ] || exec $0 "$@"' "$1"
}

# Gives files of FOLDER times, as stdin says: SECONDS[.FRACTION] FILE // NUL. Files of somebody else
# keep theirs.
bd_times() {  # FOLDER
  cd -- "$1" || exit
  # shellcheck disable=SC2016  # for the inner shells
  exec xargs -0 -r -n 200 sh -c '
    for words do
      case $words in *//) words=${words%//} ;; *) continue ;; esac
      seconds=${words%% *} file=${words#* }
      touch -c -d "@$seconds" -- "$file" 2> /dev/null ||
        touch -c -d "@${seconds%.*}" -- "$file" 2> /dev/null || :
    done' sh
}

# Removes files and links. A folder goes when it is empty.
bd_remove() {  # STAGE NAME...
  cd -- "$1" || exit
  shift
  bd_each_here bd_remove_some "$@"
}

# Removes these files, and folders of these names that are empty.
bd_remove_some() {  # FILE...
  rm -f -- "$@" 2>/dev/null
  for file; do
    if [ -d "$file" ] && [ ! -h "$file" ]; then
      rmdir -- "$file" 2>/dev/null || :
    elif bd_exists "$file"; then
      rm -f -- "$file"
    fi
  done
}

# Removes STAGE. What was told to end may still write there for a moment.
bd_drop() {  # STAGE
  rm -rf -- "$1" "$1.named" 2>/dev/null || bd_drop_shut "$1" > /dev/null 2>&1 ||
    { sleep 1 && words=$(bd_drop_shut "$1" 2>&1); } || bd_fail "$words"
  echo '@bd end'
}

# Removes STAGE where folders may not be written.
bd_drop_shut() {  # STAGE
  find "$1" "$1.named" -type d ! -perm -u=rwx -exec chmod u+rwx {} + 2>/dev/null
  rm -rf -- "$1" "$1.named"
}

# Prints the names of the files in FOLDER, which the trash keeps, that are still in TARGET: the run
# ended before they were replaced.
bd_find_unreplaced() {  # FOLDER TARGET
  for entry in "$1"/* "$1"/.[!.]* "$1"/..?*; do
    if [ -d "$entry" ] && [ ! -h "$entry" ]; then
      bd_find_unreplaced "$entry" "$2/${entry##*/}"
    elif bd_exists "$entry" && bd_is_one "$entry" "$2/${entry##*/}"; then
      printf '%s\0' "$entry"
    fi
  done
}

# Removes STAGE of a transfer that is given up, or has nothing more to do, and tells what the
# transfer replaced.
bd_discard() {  # TARGET STAGE KEPT
  ! bd_find_kept "$1" "$3" || bd_find_unreplaced "$kept" "$1" | xargs -0 -r rm -f --
  bd_tell_kept "$1" "$3"
  bd_drop "$1/$2"
}

# Tells whether there is a find that can list, whatever it says on stderr.
bd_tools() {
  [ -n "$(find . -prune -printf x 2>/dev/null | dd bs=1 count=1 2>/dev/null)" ] &&
    echo '@bd has find'
  echo '@bd end'
}

# Tells what is here for a download of some names in FOLDER: which of them are missing, by their
# numbers, and which tools there are.
bd_source() {  # FOLDER NAME...
  cd -- "$1" 2>/dev/null || {
    echo '@bd nowhere'
    echo '@bd missing 1'
    exit 0
  }
  shift
  number=0
  for name; do
    number=$((number + 1))
    [ -e "./$name" ] || [ -h "./$name" ] || echo "@bd missing $number"
  done
  find . -prune -printf '' 2>/dev/null && echo '@bd has find'
  dd if=/dev/null of=/dev/null 2>/dev/null && echo '@bd has dd'
  unset TAR_OPTIONS
  tar --null --no-recursion --hard-dereference --format=gnu -b 20 -cf /dev/null -T /dev/null \
    2>/dev/null && echo '@bd has tar'
  [ "$(id -u)" != 0 ] || echo '@bd root'
  echo '@bd end'
}

# Prints as bd_manifest_of, each folder after what it holds, with permissions and blocks, and the
# owner of what is not this user's. A folder into which nobody may look comes later, as "u" with the
# reason in place of a target.
bd_list_of() {  # FOLDER NAME...
  cd -- "$1" 2>/dev/null || exit 0
  shift
  own=$(id -u 2>/dev/null) && own="-uid $own"
  bd_each_here bd_find_deep "$@"
}

# Prints the list of what is in these names, for bd_list_of.
bd_find_deep() {  # ./NAME...
  # shellcheck disable=SC2086  # two words, or one
  find "$@" -depth \( ${own:--true} -printf '%y %s %T@ %m %b\0%p\0%l\0' -o -printf \
    '%y %s %T@ %m %b %u\0%p\0%l\0' \) || {
    bd_listed
    find "$@" -type d \( ! -readable -o ! -executable \) -prune \
      -printf 'u 0 0 0 0\0%p\0permission denied\0' || bd_listed
  }
}

# Prints the folders and the empty files among NAME... and in them, and those of NAME... that are
# neither, as bd_manifest_of does: by these it is seen that nothing came, went, or was filled.
bd_folders_of() {  # FOLDER NAME...
  cd -- "$1" 2>/dev/null || exit 0
  shift
  bd_each_here bd_find_folders "$@"
}
bd_find_folders() {  # ./NAME...
  find "$@" -maxdepth 0 ! -type d ! -size 0 -printf '%y %s %T@\0%p\0%l\0' || bd_listed
  find "$@" \( -type d -o -size 0 \) -printf '%y %s %T@\0%p\0%l\0' || bd_listed
}

# Prints files as an archive, in the order in which stdin names them, as soon as it does. A block is
# 10 KiB, which TreeReceiver knows.
bd_pack() {  # FOLDER [FORMAT OPTION]
  cd -- "$1" || exit
  unset TAR_OPTIONS
  exec tar -P --null --no-unquote --no-recursion --hard-dereference "--format=${2:-gnu}" \
    ${3:+"$3"} --quoting-style=escape -b 20 -cf - -T -
}

# Prints where FILE has data and where holes: the head of a sparse archive says it, and some of the
# data follow. Prints nothing where tar would have to read all of the file to know.
# tar takes a file without blocks for one hole. A file system in user space may know of no blocks:
# only of the file systems named here that is true.
bd_holes() {  # FOLDER FILE
  cd -- "$1" || exit
  blocks=$(stat -c %b -- "./$2" 2>/dev/null) || exit 0
  if [ "$blocks" -eq 0 ]; then
    case $(stat -f -c %T -- "./$2" 2>/dev/null) in
      ext2/ext3 | xfs | btrfs | tmpfs | overlayfs) ;;
      *) exit 0 ;;
    esac
  fi
  unset TAR_OPTIONS
  tar -P --no-recursion --quoting-style=escape --format=gnu --sparse --hole-detection=seek -cf - \
    -- "./$2" 2>/dev/null | dd bs=65536 count=16 iflag=fullblock 2>/dev/null
}

# Prints parts of FILE, as lines "SKIP COUNT" (in MiB) on stdin ask for them. The first line says
# what the file is, as a manifest does. "@bd part SKIP" follows each part. It ends early when the
# file is another by then.
bd_read() {  # FOLDER FILE
  cd -- "$1" || exit
  facts=$(find "./$2" -prune -printf '%y %s %T@') || {
    bd_listed
    exit 4
  }
  printf '%s\n' "$facts" || exit 4
  while IFS=' ' read -r skip count; do
    dd bs=65536 skip=$((skip * 16)) count=$((count * 16)) if="./$2" 2>/dev/null || {
      bd_listed
      exit 3
    }
    now=$(find "./$2" -prune -printf '%y %s %T@') || bd_listed
    [ "$now" = "$facts" ] || exit 4
    echo "@bd part $skip"
  done
}

# Prints all of FILE that comes without waiting, to more than 16 MiB, whatever is told of its size.
bd_read_made() {  # FOLDER FILE
  cd -- "$1" || exit
  {
    words=$(dd bs=65536 count=257 iflag=fullblock,nonblock if="./$2" 2>&1 >&3) && return
    printf '%s\n' "$words" | sed -n 's/^dd: .*: //p' >&2
    return 1
  } 3>&1
}

# Copies small files and links of FOLDER, which stdin names, into STAGE. Prints an empty line for
# each that is there. For root they keep their owners, as by bd_clone.
bd_copy() {  # FOLDER STAGE
  bd_pack "$1" posix --pax-option=delete=atime,delete=ctime | {
    cd -- "$2" && bd_unpack "$2" -xpvf - || echo '@bd failed' >&2
  } | tr -dc '\n'
}

# Copies files of FOLDER into STAGE as stdin says: SIZE NUL MODE NUL FILE NUL NAME // NUL. A file
# whose permissions change meanwhile gets MODE. Where the file system can, the file and its copy
# share their bytes from then on. Prints how far a large copy is, and "@bd copied" or "@bd not
# WORDS" of each.
bd_clone() {  # FOLDER STAGE
  cd -- "$2" || exit
  # shellcheck disable=SC2016  # for the inner shells
  exec xargs -0 -r -n 4 sh -c '
    case ${4-} in *//) set -- "$1" "$2" "$3" "${4%//}" ;; *) exit 0 ;; esac
    case $4 in */*) mkdir -p -- "./${4%/*}" ;; esac
    watch=
    if [ "$1" -ge 67108864 ]; then
      while sleep 1 > /dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
        stat -c "@bd at %s" -- "./$4" 2>/dev/null
      done &
      watch=$!
    fi
    words=$(cp -a --reflink=auto --remove-destination -- "$0/$3" "./$4" 2>&1)
    code=$?
    [ -z "$watch" ] || kill "$watch"
    if [ "$code" = 0 ]; then
      case $(stat -c %a -- "./$4") in *"$2") ;; *) [ -h "./$4" ] || chmod -- "$2" "./$4" ;; esac
      echo "@bd copied"
      exit 0
    fi
    words=$(printf %s "$words" | tr "\n" " ")
    case $words in
      *preserv*)
        if [ "$(stat -c %s -- "$0/$3")" = "$(stat -c %s -- "./$4" 2> /dev/null)" ]; then
          printf "@bd noted %s\n@bd copied\n" "$words"
          exit 0
        fi
        ;;
    esac
    case $words in
      *"No space left"* | *"uota exceeded"*) printf "@bd failed %s\n" "$words"; exit 255 ;;
      *) printf "@bd not %s\n" "$words" ;;
    esac' "$1"
}

# Prints "@bd seen NUMBER ID" of each of NAME... that is in FOLDER. It has this ID under a new name,
# too.
bd_seen() {  # FOLDER NAME...
  cd -- "$1" 2>/dev/null || {
    echo '@bd end'
    exit 0
  }
  shift
  bd_each_here bd_see "$@"
  echo '@bd end'
}

# Takes the numbers of these names out of numbers.
bd_see() {  # ./NAME...
  if ids=$(stat -c %d:%i -- "$@" 2>/dev/null); then
    for id in $ids; do bd_say_seen "$id"; done
  else
    # One of them is gone by now.
    for file; do bd_say_seen "$(bd_id "$file")"; done
  fi
}

bd_say_seen() { echo "@bd seen ${numbers%% *} $1" && numbers=${numbers#* }; }  # ID

# Moves what can be moved by a new name alone. A name that is there already is replaced only if that
# is allowed and neither is a folder. Prints "@bd moved NUMBER" of each that is in its place, also
# of one that an earlier run moved: it has the ID that it had when that run began.
bd_rename() {  # FOLDER TARGET REPLACES KEPT ID NAME...
  from=$1 to=$2 target=$2 replaces=$3 own=$4 number=0 id=
  to_device=$(stat -c %d -- "$to")
  shift 4
  for name; do
    [ -n "$id" ] || {
      id=$name
      continue
    }
    seen=$id id=
    number=$((number + 1))
    if ! bd_exists "$from/$name"; then
      [ "$(bd_id "$to/$name")" != "$seen" ] || echo "@bd moved $number"
      continue
    fi
    [ "$(stat -c %d -- "$from/$name")" = "$to_device" ] || continue
    if bd_exists "$to/$name"; then
      [ "$replaces" = yes ] && { [ ! -d "$from/$name" ] || [ -h "$from/$name" ]; } &&
        { [ ! -d "$to/$name" ] || [ -h "$to/$name" ]; } || continue
      [ -n "$kept" ] || bd_make_kept "$target" "$own" || continue
      beside=$kept
      if ! bd_keep "$name" > /dev/null 2>&1 ||
        ! mv -fT -- "$from/$name" "$to/$name" 2>/dev/null; then
        bd_give_back "$name" 2>/dev/null
        continue
      fi
    else
      mv -nT -- "$from/$name" "$to/$name" 2>/dev/null
      ! bd_exists "$from/$name" || continue
    fi
    echo "@bd moved $number"
  done
  bd_tell_kept "$target" "$own"
  bd_leave_trash "$from"
  echo '@bd end'
}

# Tells whether NAME is in FOLDER: a staging folder that is where the sources are says that both are
# one folder.
bd_has() {  # FOLDER NAME
  [ ! -e "$1/$2" ] || echo '@bd has it'
  echo '@bd end'
}

# Removes what stdin names in FOLDER, with "//": files and links, or folders that are empty by then.
bd_unlink() {  # FOLDER
  cd -- "$1" && bd_each_whole 'rm -f --'
}

bd_rmdir() {  # FOLDER
  cd -- "$1" || return 0
  bd_each_whole 'rmdir --' 2>/dev/null
  code=$?
  [ $code -le 123 ] || exit $code  # else some are not empty
  bd_leave_trash "$1"
}
