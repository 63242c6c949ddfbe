// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// bench_console [--long]: what a user feels. The time to the first window beside other programs' (ABAB, medians), from
// a line written on a machine to the line painted, and how long the GUI thread is busy at a stretch while the sample
// job runs with its log open. Tiny by default, so that it runs with the tests; BATCHDECK_LONG is --long.
#include "engine/client/engineclient.h"
#include "engine/log/reader/logdocument.h"
#include "tests/engine/enginefixture.h"
#include "tests/support/parts.h"
#include "ui/log/view/logview.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/widgets/page/page.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <algorithm>
#include <chrono>
#include <cstdio>

using namespace Qt::StringLiterals;

namespace {

constexpr int startRounds = 5;

/// Times the events that the event loop hands out; what they send in turn is a part of them.
class TimedApplication final : public QApplication
{
public:
    using QApplication::QApplication;

    bool notify(QObject *receiver, QEvent *event) override
    {
        const bool isPaint = event->type() == QEvent::Paint;
        ++m_depth;
        QElapsedTimer timer;
        timer.start();
        const bool isHandled = QApplication::notify(receiver, event);
        if (--m_depth == 0 && isTiming)
            durations.push_back(double(timer.nsecsElapsed()) / 1e6);
        if (isPaint && receiver == watched && painted)
            painted();
        return isHandled;
    }

    bool isTiming = false;
    std::vector<double> durations; ///< ms
    QObject *watched = nullptr;
    std::function<void()> painted; ///< watched has been painted

private:
    int m_depth = 0;
};

double quantile(std::vector<double> values, double q)
{
    if (values.empty())
        return -1;
    std::sort(values.begin(), values.end());
    return values[std::min(values.size() - 1, size_t(q * double(values.size())))];
}

QString inMs(double value, int decimals = 0)
{
    return QString::number(value, 'f', decimals) + u" ms"_s;
}

/// An X server of our own, so that nobody's desktop is in the numbers.
class XServer
{
public:
    bool start()
    {
        m_process.start(u"Xvfb"_s,
                        {u"-displayfd"_s, u"1"_s, u"-screen"_s, u"0"_s, u"1600x1000x24"_s, u"-nolisten"_s, u"tcp"_s,
                         u"-noreset"_s});
        if (!m_process.waitForReadyRead(10'000))
            return false;
        m_display = u":"_s + QString::fromLatin1(m_process.readAllStandardOutput().trimmed());
        return true;
    }
    ~XServer()
    {
        m_process.terminate();
        m_process.waitForFinished();
    }

    /// ms from the start of the program to its mapped window, -1 without one. Looks every few ms.
    [[nodiscard]] double firstWindow(const QString &program, const QStringList &arguments) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"DISPLAY"_s, m_display);
        environment.insert(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
        environment.remove(u"WAYLAND_DISPLAY"_s);
        QProcess process;
        process.setProcessEnvironment(environment);
        QElapsedTimer timer;
        timer.start();
        process.start(program, arguments);
        if (!process.waitForStarted())
            return -1;
        double found = -1;
        while (found < 0 && timer.elapsed() < 20'000) {
            QProcess search;
            search.setProcessEnvironment(environment);
            search.start(u"xdotool"_s,
                         {u"search"_s, u"--onlyvisible"_s, u"--pid"_s, QString::number(process.processId())});
            search.waitForFinished();
            if (!search.readAllStandardOutput().isEmpty())
                found = double(timer.nsecsElapsed()) / 1e6;
        }
        process.terminate();
        process.waitForFinished();
        return found;
    }

private:
    QProcess m_process;
    QString m_display;
};

bool benchFirstWindow()
{
    if (QStandardPaths::findExecutable(u"Xvfb"_s).isEmpty() || QStandardPaths::findExecutable(u"xdotool"_s).isEmpty()) {
        std::printf("SKIP   : first window: without Xvfb or xdotool\n");
        return true;
    }
    XServer server;
    if (!server.start())
        return false;
    const QTemporaryDir folder;
    struct Program
    {
        const char *name;
        QString path;
        QStringList arguments;
        std::vector<double> times;
    };
    std::vector<Program> programs{
        {"batchdeck",
         QStringLiteral(BATCHDECK_BUILD_DIR "/app/batchdeck"),
         {u"--profile"_s, folder.filePath(u"p"_s)},
         {}},
        {"an empty Qt window", QStringLiteral(BATCHDECK_BUILD_DIR "/tests/bench/bench_emptywindow"), {}, {}}};
    if (const QString xterm = QStandardPaths::findExecutable(u"xterm"_s); !xterm.isEmpty())
        programs.push_back({"xterm", xterm, {}, {}});
    const int rounds = testing::isLongRun() ? startRounds : 1;
    for (int round = 0; round <= rounds; ++round) {
        for (Program &program : programs) {
            const double time = server.firstWindow(program.path, program.arguments);
            if (time < 0)
                return false;
            if (round > 0) // the first one warms the disk up
                program.times.push_back(time);
        }
    }
    std::printf("%-34s %10s\n", "first window (median)", "ms");
    for (const Program &program : programs)
        std::printf("%-34s %10.0f\n", program.name, quantile(program.times, 0.5));
    testing::measured("first window, median of starts",
                      u"%1 (an empty Qt window %2)"_s.arg(inMs(quantile(programs[0].times, 0.5)),
                                                          inMs(quantile(programs[1].times, 0.5))),
                      "500 ms");
    return true;
}

bool benchWrittenToPainted(TimedApplication &application)
{
    testing::EngineFixture engine;
    const int lines = testing::isLongRun() ? 1000 : 100;
    const QString command = u"i=0; while [ $i -lt %1 ]; do date +%s%N; i=$((i+1)); sleep 0.02; done"_s.arg(lines);
    if (!engine.start() || !engine.addThisComputer() || !engine.submit(u"stamps"_s, command))
        return false;
    QString spool;
    const auto hasLog = [&] {
        for (const auto &log : engine.job(u"stamps"_s).logs) {
            if (log.name == u"stdout.txt"_s)
                spool = log.spoolPath;
        }
        return !spool.isEmpty();
    };
    if (!QTest::qWaitFor(hasLog, 20'000))
        return false;
    ui::LogView view;
    view.resize(1000, 700);
    view.setDocument(std::make_shared<engine::LogDocument>(spool, engine.readers()));
    view.show();
    std::vector<double> latencies;
    qint64 seen = -1; // what was there before the first picture is not news
    application.watched = view.viewport();
    application.painted = [&] {
        const qint64 now = std::chrono::nanoseconds(std::chrono::system_clock::now().time_since_epoch()).count();
        for (; seen >= 0 && seen < view.rows().lineCount(); ++seen)
            latencies.push_back(double(now - view.rows().pieces({seen}).text(0).text.toLongLong()) / 1e6);
        if (view.rows().lineCount() > 0)
            seen = view.rows().lineCount();
    };
    const bool isWhole = QTest::qWaitFor([&] { return view.rows().lineCount() == lines && seen == lines; }, 120'000);
    application.painted = nullptr;
    application.watched = nullptr;
    if (!isWhole || latencies.empty())
        return false;
    const double p50 = quantile(latencies, 0.5);
    const double p99 = quantile(latencies, 0.99);
    std::printf("%-34s %10.1f %10.1f %10.1f   (p50, p99, longest; ms of %zu lines)\n", "written to painted", p50, p99,
                quantile(latencies, 1), latencies.size());
    testing::measured("log line written to painted, p50 / p99",
                      u"%1 / %2 of %3 lines"_s.arg(inMs(p50, 1), inMs(p99, 1)).arg(latencies.size()), "100 / 300 ms");
    engine.finished(u"stamps"_s);
    return true;
}

bool benchGuiWork(TimedApplication &application)
{
    testing::EngineFixture engine;
    if (!engine.start())
        return false;
    engine::EngineClient client(engine.link());
    ui::MainWindow window(client, engine.profile(), ui::LookChoice::Light, engine.readers());
    window.resize(1440, 900);
    window.show();
    window.useThisComputer();
    const auto job = [&] { return window.currentPage()->resource(); };
    const auto snapshot = [&] { return engine::JobSnapshot::fromDocument(window.store().document(job())); };
    const auto state = [&] { return snapshot().state; };
    const auto isRunning = [&] {
        return job().isValid() && job().kind() == engine::ResourceKind::Job && state() == engine::JobState::Running;
    };
    if (!QTest::qWaitFor(isRunning, 30'000))
        return false;
    window.currentPage()->showTab(u"logs"_s);
    if (!QTest::qWaitFor([&] { return window.isSettled(); }, 10'000))
        return false;
    application.durations.clear();
    application.isTiming = true;
    const auto isOver = [&] { return engine::isFinal(state()); };
    (void)QTest::qWaitFor(isOver, testing::isLongRun() ? 120'000 : 4'000);
    application.isTiming = false;
    if (state() == engine::JobState::Failed) {
        std::printf("the sample job: %s\n", qPrintable(snapshot().reason.englishText()));
        return false;
    }
    const std::vector<double> &all = application.durations;
    std::printf("%-34s %10.2f %10.2f %10.2f   (p50, p99, longest; ms of %zu events)\n", "GUI thread at a stretch",
                quantile(all, 0.5), quantile(all, 0.99), quantile(all, 1), all.size());
    testing::measured(
        "GUI thread busy at a stretch, sample job's log open, p99 / longest",
        u"%1 / %2 of %3 events"_s.arg(inMs(quantile(all, 0.99), 1), inMs(quantile(all, 1), 1)).arg(all.size()),
        "16 ms p99");
    if (!isOver())
        client.jobs.terminate(job());
    return QTest::qWaitFor(isOver, 60'000);
}

} // namespace

int main(int argc, char **argv)
{
    const QTemporaryDir home; // the sample's machine has its folder in the user's
    qputenv("HOME", home.path().toUtf8());
    TimedApplication application(argc, argv);
    if (QApplication::arguments().contains(u"--long"_s))
        qputenv("BATCHDECK_LONG", "1");
    const bool isDone = benchFirstWindow() && benchWrittenToPainted(application) && benchGuiWork(application);
    if (!isDone)
        std::printf("FAILED: a part did not come to its end\n");
    return isDone ? 0 : 1;
}
