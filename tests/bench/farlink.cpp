// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// farlink MS COMMAND…: runs a command (a bench) in a network of its own, whose only way, loopback, takes MS
// milliseconds to go and MS to come back, however much is under way. Packets keep their size, so that it is the way
// that is measured and not this program. Needs root; this kernel's own delays (tc netem) are not everywhere.

#include <algorithm>
#include <arpa/inet.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <libnetfilter_queue/libnetfilter_queue.h>
#include <linux/netfilter.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

struct Packet
{
    uint32_t id;
    Clock::time_point due;
};

struct Link
{
    std::chrono::duration<double, std::milli> delay;
    std::deque<Packet> underWay;
};

constexpr uint32_t mostUnderWay = 100'000; // packets
constexpr unsigned receiveBuffer = 16 * 1024 * 1024; // bytes

int hold(nfq_q_handle *, nfgenmsg *, nfq_data *data, void *context)
{
    auto *link = static_cast<Link *>(context);
    const uint32_t id = ntohl(nfq_get_msg_packet_hdr(data)->packet_id);
    link->underWay.push_back({id, Clock::now() + std::chrono::duration_cast<Clock::duration>(link->delay)});
    return 0;
}

int waitOf(const Link &link)
{
    if (link.underWay.empty())
        return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(link.underWay.front().due - Clock::now());
    return int(std::max<std::chrono::milliseconds::rep>(left.count(), 0));
}

[[noreturn]] void carry(Link &link, nfq_handle *queues, nfq_q_handle *queue)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    std::vector<char> buffer(128 * 1024);
    ::pollfd descriptor{nfq_fd(queues), POLLIN, 0};
    while (true) {
        if (::poll(&descriptor, 1, waitOf(link)) > 0) {
            const auto got = ::recv(descriptor.fd, buffer.data(), buffer.size(), 0);
            if (got > 0)
                nfq_handle_packet(queues, buffer.data(), int(got));
        }
        for (; !link.underWay.empty() && link.underWay.front().due <= Clock::now(); link.underWay.pop_front())
            nfq_set_verdict(queue, link.underWay.front().id, NF_ACCEPT, 0, nullptr);
    }
}

bool raiseLoopback()
{
    const int any = ::socket(AF_INET, SOCK_DGRAM, 0);
    ::ifreq request{{.ifrn_name = "lo"}, {}};
    request.ifr_flags = IFF_UP | IFF_RUNNING;
    const bool isUp = ::ioctl(any, SIOCSIFFLAGS, &request) == 0;
    ::close(any);
    return isUp;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 3) {
        std::fputs("farlink MS COMMAND…\n", stderr);
        return 2;
    }
    if (::unshare(CLONE_NEWNET) != 0
        || !raiseLoopback()
        // Where they come in: on their way out they would count against what their sender may have under way.
        || std::system("iptables -w -A INPUT -i lo -p tcp -j NFQUEUE --queue-num 0") != 0) {
        std::perror("farlink: no network of its own (it needs root, and iptables)");
        return 1;
    }
    Link link{std::chrono::duration<double, std::milli>(std::atof(argv[1])), {}};
    nfq_handle *queues = nfq_open();
    const pid_t command = ::getpid();
    const pid_t carrier = queues ? ::fork() : -1;
    if (carrier == 0) {
        nfq_q_handle *queue = nfq_create_queue(queues, 0, hold, &link);
        if (!queue || nfq_set_mode(queue, NFQNL_COPY_META, 0) < 0
            || nfq_set_queue_flags(queue, NFQA_CFG_F_GSO, NFQA_CFG_F_GSO) < 0
            || nfq_set_queue_maxlen(queue, mostUnderWay) < 0)
            ::kill(command, SIGTERM);
        nfnl_rcvbufsiz(nfq_nfnlh(queues), receiveBuffer);
        carry(link, queues, queue);
    }
    if (carrier < 0)
        return 1;
    ::execvp(argv[2], argv + 2);
    std::perror(argv[2]);
    return 127;
}
