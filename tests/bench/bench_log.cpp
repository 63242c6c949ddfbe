// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// bench_log [MiB [rounds]]: our log reader against what everybody has, in turns (A B A B), medians and their ratio;
// below 1 is faster than the other. Tiny by default, so that it runs with the tests; 10 million lines under ./check
// --long. bench_log --window FILE: shows the file in a window until all of it is indexed and painted; that is what is
// measured against glogg, which is timed until its processor is idle, and lnav, which ends when it has read the file.
#include "engine/log/reader/logsearch.h"
#include "ui/log/view/logview.h"

#include "tests/support/parts.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QPlainTextEdit>
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <thread>

#include <unistd.h>

namespace {

constexpr qint64 mebibyte = 1024 * 1024;
int rounds = 1;

double milliseconds(const std::function<void()> &work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    return double(timer.nsecsElapsed()) / 1e6;
}

/// Memory that is not a file's: most that this process took since it was made.
class AnonymousPeak final
{
public:
    AnonymousPeak() : m_before(now()), m_thread([this] { watch(); }) { }
    ~AnonymousPeak()
    {
        m_isOver = true;
        m_thread.join();
    }
    [[nodiscard]] qint64 grown() const { return m_peak - m_before; }

private:
    static qint64 now()
    {
        QFile file(QStringLiteral("/proc/self/statm"));
        const QByteArrayList words = file.open(QIODevice::ReadOnly) ? file.readAll().split(' ') : QByteArrayList();
        return (words.value(1).toLongLong() - words.value(2).toLongLong()) * 4096;
    }
    void watch()
    {
        for (; !m_isOver; QThread::msleep(2))
            m_peak = std::max(m_peak.load(), now());
    }

    const qint64 m_before;
    std::atomic<qint64> m_peak = 0;
    std::atomic<bool> m_isOver = false;
    std::thread m_thread;
};

void compare(const char *name, const char *limit, const std::function<void()> &ours,
             const std::function<double()> &theirs)
{
    std::vector<double> a;
    std::vector<double> b;
    for (int i = 0; i < rounds; ++i) {
        a.push_back(milliseconds(ours));
        b.push_back(theirs());
    }
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    const double mine = a[a.size() / 2];
    const double other = b[b.size() / 2];
    std::printf("%-46s %10.1f ms %10.1f ms %7.3f   %s\n", name, mine, other, mine / other, limit);
    testing::measured(name,
                      QStringLiteral("%1x (%2 against %3 ms, %4 rounds)")
                          .arg(mine / other, 0, 'f', 3)
                          .arg(mine, 0, 'f', 0)
                          .arg(other, 0, 'f', 0)
                          .arg(rounds),
                      limit);
}

bool isHere(const char *part)
{
    const bool isFound = testing::findPart(QString::fromLatin1(part)) == testing::Part::Here;
    if (!isFound)
        std::printf("without the part '%s'\n", part);
    return isFound;
}

/// Time until the program has ended; its output goes into a pipe: grep's like stop at their first match without.
double command(const QString &program, const QStringList &arguments)
{
    return milliseconds([&] {
        QProcess process;
        process.setStandardInputFile(QProcess::nullDevice());
        process.start(program, arguments);
        process.waitForFinished(-1);
    });
}

qint64 processorTicks(qint64 pid)
{
    QFile file(QStringLiteral("/proc/%1/stat").arg(pid));
    const QByteArray bytes = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    const QByteArrayList words = bytes.mid(bytes.lastIndexOf(')') + 2).split(' ');
    return words.value(11).toLongLong() + words.value(12).toLongLong();
}

/// Time until a program with a window has used its processor for the last time: then it has indexed.
double untilIdle(const QString &program, const QStringList &arguments, const QString &home)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("HOME"), home); // it remembers files
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setStandardErrorFile(QProcess::nullDevice());
    QElapsedTimer timer;
    timer.start();
    process.start(program, arguments);
    process.waitForStarted();
    double busy = 0;
    for (qint64 ticks = 0; double(timer.elapsed()) < busy + 500; QThread::msleep(10)) {
        const qint64 now = processorTicks(process.processId());
        if (now > ticks)
            busy = double(timer.elapsed());
        ticks = now;
    }
    process.kill();
    process.waitForFinished();
    return busy;
}

void index(engine::LogDocument &document)
{
    while (document.refresh().hasMore) { }
}

void search(const engine::LogDocument &document, const engine::LogQuery &query)
{
    const engine::LogSearch search(document, *engine::LogPattern::compile(query));
    while (search.state().isRunning)
        QThread::usleep(500);
}

int showInWindow(const QString &path)
{
    ui::LogView view;
    view.resize(1000, 700);
    auto document = std::make_shared<engine::LogDocument>(path);
    document->follow();
    view.setDocument(document);
    view.show();
    while (!document->state().isIndexed || !view.isSettled() || view.rows().lineCount() < document->lineCount() - 1)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    view.repaint();
    return 0;
}

void showPlain(const QString &path)
{
    QPlainTextEdit edit;
    edit.resize(1000, 700);
    edit.setLineWrapMode(QPlainTextEdit::NoWrap);
    edit.show();
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return;
    for (QByteArray bytes = file.read(65536); !bytes.isEmpty(); bytes = file.read(65536)) {
        edit.moveCursor(QTextCursor::End);
        edit.insertPlainText(QString::fromUtf8(bytes)); // as a tail delivers it
    }
    edit.grab();
}

/// Lines as a training job prints them, some 125 bytes each, with a few that somebody would look for.
bool writeLog(const QString &path, qint64 size)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return false;
    static const char *const phases[] = {"forward", "backward", "allreduce", "optimizer", "dataloader", "checkpoint"};
    QByteArray bytes;
    char line[256];
    for (qint64 i = 0; file.pos() + bytes.size() < size; ++i) {
        const int length = i % 1'000'003 == 77
            ? std::snprintf(line, sizeof line,
                            "2026-03-04 ERROR rank=3 an illegal memory access needle-%lld was encountered\n", i)
            : std::snprintf(
                line, sizeof line,
                "2026-03-04 13:%02lld:%02lld.%03lld INFO  rank=%02lld gpu%lld step=%07lld loss=%.4f lr=0.%05lld "
                "tok/s=%lld phase=%s mem=%lldMiB grad=%.3f\n",
                i / 600'000 % 60, i / 10'000 % 60, i / 10 % 1000, i % 16, i % 8, i, double(i * 7919 % 100'000) / 1e4,
                i % 99'999, 10'000 + i * 31 % 90'000, phases[i % 6], 20'000 + i % 9000,
                double(i * 104'729 % 10'000) / 1e3);
        bytes.append(line, length);
        if (bytes.size() > mebibyte) {
            file.write(bytes);
            bytes.clear();
        }
    }
    file.write(bytes);
    return true;
}

void compareIndexing(const QString &path)
{
    compare(
        "log: index / wc -l", "1.5x",
        [&path] {
            engine::LogDocument document(path);
            index(document);
        },
        [&path] {
            return command(QStringLiteral("wc"), {QStringLiteral("-l"), path});
        });
    const QTemporaryDir home;
    const auto ours = [&path] { command(QCoreApplication::applicationFilePath(), {QStringLiteral("--window"), path}); };
    if (isHere("glogg"))
        compare("log: open in a window to indexed / glogg", "0.4x", ours,
                [&] { return untilIdle(QStringLiteral("glogg"), {path}, home.path()); });
    if (isHere("lnav")) {
        qputenv("HOME", home.path().toUtf8());
        compare("log: open in a window to indexed / lnav", "0.2x", ours, [&path] {
            return command(
                QStringLiteral("lnav"),
                {QStringLiteral("-n"), QStringLiteral("-q"), QStringLiteral("-c"), QStringLiteral(":goto 0"), path});
        });
    }
}

void compareSearches(const QString &path, const engine::LogDocument &document)
{
    if (!isHere("ripgrep"))
        return;
    struct Row
    {
        const char *text;
        bool isRegex;
        bool isCaseSensitive;
        const char *limit;
    };
    for (const Row &row :
         {Row{"needle-", false, true, "1.3x"}, Row{"INFO", false, true, "1.3x"}, Row{"NEEDLE-", false, false, "1.3x"},
          Row{"ERROR.*illegal.*needle-\\d+", true, true, "1.0x"}, Row{"gpu[0-3] .*loss=9\\.4\\d+", true, true, "1.0x"},
          Row{"tok/s=\\d*99 ", true, true, "1.0x"}, Row{"\\s9\\d+\\s+phase", true, true, "1.0x"}}) {
        const QString text = QString::fromLatin1(row.text);
        QStringList arguments{QStringLiteral("--count"), QStringLiteral("--no-config")};
        if (!row.isRegex)
            arguments << QStringLiteral("-F");
        if (!row.isCaseSensitive)
            arguments << QStringLiteral("-i");
        arguments << QStringLiteral("-e") << text << path;
        compare(
            qPrintable(QStringLiteral("log: find %1%2 / rg -c")
                           .arg(text, row.isCaseSensitive ? QString() : QStringLiteral(" (any case)"))),
            row.limit,
            [&] {
                search(document, {text, row.isRegex, row.isCaseSensitive});
            },
            [&arguments] { return command(QStringLiteral("rg"), arguments); });
    }
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    if (arguments.value(1) == QStringLiteral("--window"))
        return showInWindow(arguments.value(2));
    const bool isLong = testing::isLongRun();
    const qint64 size = arguments.size() > 1 ? std::max(1, arguments[1].toInt()) * mebibyte
        : isLong                             ? 1248 * mebibyte
                                             : 2 * mebibyte;
    rounds = arguments.size() > 2 ? std::max(1, arguments[2].toInt()) : isLong || arguments.size() > 1 ? 5 : 1;
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("log.txt"));
    if (!writeLog(path, size))
        return 1;
    ::sync(); // writing back would take from what is measured
    qint64 peak = 0;
    qint64 indexBytes = 0;
    qint64 lines = 0;
    {
        const AnonymousPeak watched;
        engine::LogDocument document(path);
        index(document);
        search(document, {QStringLiteral("needle-"), false, true});
        search(document, {QStringLiteral("rank=[0-9]+"), true, true}); // nearly every line
        indexBytes = document.indexBytes();
        lines = document.lineCount();
        peak = watched.grown();
    }
    std::printf("%-46s %13s %13s %7s   %s\n",
                qPrintable(QStringLiteral("%1 MiB, %2 lines, %3 rounds").arg(size / mebibyte).arg(lines).arg(rounds)),
                "ours", "other", "ratio", "goal");
    compareIndexing(path);
    engine::LogDocument document(path);
    index(document);
    compareSearches(path, document);
    if (size <= 64 * mebibyte)
        compare(
            "log: open and show / QPlainTextEdit", "", [&path] { showInWindow(path); },
            [&path] { return milliseconds([&path] { showPlain(path); }); });
    std::printf("index: %lld KiB; anonymous memory while it is indexed and searched: +%lld MiB\n", indexBytes / 1024,
                peak / mebibyte);
    testing::measured("log: index of 10 M lines",
                      QStringLiteral("%1 KiB of %2 lines").arg(indexBytes / 1024).arg(lines), "< 1 MB");
    testing::measured("log: anonymous memory to index it and to find nearly every line",
                      QStringLiteral("+%1 MiB").arg(peak / mebibyte), "32 MB");
    return 0;
}
