// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/hosts/insidenetwork.h"
#include "tests/support/patience.h"

#include <QFile>
#include <QProcess>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace testing {

namespace {

const char *folder = nullptr; // set once we are inside

int exitStatus(int waited)
{
    return WIFEXITED(waited) ? WEXITSTATUS(waited) : 128 + WTERMSIG(waited);
}

/// An empty folder of every Linux that does not hide this program when something is mounted over it.
const char *mountPoint()
{
    const QString program = QFile::symLinkTarget(u"/proc/self/exe"_s);
    return program.startsWith(u"/srv/"_s) ? "/media" : "/srv";
}

bool makePrivateMounts(const char *place)
{
    const QByteArray temporary = QByteArray(place) + "/tmp";
    return mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0
        && mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) == 0
        && mount("batchdeck-test", place, "tmpfs", 0, "mode=755") == 0 && mkdir(temporary.constData(), 01777) == 0
        && chmod(temporary.constData(), 01777) == 0 && setenv("TMPDIR", temporary.constData(), 1) == 0;
}

bool raiseLoopback()
{
    const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    ifreq request{};
    request.ifr_name[0] = 'l';
    request.ifr_name[1] = 'o';
    request.ifr_flags = IFF_UP;
    const bool raised = ioctl(socket, SIOCSIFFLAGS, &request) == 0;
    ::close(socket);
    return raised;
}

/// The first process of the test's own process ids: reaps, and ends everything by ending when the test has.
int reapUntilEndOf(pid_t test)
{
    for (;;) {
        int status = 0;
        if (waitpid(-1, &status, 0) == test)
            return exitStatus(status);
    }
}

} // namespace

std::optional<int> enterNetwork()
{
    if (geteuid() != 0)
        return {};
    const char *place = mountPoint();
    if (unshare(CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWPID) != 0) {
        std::perror("no namespaces for the test's network");
        return {};
    }
    std::fflush(nullptr);
    const pid_t first = fork();
    if (first < 0)
        return 1;
    if (first > 0) {
        int status = 0;
        while (waitpid(first, &status, 0) < 0 && errno == EINTR) { }
        _exit(exitStatus(status)); // its namespace has ended: whoever looks for leaks at exit could start no process
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const pid_t test = fork();
    if (test != 0)
        _exit(test < 0 ? 1 : reapUntilEndOf(test));
    if (makePrivateMounts(place) && raiseLoopback())
        folder = place;
    else
        std::perror("no mounts for the test's network");
    return {};
}

bool isInsideNetwork()
{
    return folder != nullptr;
}

QString networkFolder()
{
    return QString::fromLocal8Bit(folder);
}

bool runIp(const QByteArray &lines)
{
    QProcess ip;
    ip.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    ip.start(u"ip"_s, {u"-batch"_s, u"-"_s});
    ip.write(lines);
    ip.closeWriteChannel();
    return ip.waitForFinished(testing::patience) && ip.exitStatus() == QProcess::NormalExit && ip.exitCode() == 0;
}

bool raiseBridge()
{
    static const bool raised = runIp("link add br0 type bridge forward_delay 0\n"
                                     "link set br0 up\n"
                                     "addr add 10.77.0.1/16 dev br0\n");
    return raised;
}

} // namespace testing
