#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
"""OpenSSH's SFTP server, with the arguments of this script, as one that HOME/strike strikes: "WHAT WHEN NUMBER". What it is
asked to do is to "link" (a further name), to "rename" or to "replace". When a session asks for it that often, the server
ends, "before" or "after" it did so, and HOME/strike becomes HOME/struck; or it "never" does so; or it is "denied": the
server does it and answers that it failed. With "owner never 0" it tells no owner of a file, with "clock never NUMBER" its
clock is that many seconds ahead, which shows in the time of a folder that is made."""

import os
import struct
import subprocess
import sys
import threading

LSTAT, MAKE, RENAME, STATUS, ATTRIBUTES, EXTENDED, FAILURE = 7, 14, 18, 101, 105, 200, 4
SIZE, OWNER, MODE = 1, 2, 4  # flags of attributes
NAMES = {b'hardlink@openssh.com': 'link', b'posix-rename@openssh.com': 'replace'}
strike = os.environ['HOME'] + '/strike'
what, when, number = open(strike).read().split() if os.path.exists(strike) else ('', '', 0)
server = subprocess.Popen(['/usr/lib/openssh/sftp-server'] + sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
writing = threading.Lock()
last = b''  # id of the request that ends it when it is answered
denied = set()  # ids of requests that are answered as failed
made = set()  # paths of folders
stamped = set()  # ids of requests for what is known of these


def end():
    os.rename(strike, os.environ['HOME'] + '/struck')
    os._exit(1)


def packets(stream):
    while len(head := stream.read(4)) == 4:
        yield bytearray(stream.read(struct.unpack('>I', head)[0]))


def hand_on(stream, packet):
    stream.write(struct.pack('>I', len(packet)) + packet)
    stream.flush()


def failed(number):
    return bytes([STATUS]) + number + struct.pack('>III', FAILURE, 0, 0)


def without_owner(packet):
    flags = struct.unpack('>I', packet[5:9])[0]
    if not flags & OWNER:
        return packet
    owner = 9 + (8 if flags & SIZE else 0)
    return packet[:5] + struct.pack('>I', flags & ~OWNER) + packet[9:owner] + packet[owner + 8:]


def by_its_clock(packet):
    flags = struct.unpack('>I', packet[5:9])[0]
    modified = 9 + sum(size for flag, size in ((SIZE, 8), (OWNER, 8), (MODE, 4)) if flags & flag) + 4
    time = struct.unpack('>I', packet[modified:modified + 4])[0] + int(number)
    return packet[:modified] + struct.pack('>I', time) + packet[modified + 4:]


def answer():
    for packet in packets(server.stdout):
        if last and packet[1:5] == last:
            end()
        if bytes(packet[1:5]) in denied:
            denied.remove(bytes(packet[1:5]))
            packet = failed(packet[1:5])
        elif what == 'owner' and packet[0] == ATTRIBUTES:
            packet = without_owner(packet)
        elif bytes(packet[1:5]) in stamped and packet[0] == ATTRIBUTES:
            packet = by_its_clock(packet)
        with writing:
            hand_on(sys.stdout.buffer, packet)


def kind(request):
    if request[0] == EXTENDED:
        return NAMES.get(bytes(request[9:9 + struct.unpack('>I', request[5:9])[0]]), '')
    return 'rename' if request[0] == RENAME else ''


threading.Thread(target=answer, daemon=True).start()
seen = 0
for request in packets(sys.stdin.buffer):
    if what == 'clock' and request[0] in (MAKE, LSTAT):
        path = bytes(request[9:9 + struct.unpack('>I', request[5:9])[0]])
        if request[0] == MAKE:
            made.add(path)
        elif path in made:
            stamped.add(bytes(request[1:5]))
    if what and kind(request) == what:
        seen += 1
        if when == 'never':
            with writing:
                hand_on(sys.stdout.buffer, failed(request[1:5]))
            continue
        if when == 'denied':
            denied.add(bytes(request[1:5]))
        elif seen == int(number):
            if when == 'before':
                end()
            last = bytes(request[1:5])
    hand_on(server.stdin, request)
server.stdin.close()
server.wait()
