#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
"""hostiletree.py HABIT ELSEWHERE: a stand-in for an SFTP server with one bad habit, on its stdin and stdout. It has a
folder t with the files a ("one\n") and b ("two\n"), below any path. ELSEWHERE is a folder that nobody may write to."""
import os
import struct
import sys

if "sftp" not in os.environ.get("SSH_ORIGINAL_COMMAND", ""):
    sys.exit(1)
HABIT, ELSEWHERE = sys.argv[1:3]
FOLDER, FILE, LINK, TIME = 0o040755, 0o100644, 0o120777, 1000000000
CONTENT = {"a": b"one\n", "b": b"two\n"}
handles, counter = {}, 0


def text(value):
    data = value if isinstance(value, bytes) else os.fsencode(value)
    return struct.pack(">I", len(data)) + data


def facts(mode, size=4):
    return struct.pack(">IQIII", 0x1 | 0x4 | 0x8, size, mode, TIME, TIME)


def name(what, mode, size=4):
    return text(what) + text("") + facts(mode, size)


def say(kind, number, body):
    packet = struct.pack(">BI", kind, number) + body
    sys.stdout.buffer.write(struct.pack(">I", len(packet)) + packet)
    sys.stdout.buffer.flush()


def status(number, code):
    say(101, number, struct.pack(">I", code) + text("") + text(""))


def listing(path, page):
    """Entries of a page of a folder; none at its end."""
    last = path.rsplit("/", 1)[-1]
    good = [name("a", FILE), name("b", FILE)]
    if HABIT == "endless":
        return [name(f"f{page}-{i}", FILE) for i in range(100)]
    if HABIT == "endless folders":
        return [name(f"{'d' * 200}{page}-{i}", FOLDER) for i in range(100)]
    if page > 0:
        return []
    if HABIT == "deep":
        return [name("d", FOLDER)]
    if last != "t":
        return [name("victim", FILE)]
    if HABIT == "names":
        bad = ["../evil", "/evil", ELSEWHERE + "/victim", "..", ".", "", "x/../../evil", "nul\0evil"]
        return good + [name(one, FILE) for one in bad] + [name("../..", FOLDER), name("..", FOLDER)]
    if HABIT == "link and folder":
        return good + [name("x", LINK), name("x", FOLDER)]
    if HABIT == "folder and link":
        return good + [name("x", FOLDER), name("x", LINK)]
    if HABIT == "follows":
        return good + [name("linked", FOLDER)]
    if HABIT == "twice":
        return good + good
    if HABIT == "huge":
        return good + [name("large", FILE, 1 << 62)]
    if HABIT == "long":
        return good + [name("n" * 300, FILE), name("long", LINK)]
    if HABIT == "device":
        return good + [name("null", 0o020666), name("none", 0)]
    return good


def serve(kind, number, body):
    global counter
    length = struct.unpack(">I", body[:4])[0]
    key, rest = os.fsdecode(body[4:4 + length]), body[4 + length:]
    last = key.rsplit("/", 1)[-1]
    if kind in (7, 17):
        return say(105, number, facts(LINK if HABIT == "follows" and kind == 7 and last == "linked" else FOLDER))
    if kind in (3, 11):
        counter += 1
        handles[str(counter)] = [last if kind == 3 else key, 0]
        return say(102, number, text(str(counter)))
    if kind == 19:
        return say(104, number, struct.pack(">I", 1) + name("l" * 9000 if HABIT == "long" else ELSEWHERE, LINK))
    if kind == 4:
        handles.pop(key, None)
        return status(number, 0)
    if key not in handles:
        return status(number, 4)
    if kind == 12:
        entries = listing(handles[key][0], handles[key][1])
        handles[key][1] += 1
        return say(104, number, struct.pack(">I", len(entries)) + b"".join(entries)) if entries else status(number, 1)
    content = CONTENT.get(handles[key][0], b"evil")
    if kind == 8:
        return say(105, number, facts(FILE, 1 << 62 if handles[key][0] == "large" else 5 if HABIT == "grown" else 4))
    if kind == 5:
        offset, wanted = struct.unpack(">QI", rest)
        if HABIT == "more":
            return say(103, number, text(b"x" * (wanted + 1)))
        if HABIT == "nothing":
            return say(103, number, text(b""))
        if HABIT == "drops":  # one byte at a time
            content = content[:offset + 1]
        data = content[offset:offset + wanted]
        return say(103, number, text(data)) if data else status(number, 1)
    return status(number, 8)


while True:
    head = sys.stdin.buffer.read(4)
    if len(head) < 4:
        break
    packet = sys.stdin.buffer.read(struct.unpack(">I", head)[0])
    if packet[0] == 1:
        sys.stdout.buffer.write(struct.pack(">IBI", 5, 2, 3))
        sys.stdout.buffer.flush()
    else:
        serve(packet[0], struct.unpack(">I", packet[1:5])[0], packet[5:])
