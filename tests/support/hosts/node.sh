#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# Boots a machine of NodeFleet: runs as pid 1 in fresh uts, ipc, mount, network and process namespaces, on a root of its
# own laid over this computer's. Says "unshared", goes on at the first line of its input (the network is there then), and
# says "up" when sshd accepts.
#   node.sh NAME ADDRESS FOLDER HOME
# FOLDER has disk/ (what is written to the root), hostkey, machine-id, id.pub; it and HOME (/home there) survive a boot.
set -eu
name=$1 address=$2 folder=$3 home=$4 root=$3/root
echo unshared
read -r _
hostname "$name"
ip link set lo up
ip link set eth0 up
ip address add "$address/16" dev eth0

mount --make-rprivate /
mkdir -p "$root" "$folder"/disk/{upper,work,tmp}
mount -t overlay "$name" -o "lowerdir=/,upperdir=$folder/disk/upper,workdir=$folder/disk/work" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount --rbind /sys/fs/cgroup "$root/sys/fs/cgroup" 2>/dev/null || true
mount -t tmpfs -o mode=755,size=16m dev "$root/dev"
while read -r device major minor; do
    mknod -m 666 "$root/dev/$device" c "$major" "$minor"
done <<'DEVICES'
null 1 3
zero 1 5
full 1 7
random 1 8
urandom 1 9
tty 5 0
fuse 10 229
DEVICES
mkdir -p "$root"/dev/{pts,shm}
mount -t devpts -o newinstance,gid=5,mode=620,ptmxmode=666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
ln -s fd/0 "$root/dev/stdin"
ln -s fd/1 "$root/dev/stdout"
ln -s fd/2 "$root/dev/stderr"
mount -t tmpfs -o mode=1777,size=64m shm "$root/dev/shm"
mount -t tmpfs -o mode=755,size=16m run "$root/run"
mkdir -p "$root/run/sshd"
install -d -m 700 -o 1000 -g 1000 "$root/run/user/1000" # as logind has it
chmod 1777 "$folder/disk/tmp"
mount --bind "$folder/disk/tmp" "$root/tmp"
mount --bind "$home" "$root/home"

# The first boot makes the accounts; later ones find them on the disk.
if [ ! -e "$folder/disk/upper/etc/batchdeck-node" ]; then
    echo "$name" | tee "$root/etc/hostname" >"$root/etc/batchdeck-node"
    printf '127.0.0.1 localhost\n%s %s\n' "$address" "$name" >"$root/etc/hosts"
    cp "$folder/machine-id" "$root/etc/machine-id"
    sed -i '/^alice:/d; /^[^:]*:[^:]*:1000:/d' "$root/etc/passwd" "$root/etc/group" "$root/etc/shadow"
    cat "$folder/passwd" >>"$root/etc/passwd"
    cat "$folder/shadow" >>"$root/etc/shadow"
    echo 'alice:x:1000:' >>"$root/etc/group"
    rm -f "$root"/etc/ssh/ssh_host_*
    cp "$folder/hostkey" "$root/etc/ssh/hostkey"
    cp "$folder/sshd_config" "$root/etc/ssh/sshd_config"
    cp "$folder/pam" "$root/etc/pam.d/sshd"
fi
if [ ! -e "$root/home/alice" ]; then
    mkdir -p "$root/home/alice/.ssh"
    cp "$folder/id.pub" "$root/home/alice/.ssh/authorized_keys"
    chmod 700 "$root/home/alice/.ssh"
    chown -R 1000:1000 "$root/home/alice"
fi

exec 9>&1 >"$root/var/log/boot.log" 2>&1
cd "$root"
mkdir -p .old
pivot_root . .old
umount -l /.old
cd /
mount --make-rshared / # as systemd has it: name spaces that are there already see what is mounted later
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
/usr/sbin/sshd -E /var/log/sshd.log 9>&-
while [ ! -s /run/sshd.pid ]; do sleep .01; done # it writes it once it listens
echo up >&9
exec 9>&-
exec tini -- sleep infinity </dev/null
