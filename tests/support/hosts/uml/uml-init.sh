#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# Pid 1 of UmlNode until systemd takes over. NAME, ADDRESS and FOLDER (hostkey, id.pub) are from the kernel's command line.
set -eu
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
root=/mnt
busybox insmod "/usr/lib/uml/modules/$(uname -r)/kernel/fs/overlayfs/overlay.ko"
mount -t tmpfs disk /media
mkdir -p /media/{upper,work,given}
mount -t hostfs given -o "$FOLDER" /media/given
mount -t overlay "$NAME" -o lowerdir=/,upperdir=/media/upper,workdir=/media/work $root
mount -t proc proc $root/proc
mount -t sysfs sysfs $root/sys
mount -t cgroup2 cgroup $root/sys/fs/cgroup
mount -t devtmpfs dev $root/dev
mkdir -p $root/dev/{pts,shm}
mount -t devpts -o gid=5,mode=620,ptmxmode=666 devpts $root/dev/pts
mount -t tmpfs shm $root/dev/shm
mount -t tmpfs -o mode=1777 tmp $root/tmp
mount -t tmpfs -o mode=755 home $root/home
mount -t tmpfs -o mode=700 root $root/root

hostname "$NAME"
echo "$NAME" >$root/etc/hostname
printf '127.0.0.1 localhost\n%s %s\n' "$ADDRESS" "$NAME" >$root/etc/hosts
rm -f $root/etc/machine-id $root/etc/ssh/ssh_host_*
touch $root/etc/machine-id
cp /media/given/hostkey $root/etc/ssh/hostkey
chmod 600 $root/etc/ssh/hostkey
cat >$root/etc/ssh/sshd_config <<'SSHD'
HostKey /etc/ssh/hostkey
UsePAM yes
PasswordAuthentication no
KbdInteractiveAuthentication no
UseDNS no
PrintMotd no
MaxStartups 200
Subsystem sftp internal-sftp
SSHD
sed -i '/^alice:/d; /^[^:]*:[^:]*:1000:/d' $root/etc/passwd $root/etc/group $root/etc/shadow
echo 'alice:x:1000:1000::/home/alice:/bin/bash' >>$root/etc/passwd
echo 'alice:x:1000:' >>$root/etc/group
echo 'alice:*:19000:0:99999:7:::' >>$root/etc/shadow
for home in $root/home/alice $root/root; do
    mkdir -p "$home/.ssh"
    cp /media/given/id.pub "$home/.ssh/authorized_keys"
    chmod 700 "$home/.ssh"
done
chown -R 1000:1000 $root/home/alice
ip link set lo up
ip link set vec0 name eth0
ip link set eth0 up
ip address add "$ADDRESS/16" dev eth0

# Only what a login needs.
cat >$root/etc/systemd/system/node.target <<'TARGET'
[Unit]
Requires=basic.target
Wants=ssh.service dbus.service systemd-logind.service systemd-user-sessions.service
AllowIsolate=yes
TARGET
mkdir -p $root/etc/systemd/logind.conf.d
printf '[Login]\nKillUserProcesses=yes\n' >$root/etc/systemd/logind.conf.d/batchdeck.conf
exec chroot $root /lib/systemd/systemd --unit=node.target
