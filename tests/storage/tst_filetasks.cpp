// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/filetasks.h"

#include "engine/base/uniquefd.h"
#include "engine/storage/transfer/run/transferruns.h"
#include "tests/support/files.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QTemporaryDir>

#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>

using namespace engine;
using namespace Qt::StringLiterals;

/// What is done to files of this computer, as clients begin and end it.
class TstFileTasks final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void endsWithoutWaiting();

private:
    [[nodiscard]] QString path(const QString &name) const { return m_folder->filePath(name); }
    /// From now on find is out of reach of what ends its command, as one is that a server does not answer, and keeps
    /// its output open, until it is let go.
    [[nodiscard]] bool holdFind() const
    {
        const QByteArray script = "#!/bin/sh\necho $$ > '" + path(u"pid"_s).toUtf8() + "~'\nmv '"
            + path(u"pid"_s).toUtf8() + "~' '" + path(u"pid"_s).toUtf8() + "'\nexec setsid sh -c 'read go < \"$0\"' '"
            + path(u"gate"_s).toUtf8() + "'\n";
        return QDir().mkpath(path(u"bin"_s)) && ::mkfifo(path(u"gate"_s).toLocal8Bit().constData(), 0600) == 0
            && testing::writeFile(path(u"bin/find"_s), script)
            && QFile::setPermissions(path(u"bin/find"_s), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner)
            && qputenv("PATH", path(u"bin"_s).toLocal8Bit() + ':' + m_tools);
    }
    [[nodiscard]] bool isHeld() const
    {
        const pid_t pid = testing::contentOf(path(u"pid"_s)).trimmed().toInt();
        return pid > 0 && ::kill(pid, 0) == 0;
    }
    void letGo() const
    {
        qputenv("PATH", m_tools);
        const UniqueFd gate(::open(path(u"gate"_s).toLocal8Bit().constData(), O_RDWR | O_CLOEXEC | O_NONBLOCK));
        QFile::remove(path(u"gate"_s)); // who waits for it reads its end
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    const QByteArray m_tools = qgetenv("PATH");
};

void TstFileTasks::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TstFileTasks::cleanup()
{
    letGo();
}

// Who asks for it is the thread that serves all clients.
void TstFileTasks::endsWithoutWaiting()
{
    const FileTaskRequest request{FileTaskRequest::Kind::Measure, {}, {m_folder->path()}, {}, {}, {}};
    int told = 0;
    FileTaskSnapshot last;
    FileTasks tasks;
    QVERIFY(holdFind());
    const auto held = tasks.begin(request, bulkTo(nullptr), [&told](const FileTaskSnapshot &) { ++told; });
    QVERIFY(held);
    QTRY_VERIFY(isHeld());
    QVERIFY(told > 0);
    told = 0;
    tasks.end(*held);
    QVERIFY(isHeld());

    qputenv("PATH", m_tools);
    const auto other = tasks.begin(request, bulkTo(nullptr), [&last](const FileTaskSnapshot &task) { last = task; });
    QVERIFY(other);
    QTRY_VERIFY(last.isDone);
    QVERIFY(!last.error);
    QVERIFY(isHeld());
    letGo();
    QTRY_VERIFY(!isHeld());
    QCOMPARE(told, 0);
}

BATCHDECK_TEST(QCoreApplication, TstFileTasks)

#include "tst_filetasks.moc"
