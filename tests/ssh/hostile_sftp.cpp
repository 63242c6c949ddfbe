// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// hostile_sftp HABIT: a stand-in for an SFTP server, on its standard input and output, with one habit; some of them are
// allowed and rare, most are bad. There is one file, /file, of 3,000,000 bytes, and one folder, /folder. Byte N of the
// file is N * 31 + N / 4099. Shares no code with what it tests.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <poll.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace {

constexpr uint64_t fileSize = 3'000'000;

std::string habit;

bool is(std::string_view name)
{
    return habit == name;
}

std::string number(uint64_t value, int bytes = 4)
{
    std::string text;
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
        text += static_cast<char>(value >> shift);
    return text;
}

std::string string(std::string_view text)
{
    return number(text.size()).append(text);
}

void put(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t done = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (done <= 0)
            std::exit(0); // nobody listens any more
        bytes.remove_prefix(static_cast<size_t>(done));
    }
}

bool isWaiting(int milliseconds)
{
    pollfd input{STDIN_FILENO, POLLIN, 0};
    return ::poll(&input, 1, milliseconds) > 0;
}

std::string get(size_t count)
{
    std::string bytes(count, '\0');
    for (size_t have = 0; have < count;) {
        const ssize_t got = ::read(STDIN_FILENO, bytes.data() + have, count - have);
        if (got <= 0)
            std::exit(0);
        have += static_cast<size_t>(got);
    }
    return bytes;
}

uint64_t valueOf(std::string_view bytes)
{
    uint64_t value = 0;
    for (const char byte : bytes)
        value = value << 8 | static_cast<unsigned char>(byte);
    return value;
}

struct Request
{
    int type = 0;
    uint64_t id = 0;
    std::string body;
};

Request next()
{
    const std::string packet = get(valueOf(get(4)));
    return {static_cast<unsigned char>(packet[0]), valueOf(packet.substr(1, 4)), packet.substr(5)};
}

void answer(int type, uint64_t id, const std::string &body)
{
    const std::string packet = string(static_cast<char>(type) + number(is("wrong-ids") ? id + 1000 : id) + body);
    put(packet);
    if (is("twice"))
        put(packet);
}

void status(uint64_t id, uint64_t code, std::string_view text = "words")
{
    answer(101, id, number(code) + string(text) + string("en"));
}

std::string attributes(bool isFolder)
{
    const uint64_t size = is("sizes") ? UINT64_MAX : fileSize;
    const uint64_t time = is("sizes") ? UINT32_MAX : 1'500'000'000;
    return number(0xd) + number(isFolder ? 0 : size, 8) + number(isFolder ? 0040755 : 0100644) + number(time)
        + number(time);
}

std::string named(std::string_view name, bool isFolder = false)
{
    return string(name)
        + string("-rw-r--r--    1 \x1b[31mroot \x1b[31mroot  " + std::to_string(fileSize) + " Jan  1 12:00 x")
        + attributes(isFolder);
}

void giveNames(uint64_t id)
{
    static int rounds = 0;
    ++rounds;
    if (is("endless")) {
        std::string names;
        for (int i = 0; i < 100; ++i)
            names += named(std::to_string(rounds * 100 + i) + std::string(50, 'n'));
        answer(104, id, number(100) + names);
    } else if (is("no-names")) {
        answer(104, id, number(0));
    } else if (is("many-names")) {
        answer(104, id, number(UINT32_MAX) + named("one"));
    } else if (rounds > 1) {
        status(id, 1);
    } else {
        const std::vector<std::string> names{"../above",
                                             "/etc/passwd",
                                             "a/b",
                                             ".",
                                             "..",
                                             "",
                                             std::string("nul\0nul", 7),
                                             "good",
                                             "\x1b[31mred",
                                             "new\nline",
                                             "\xe2\x80\xae"
                                             "txt.exe",
                                             "\xff",
                                             "..."};
        std::string body = number(names.size());
        for (const std::string &name : names)
            body += named(name);
        answer(104, id, body);
    }
}

void giveBytes(const Request &request)
{
    const size_t at = 4 + valueOf(request.body.substr(0, 4));
    const uint64_t offset = valueOf(request.body.substr(at, 8));
    uint64_t count = valueOf(request.body.substr(at + 8, 4));
    if (is("too-many-bytes"))
        return answer(103, request.id, string(std::string(count + 1, 'x')));
    if (is("no-bytes"))
        return answer(103, request.id, string(""));
    if (is("lying-length"))
        return answer(103, request.id, number(UINT32_MAX) + "x");
    if (offset >= fileSize && !is("sizes"))
        return status(request.id, 1);
    if (is("short-answers"))
        count = std::min<uint64_t>(count, 20'000 + offset % 7);
    if (!is("sizes"))
        count = std::min(count, fileSize - offset);
    std::string bytes(count, '\0');
    for (uint64_t i = 0; i < count; ++i)
        bytes[i] = static_cast<char>((offset + i) * 31 + (offset + i) / 4099);
    answer(103, request.id, string(bytes));
}

int openHandles = 0;

void giveHandle(uint64_t id)
{
    if (is("few-handles") && openHandles >= 20)
        return status(id, 4, "too many handles");
    ++openHandles;
    answer(102, id, is("long-handles") ? string(std::string(300, 'h')) : string("h" + std::to_string(openHandles)));
}

void serve(const Request &request)
{
    if (is("wrong-types"))
        return answer(105, request.id, request.type == 7 || request.type == 17 ? "x" : attributes(false));
    if (is("refusals"))
        return status(request.id, 4, "\x1b]0;title\x07 no\nway " + std::string(100'000, 'w'));
    switch (request.type) {
    case 3:
    case 11:
        return giveHandle(request.id);
    case 4:
        --openHandles;
        return status(request.id, 0);
    case 5:
        return giveBytes(request);
    case 12:
        return giveNames(request.id);
    case 7:
    case 8:
    case 17:
        return answer(105, request.id, attributes(request.body.find("folder") != std::string::npos));
    default:
        return status(request.id, 0);
    }
}

// What comes before it waits, in the opposite order.
void serveBackwards()
{
    std::vector<Request> requests{next()};
    while (requests.size() < 16 && isWaiting(20))
        requests.push_back(next());
    for (auto request = requests.rbegin(); request != requests.rend(); ++request)
        serve(*request);
}

// As long as anybody listens.
[[noreturn]] void waitForEver()
{
    ::pollfd input{STDIN_FILENO, 0, 0}; // who has gone hangs up
    while (::poll(&input, 1, -1) <= 0) { }
    std::exit(0);
}

void greet()
{
    if (is("mute"))
        waitForEver();
    if (is("shell"))
        put("Welcome to the machine!\nlast login: today\n");
    get(valueOf(get(4)));
    if (is("old"))
        put(string("\2" + number(2)));
    else if (is("future"))
        put(string("\2" + number(6)));
    else
        put(string("\2" + number(3)));
}

} // namespace

int main(int argc, char **argv)
{
    habit = argc > 1 ? argv[1] : "";
    greet();
    if (is("deaf"))
        waitForEver();
    if (is("flood")) {
        for (uint64_t id = 1'000'000;; ++id)
            status(id, 0);
    }
    const bool servesFirst = is("dies") || is("silent") || is("drip") || is("huge") || is("empty");
    if (!servesFirst) {
        for (;;)
            is("backwards") ? serveBackwards() : serve(next());
    }
    serve(next());
    const Request request = next();
    if (is("silent"))
        waitForEver();
    if (is("huge"))
        put(number(0x7fffffff) + std::string(100'000, 'x'));
    if (is("empty"))
        put(number(0));
    if (is("drip")) { // a long answer, ever so slowly
        put(number(200'000) + "\x67" + number(request.id));
        for (;;) {
            put("x");
            ::usleep(20'000);
        }
    }
    return 0;
}
