#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
"""OpenSSH's SFTP server as one that shows nothing of /proc. Where TOP/late is, an earlier session's server is still at
work, and writes what is in "large" once more: in the stage whenever a folder is listed, and when it got its place.
Where TOP/vanish is, that takes "large" away, once, when it is about to be gone on with. Where TOP/locked is, nobody may
look into the stage from then on."""

import os
import struct
import subprocess
import sys
import threading

OPEN, LSTAT, OPEN_FOLDER, RENAME, STATUS = 3, 7, 11, 18, 101
DENIED = 3
top = sys.argv[1]
server = subprocess.Popen(['/usr/lib/openssh/sftp-server'], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
renames = set()
writing = threading.Lock()


def write_late(path):
    if os.path.exists(top + '/late') and os.path.exists(top + path):
        with open(top + path, 'r+b', 0) as file:
            some = file.read(1)
            file.seek(0)
            file.write(some)


def vanish():
    if os.path.exists(top + '/vanish'):
        os.remove(top + '/vanish')
        os.remove(top + '/there/.t.part-0123/t/large')


def is_locked(request):
    if request[0] == LSTAT and request.endswith(b'/there/.t.part-0123/t/large') and os.path.exists(top + '/locked'):
        open(top + '/denied', 'w').close()
    return request[0] in (LSTAT, OPEN_FOLDER) and b'/there/.t.part-0123' in request and os.path.exists(top + '/denied')


def packets(stream):
    while len(head := stream.read(4)) == 4:
        yield bytearray(stream.read(struct.unpack('>I', head)[0]))


def hand_on(stream, packet):
    stream.write(struct.pack('>I', len(packet)) + packet)
    stream.flush()


def answer():
    for packet in packets(server.stdout):
        if bytes(packet[1:5]) in renames:
            write_late('/there/t/large')
        with writing:
            hand_on(sys.stdout.buffer, packet)


threading.Thread(target=answer, daemon=True).start()
for request in packets(sys.stdin.buffer):
    if is_locked(request):
        with writing:
            hand_on(sys.stdout.buffer, bytes([STATUS]) + request[1:5] + struct.pack('>III', DENIED, 0, 0))
        continue
    if request[0] == OPEN:
        request = request.replace(b'/proc/', b'/none/')
    elif request[0] == LSTAT and request.endswith(b'/there/.t.part-0123/t/large'):
        vanish()
    elif request[0] == OPEN_FOLDER:
        write_late('/there/.t.part-0123/t/large')
    elif request[0] == RENAME:
        renames.add(bytes(request[1:5]))
    hand_on(server.stdin, request)
server.stdin.close()
server.wait()
