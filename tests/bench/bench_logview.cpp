// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// bench_logview [SECONDS]: logs that grow by 100 MB/s in one panel, then in sixteen, then as fast as the disk takes it,
// beside a QPlainTextEdit that gets the same lines. Processor time of the GUI thread for each frame, the time between
// frames, memory, and whether every line is there. Seconds by default; a minute each under BATCHDECK_LONG.
#include "engine/base/pathbytes.h"
#include "engine/log/core/file/spoolfile.h"
#include "engine/log/reader/logreaders.h"
#include "tests/support/parts.h"
#include "ui/log/panel/logpanel.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QGridLayout>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QThread>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <string_view>
#include <thread>

#include <ctime>

namespace {

constexpr qint64 rate = 100'000'000; // bytes a second

/// Processor time of this thread; a busy machine does not add to it.
double processorTime()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

/// What the host of a virtual machine took of its processors since the boot, in ticks; proc(5).
qint64 stolenTicks()
{
    static QFile file(QStringLiteral("/proc/stat"));
    if (!file.isOpen() && !file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return 0;
    file.seek(0);
    return file.read(256).simplified().split(' ').value(8).toLongLong();
}

/// Sums up what the GUI thread does from one frame to the next, and takes the time between them.
class FrameApplication final : public QApplication
{
public:
    using QApplication::QApplication;

    bool notify(QObject *receiver, QEvent *event) override
    {
        if (QThread::currentThread() != thread() || !isTiming)
            return QApplication::notify(receiver, event);
        const bool ends = event->type() == QEvent::UpdateRequest;
        const double before = processorTime();
        ++m_depth;
        const bool result = QApplication::notify(receiver, event);
        if (--m_depth > 0)
            return result;
        m_work += processorTime() - before;
        if (ends) {
            work.push_back(m_work);
            const qint64 stolen = stolenTicks();
            if (m_sinceFrame.isValid()) {
                gaps.push_back(double(m_sinceFrame.nsecsElapsed()) / 1e6);
                if (stolen == m_stolen)
                    longestOwn = std::max(longestOwn, gaps.back());
            }
            m_stolen = stolen;
            m_sinceFrame.start();
            m_work = 0;
        }
        return result;
    }

    void begin()
    {
        work.clear();
        gaps.clear();
        longestOwn = 0;
        m_sinceFrame.invalidate();
        m_work = 0;
        isTiming = true;
    }

    bool isTiming = false;
    std::vector<double> work; ///< ms of processor time for each frame
    std::vector<double> gaps; ///< ms
    double longestOwn = 0; ///< of the gaps in which the host took no processor

private:
    QElapsedTimer m_sinceFrame;
    qint64 m_stolen = 0;
    double m_work = 0;
    int m_depth = 0;
};

double quantile(std::vector<double> values, double share)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    return values[size_t(share * double(values.size() - 1))];
}

qint64 anonymousBytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    const QByteArrayList words = file.open(QIODevice::ReadOnly) ? file.readAll().split(' ') : QByteArrayList();
    return (words.value(1).toLongLong() - words.value(2).toLongLong()) * 4096;
}

/// Some 64 KiB of what a training job prints.
QByteArray someLines()
{
    static const char *const phases[] = {"forward", "backward", "allreduce", "optimizer", "dataloader", "checkpoint"};
    QByteArray bytes;
    for (int i = 0; bytes.size() < 64 * 1024; ++i) {
        char line[256];
        const int length =
            std::snprintf(line, sizeof line,
                          "2026-03-04 13:%02d:%02d.%03d %s rank=%02d gpu%d step=%07d loss=%.4f lr=0.%05d tok/s=%d "
                          "phase=%s\n",
                          i % 60, i * 7 % 60, i * 13 % 1000, i % 97 == 5 ? "ERROR" : "INFO ", i % 16, i % 8, i,
                          double(i * 7919 % 100'000) / 1e4, i % 99'999, 10'000 + i * 31 % 90'000, phases[i % 6]);
        bytes.append(line, length);
    }
    return bytes;
}

/// Appends to the files by turns, \a bytesPerSecond in all (0: as fast as it goes), by what the product appends with.
class Appender final
{
public:
    Appender(const QStringList &paths, qint64 bytesPerSecond, double seconds)
        : m_block(someLines()), m_thread([this, paths, bytesPerSecond, seconds] {
              append(paths, bytesPerSecond, seconds);
              isOver = true;
          })
    {
    }
    ~Appender() { m_thread.join(); }
    [[nodiscard]] qint64 linesOfBlock() const { return m_block.count('\n'); }
    [[nodiscard]] qint64 bytes() const { return blocks * m_block.size(); }

    std::atomic<bool> isOver = false;
    std::atomic<qint64> blocks = 0;
    std::atomic<double> took = 0; ///< seconds

private:
    void append(const QStringList &paths, qint64 bytesPerSecond, double seconds)
    {
        std::vector<std::unique_ptr<engine::logcore::SpoolFile>> files;
        for (const QString &path : paths)
            files.push_back(std::make_unique<engine::logcore::SpoolFile>(engine::pathBytes(path)));
        const std::string_view block(m_block.constData(), size_t(m_block.size()));
        using Clock = std::chrono::steady_clock;
        const auto begin = Clock::now();
        const auto elapsed = [begin] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
        while (elapsed() < seconds) {
            if (bytesPerSecond > 0 && double(bytes()) > elapsed() * double(bytesPerSecond)) {
                QThread::usleep(2000);
                continue;
            }
            if (files[size_t(blocks) % files.size()]->append(block))
                return;
            ++blocks;
        }
        took = elapsed();
    }

    const QByteArray m_block;
    std::thread m_thread;
};

struct Outcome
{
    bool isWhole = false; ///< all lines are there
    double bytesPerSecond = 0; ///< until all is shown
    qint64 memory = 0; ///< most anonymous bytes it took, above what was there when the panels were shown
};

Outcome show(FrameApplication &application, int panelCount, qint64 bytesPerSecond, double seconds)
{
    const QTemporaryDir folder;
    QWidget window;
    window.resize(1600, 1000);
    auto *grid = new QGridLayout(&window);
    const auto readers = std::make_shared<engine::LogReaders>();
    std::vector<ui::LogPanel *> panels;
    QStringList paths;
    const int columns = panelCount > 1 ? 4 : 1;
    for (int i = 0; i < panelCount; ++i) {
        paths.append(folder.filePath(QStringLiteral("stdout-%1.txt").arg(i)));
        panels.push_back(new ui::LogPanel(readers));
        panels.back()->setFiles({{QStringLiteral("stdout.txt"), QStringLiteral("desk"), paths.back(), false}});
        panels.back()->setMinimumWidth(100);
        grid->addWidget(panels.back(), i / columns, i % columns);
    }
    window.show();
    QCoreApplication::processEvents();
    const qint64 before = anonymousBytes();
    Outcome outcome;
    application.begin();
    QElapsedTimer sinceLook;
    sinceLook.start();
    QElapsedTimer clock;
    clock.start();
    Appender appender(paths, bytesPerSecond, seconds);
    const auto shown = [&panels] {
        qint64 lines = 0;
        for (const ui::LogPanel *panel : panels)
            lines += panel->view()->rows().lineCount();
        return lines;
    };
    while (!appender.isOver || (shown() < appender.blocks * appender.linesOfBlock() && clock.elapsed() < 600'000)) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        if (sinceLook.elapsed() > 100) {
            outcome.memory = std::max(outcome.memory, anonymousBytes() - before);
            sinceLook.start();
        }
    }
    application.isTiming = false;
    outcome.bytesPerSecond = double(appender.bytes()) / (double(clock.nsecsElapsed()) / 1e9);
    outcome.isWhole = appender.took > 0 && shown() == appender.blocks * appender.linesOfBlock();
    return outcome;
}

/// Bytes a second that a QPlainTextEdit takes line by line, painted once a frame.
double showPlain(double seconds)
{
    QPlainTextEdit edit;
    edit.resize(1600, 1000);
    edit.setLineWrapMode(QPlainTextEdit::NoWrap);
    edit.setMaximumBlockCount(10'000);
    edit.show();
    const QByteArrayList lines = someLines().trimmed().split('\n');
    qint64 bytes = 0;
    qsizetype next = 0;
    QElapsedTimer clock;
    clock.start();
    while (double(clock.elapsed()) < seconds * 1e3) {
        QElapsedTimer frame;
        for (frame.start(); frame.elapsed() < 16; next = (next + 1) % lines.size()) {
            edit.appendPlainText(QString::fromUtf8(lines[next]));
            bytes += lines[next].size() + 1;
        }
        QCoreApplication::processEvents();
    }
    return double(bytes) / (double(clock.nsecsElapsed()) / 1e9);
}

QString megabytes(double bytes)
{
    return QString::number(bytes / 1e6, 'f', bytes < 1e7 ? 1 : 0);
}

bool report(const char *what, const FrameApplication &application, const Outcome &outcome)
{
    const double work = quantile(application.work, 0.95);
    std::printf("%-34s %8s %8.1f %8.1f %8.1f %8.1f %8.1f %8lld   %s\n", what,
                qPrintable(megabytes(outcome.bytesPerSecond)), quantile(application.work, 0.5), work,
                quantile(application.gaps, 0.5), quantile(application.gaps, 0.95), quantile(application.gaps, 1),
                outcome.memory / 1024 / 1024, outcome.isWhole ? "whole" : "LINES ARE MISSING");
    testing::measured(
        qPrintable(QStringLiteral("%1: work of the GUI thread for a frame, p95").arg(QLatin1String(what))),
        QStringLiteral("%1 ms of %2 frames").arg(work, 0, 'f', 1).arg(application.work.size()), "8 ms");
    testing::measured(qPrintable(QStringLiteral("%1: between frames, p95 / longest").arg(QLatin1String(what))),
                      QStringLiteral("%1 / %2 ms (%3 ms where the computer's host took no processor away)")
                          .arg(quantile(application.gaps, 0.95), 0, 'f', 1)
                          .arg(quantile(application.gaps, 1), 0, 'f', 1)
                          .arg(application.longestOwn, 0, 'f', 1),
                      "20 / 50 ms");
    testing::measured(qPrintable(QStringLiteral("%1: anonymous memory").arg(QLatin1String(what))),
                      QStringLiteral("+%1 MiB").arg(outcome.memory / 1024 / 1024), "32 MiB");
    return outcome.isWhole;
}

} // namespace

int main(int argc, char **argv)
{
    FrameApplication application(argc, argv);
    ui::applyTheme(application, ui::LookChoice::Light);
    const QStringList arguments = QApplication::arguments();
    const double seconds = arguments.size() > 1 ? std::max(0.1, arguments[1].toDouble())
        : testing::isLongRun()                  ? 60
                                                : 2;
    std::printf("%-34s %8s %8s %8s %8s %8s %8s %8s\n", "log that grows", "MB/s", "work p50", "p95", "gap p50", "p95",
                "longest", "MiB");
    const Outcome one = show(application, 1, rate, seconds);
    bool isGood = report("log, 100 MB/s in one panel", application, one);
    const Outcome many = show(application, 16, rate, seconds);
    isGood = report("log, 100 MB/s in sixteen panels", application, many) && isGood;
    const double plain = showPlain(std::min(seconds, 10.0));
    const Outcome most = show(application, 1, 0, std::min(seconds, 10.0));
    isGood = report("log, as fast as it is written", application, most) && isGood;
    std::printf("QPlainTextEdit: %s MB/s; ours takes %.0f times as much\n", qPrintable(megabytes(plain)),
                most.bytesPerSecond / plain);
    testing::measured("log: lines taken, against QPlainTextEdit",
                      QStringLiteral("%1x (%2 against %3 MB/s)")
                          .arg(most.bytesPerSecond / plain, 0, 'f', 0)
                          .arg(megabytes(most.bytesPerSecond), megabytes(plain)),
                      "100x");
    return isGood ? 0 : 1;
}
