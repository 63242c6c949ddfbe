// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// bench_log [MiB]: our log reader against what everybody has. Prints medians of ABAB rounds and their ratio; below 1 is
// faster than the other. Tiny by default, so that it runs with the tests.
#include "engine/api/logsearch.h"
#include "ui/log/logview.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QPlainTextEdit>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>

namespace {

constexpr int rounds = 5;

double milliseconds(const std::function<void()> &work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    return double(timer.nsecsElapsed()) / 1e6;
}

void compare(const char *name, const std::function<void()> &ours, const std::function<void()> &theirs)
{
    std::vector<double> a;
    std::vector<double> b;
    for (int i = 0; i < rounds; ++i) {
        a.push_back(milliseconds(ours));
        b.push_back(milliseconds(theirs));
    }
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    std::printf("%-34s %10.2f ms %10.2f ms %8.3f\n", name, a[rounds / 2], b[rounds / 2], a[rounds / 2] / b[rounds / 2]);
}

void command(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.start(program, arguments); // into a pipe: grep stops at its first match when it writes to /dev/null
    process.waitForFinished(-1);
}

void index(engine::LogDocument &document)
{
    while (document.refresh().hasMore) { }
}

void search(const engine::LogDocument &document, const engine::LogQuery &query)
{
    qint64 count = 0;
    const auto pattern = engine::LogPattern::compile(query);
    engine::searchLines(
        document, *pattern, 0, engine::SearchDirection::Forward, [&count](qint64) { return ++count > 0; },
        [] { return false; });
}

void show(const QString &path)
{
    ui::LogView view;
    view.resize(1000, 700);
    view.show();
    auto document = std::make_shared<engine::LogDocument>(path);
    index(*document);
    view.setDocument(document);
    view.grab();
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

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("log.txt"));
    const qint64 size = (argc > 1 ? std::max(1, std::atoi(argv[1])) : 2) * 1024LL * 1024;
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return 1;
    for (qint64 i = 0; file.pos() < size; ++i) {
        file.write("13:54:18.551 INFO step " + QByteArray::number(i) + " loss 4.8120 lr 0.4000 11,196 images/s"
                   + (i % 5000 == 4999 ? " straggler\n" : "\n"));
    }
    file.close();

    std::printf("%-34s %13s %13s %8s\n", qPrintable(QStringLiteral("%1 MiB").arg(size >> 20)), "ours", "other",
                "ratio");
    compare(
        "index / wc -l",
        [&path] {
            engine::LogDocument document(path);
            index(document);
        },
        [&path] {
            command(QStringLiteral("wc"), {QStringLiteral("-l"), path});
        });
    engine::LogDocument document(path);
    index(document);
    const QString word = QStringLiteral("straggler");
    compare(
        "find a word / grep -cF",
        [&] {
            search(document, {word, false, true});
        },
        [&] {
            command(QStringLiteral("grep"), {QStringLiteral("-cF"), word, path});
        });
    compare(
        "find a word, any case / grep -ciF",
        [&] {
            search(document, {word, false, false});
        },
        [&] {
            command(QStringLiteral("grep"), {QStringLiteral("-ciF"), word, path});
        });
    const QString expression = QStringLiteral("step [0-9]*99 .*(straggler|slower)");
    compare(
        "find an expression / grep -cE",
        [&] {
            search(document, {expression, true, true});
        },
        [&] {
            command(QStringLiteral("grep"), {QStringLiteral("-cE"), expression, path});
        });
    if (size <= 64LL * 1024 * 1024)
        compare(
            "open and show / QPlainTextEdit", [&path] { show(path); }, [&path] { showPlain(path); });
    return 0;
}
