// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// bench_loglatency [SECONDS [FILES]]: how long a line takes from a file on a machine, over SSH, spool and index, until
// a LogView has painted it: of a log that says a line now and then, and of one that grows by 20 MB a second. Then what
// it costs to follow many files of one machine.
#include "engine/host/sshhost.h"
#include "engine/log/logcollector.h"
#include "engine/log/reader/logdocument.h"
#include "engine/ssh/connect/sshtransport.h"
#include "tests/support/await.h"
#include "tests/support/parts.h"
#include "tests/support/processes.h"
#include "tests/support/real/sshserver.h"
#include "ui/log/view/logview.h"

#include <QApplication>
#include <QFile>
#include <QFileInfo>
#include <QMutex>
#include <QTemporaryDir>

#include <algorithm>
#include <atomic>
#include <deque>
#include <random>
#include <thread>

#include <sys/resource.h>
#include <unistd.h>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::SshServer;

namespace {

constexpr qint64 lineSize = 32; // all of them, so that a number of lines is a place

qint64 now()
{
    return std::chrono::steady_clock::now().time_since_epoch().count();
}

/// Lines that were written and are not painted yet.
class Pending final
{
public:
    void written(qint64 lines)
    {
        const QMutexLocker lock(&m_mutex);
        m_written.emplace_back(lines, now());
    }
    void painted(qint64 lines)
    {
        const QMutexLocker lock(&m_mutex);
        for (; !m_written.empty() && m_written.front().first <= lines; m_written.pop_front())
            m_milliseconds.append(double(now() - m_written.front().second) / 1e6);
    }
    [[nodiscard]] bool isEmpty()
    {
        const QMutexLocker lock(&m_mutex);
        return m_written.empty();
    }
    [[nodiscard]] double percentile(double part)
    {
        std::sort(m_milliseconds.begin(), m_milliseconds.end());
        const auto index = qsizetype(part * double(m_milliseconds.size()));
        return m_milliseconds.isEmpty() ? -1 : m_milliseconds.at(std::min(m_milliseconds.size() - 1, index));
    }
    [[nodiscard]] qsizetype count() const { return m_milliseconds.size(); }

private:
    QMutex m_mutex;
    std::deque<std::pair<qint64, qint64>> m_written;
    QList<double> m_milliseconds;
};

/// Sees when something was painted: what an event leads to is done when the next one comes.
class PaintWatch final : public QObject
{
public:
    PaintWatch(const ui::LogView &view, Pending &pending) : m_view(view), m_pending(pending)
    {
        view.viewport()->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Paint) {
            const qint64 lines = m_view.rows().lineCount();
            QMetaObject::invokeMethod(
                this, [this, lines] { m_pending.painted(lines); }, Qt::QueuedConnection);
        }
        return false;
    }

private:
    const ui::LogView &m_view;
    Pending &m_pending;
};

/// \a lines at once, every \a gap of milliseconds.
void write(const QString &path, int seconds, int lines, std::pair<int, int> gap, Pending &pending)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered))
        qFatal("no log");
    std::mt19937 random(7);
    std::uniform_int_distribution<int> gaps(gap.first, gap.second);
    const QByteArray line = QByteArray(lineSize - 1, 'x') + '\n';
    const QByteArray block = line.repeated(lines);
    const qint64 end = now() + seconds * 1'000'000'000LL;
    for (qint64 count = lines; now() < end; count += lines) {
        pending.written(count);
        file.write(block);
        std::this_thread::sleep_for(std::chrono::milliseconds(gaps(random)));
    }
}

void measure(const char *what, const std::shared_ptr<RemoteHost> &host, int seconds, int lines, std::pair<int, int> gap)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"log"_s);
    const QString spool = folder.filePath(u"spool/log"_s);
    const auto readers = std::make_shared<LogReaders>();
    LogCollector collector(nullptr, {.readers = readers});
    collector.follow({spool, host, path, spool});
    ui::LogView view;
    view.resize(1200, 800);
    view.setDocument(std::make_shared<LogDocument>(spool, readers));
    view.show();
    Pending pending;
    const PaintWatch watch(view, pending);
    std::atomic<bool> isOver = false;
    std::thread writer([&] {
        write(path, seconds, lines, gap, pending);
        isOver = true;
    });
    const bool isWhole = QTest::qWaitFor([&] { return isOver && pending.isEmpty(); }, seconds * 1000 + 30'000);
    writer.join();
    if (!isWhole)
        qFatal("lines are missing");
    testing::measured(what,
                      u"p50 %1 ms, p99 %2 ms, of %3"_s.arg(pending.percentile(0.5), 0, 'f', 1)
                          .arg(pending.percentile(0.99), 0, 'f', 1)
                          .arg(pending.count()),
                      "p50 < 60 ms, p99 < 200 ms");
}

/// What the shell that serves the stream on the machine, which is this computer, and its ended children took, in ms.
double processorTimeOf(qint64 pid)
{
    const QByteArray stat = testing::contentOf(u"/proc/%1/stat"_s.arg(pid));
    const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    constexpr int first = 11; // utime, stime, and of the children
    double ticks = 0;
    for (int i = first; i < first + 4; ++i)
        ticks += fields.value(i).toDouble();
    return ticks * 1000 / double(::sysconf(_SC_CLK_TCK));
}

qint64 kibibytesOf(const QString &pid)
{
    const QByteArray status = testing::contentOf(QString(u"/proc/"_s + pid + u"/status"_s));
    const qsizetype at = status.indexOf("VmRSS:");
    return at < 0 ? 0 : status.mid(at + 6, 20).trimmed().split(' ').first().toLongLong();
}

double ownProcessorTime()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3
        + double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

/// The shell of the one stream: below one of sshd's sessions, and followed by none that runs our script.
qint64 streamOf(const SshServer &server)
{
    qint64 stream = 0;
    for (const qint64 session : server.sessions()) {
        for (const qint64 child : testing::childrenOf(session)) {
            if (testing::contentOf(u"/proc/%1/cmdline"_s.arg(child)).startsWith("/bin/sh"))
                stream = child;
        }
    }
    return stream;
}

void measureMany(const std::shared_ptr<RemoteHost> &host, const SshServer &server, int files, int seconds)
{
    const QTemporaryDir folder;
    const auto pathOf = [&](int i) -> QString { return folder.filePath(u"log%1"_s.arg(i)); };
    const auto spoolOf = [&](int i) -> QString { return folder.filePath(u"spool/log%1"_s.arg(i)); };
    const auto append = [&] {
        for (int i = 0; i < files; ++i) {
            QFile file(pathOf(i));
            if (!file.open(QIODevice::Append) || file.write(QByteArray(99, 'x') + '\n') != 100)
                qFatal("no log");
        }
    };
    const auto areHere = [&](qint64 size) {
        for (int i = 0; i < files; ++i) {
            if (QFileInfo(spoolOf(i)).size() != size)
                return false;
        }
        return true;
    };
    append();
    const qint64 memory = kibibytesOf(u"self"_s);
    const qint64 begun = now();
    LogCollector collector(nullptr, {});
    for (int i = 0; i < files; ++i)
        collector.follow({spoolOf(i), host, pathOf(i), spoolOf(i)});
    if (!QTest::qWaitFor([&] { return areHere(100); }, 60'000))
        qFatal("files are missing");
    const double took = double(now() - begun) / 1e9;
    const qint64 grown = kibibytesOf(u"self"_s) - memory;
    QTest::qWait(2000);
    const qint64 pid = streamOf(server);
    const auto load = [&](const auto &work) {
        const qint64 from = now();
        const double there = processorTimeOf(pid), here = ownProcessorTime();
        work();
        const double passed = double(now() - from) / 1e6;
        return u"%1 % there, %2 % here"_s.arg((processorTimeOf(pid) - there) / passed * 100, 0, 'f', 1)
            .arg((ownProcessorTime() - here) / passed * 100, 0, 'f', 1);
    };
    const QString quiet = load([&] { QTest::qWait(seconds * 1000); });
    const QString busy = load([&] {
        for (int i = 1; i <= seconds; ++i) {
            append();
            QTest::qWait(1000);
        }
        if (!QTest::qWaitFor([&] { return areHere(100 * (seconds + 1)); }, 60'000))
            qFatal("lines are missing");
    });
    testing::measured(
        "many files of a machine",
        u"%1 files over %2 connections: begun in %3 s, %4 KiB here, %5 KiB there; of a core: quiet %6; a line a second in each %7"_s
            .arg(files)
            .arg(server.sessions().size())
            .arg(took, 0, 'f', 1)
            .arg(grown)
            .arg(kibibytesOf(QString::number(pid)))
            .arg(quiet, busy));
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const int seconds = qMax(application.arguments().value(1, u"2"_s).toInt(), 1);
    SshServer server;
    if (!server.start())
        qFatal("no machine");
    SshSpec spec;
    spec.destination = server.destination();
    spec.identityFile = server.identityFile();
    spec.configFile = u"/dev/null"_s;
    const std::shared_ptr<RemoteHost> host =
        sharedHost<SshHost>(std::make_shared<SshTransport>(server.knownHostsFile()), spec);
    if (!testing::await(host->open()))
        qFatal("no way to the machine");
    measure("a line of a quiet log, painted", host, seconds, 1, {20, 1500});
    measure("a line a tenth of a second, painted", host, seconds, 1, {80, 120});
    measure("a line of 20 MB a second, painted", host, seconds, int(100'000 / lineSize), {5, 5});
    measureMany(host, server, qMax(application.arguments().value(2, u"50"_s).toInt(), 1), seconds);
    return 0;
}
