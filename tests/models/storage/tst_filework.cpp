// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/storage/filework.h"

#include "engine/protocol/transfers.h"
#include "tests/gui/cannedlink.h"
#include "tests/support/testmain.h"

#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using engine::Location;
using engine::TransferPreview;
using models::FileWork;

/// What is asked before files are brought somewhere, when nobody looks at it, and what is told when it has ended.
class TstFileWork final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void beginsWhatHasRoom();
    void asksWhatHasNoRoom();
    void asksWhatIsThere();
    void asksWhenItTakesLong();
    void goesOnWithTheNext();
    void saysWhatWasNotBegun();
    void asksOnceForAnUndo();
    void stopsWhatItDeletes();
    void stopsWhatWasNotBegun();
    void takesBackWhatWasTrashedBeforeItWasStopped();
    void keepsWhatDidNotComeBack();
    void knowsWhatWasTrashedBeforeTheWindowWasClosed();

private:
    [[nodiscard]] static models::DropFacts facts(const QString &name)
    {
        models::DropFacts facts{{{{}, u"/a/"_s + name}}, {u"m1"_s, u"/srv"_s}};
        facts.conflicts = engine::ConflictRule::KeepBoth;
        return facts;
    }
    /// Of the first so many of "x", "y" and "z" that go into the trash.
    [[nodiscard]] static QJsonValue trashed(qsizetype count)
    {
        engine::FileTaskSnapshot task;
        for (const QString &name : QStringList{u"x"_s, u"y"_s, u"z"_s}.first(count))
            task.trashed.append({u"/a/"_s + name, u"/t/files/"_s + name});
        task.itemsDone = count;
        return task.toJson();
    }
    void trash(FileWork &work)
    {
        m_link->hold(u"storage.task"_s);
        work.trash({{{}, u"/a/x"_s}, {{}, u"/a/y"_s}, {{}, u"/a/z"_s}});
        QCOMPARE(m_link->count(u"storage.task"_s), 1);
        m_link->tell(u"storage.task"_s, trashed(1));
    }
    [[nodiscard]] static QJsonValue preview(qint64 bytes, qint64 differing = 0)
    {
        TransferPreview preview;
        preview.isCounted = preview.isCompared = true;
        preview.files = 1;
        preview.bytes = bytes;
        preview.filesDiffering = differing;
        preview.freeBytes = 1000;
        return engine::JsonOf<TransferPreview>::write(preview);
    }

    std::unique_ptr<canned::CannedLink> m_link;
    std::unique_ptr<engine::EngineClient> m_client;
};

void TstFileWork::init()
{
    m_client.reset();
    m_link = std::make_unique<canned::CannedLink>();
    m_link->answers[u"transfer.start"_s] = QJsonValue(engine::TransferSnapshot().toJson());
    m_client = std::make_unique<engine::EngineClient>(*m_link);
}

void TstFileWork::beginsWhatHasRoom()
{
    m_link->answers[u"transfer.preview"_s] = preview(900);
    FileWork work(*m_client);
    work.startOrAsk(facts(u"x"_s));
    QVERIFY(work.isLooking());
    QTRY_VERIFY(m_link->wasCalled(u"transfer.start"_s));
    QTRY_VERIFY(!work.isLooking());
    QVERIFY(!work.hasQuestion());
}

void TstFileWork::asksWhatHasNoRoom()
{
    m_link->answers[u"transfer.preview"_s] = preview(1100);
    FileWork work(*m_client);
    QSignalSpy asked(&work, &FileWork::questioned);
    work.startOrAsk(facts(u"x"_s));
    QTRY_COMPARE(asked.count(), 1);
    QVERIFY(!m_link->wasCalled(u"transfer.start"_s));
    QCOMPARE(work.takeQuestion().sources, facts(u"x"_s).sources);
    QVERIFY(!work.hasQuestion() && !work.isLooking());
}

void TstFileWork::asksWhatIsThere()
{
    m_link->answers[u"transfer.preview"_s] = preview(900, 1);
    FileWork work(*m_client);
    QSignalSpy asked(&work, &FileWork::questioned);
    work.startOrAsk(facts(u"x"_s));
    QTRY_COMPARE(asked.count(), 1);
    QVERIFY(!m_link->wasCalled(u"transfer.start"_s));
}

void TstFileWork::asksWhenItTakesLong()
{
    m_link->hold(u"transfer.preview"_s);
    FileWork work(*m_client);
    QSignalSpy asked(&work, &FileWork::questioned);
    work.startOrAsk(facts(u"x"_s));
    QVERIFY(asked.wait(testing::patience));
    QVERIFY(!m_link->wasCalled(u"transfer.start"_s));
    QTRY_VERIFY(m_link->isCanceled(u"transfer.preview"_s));
    m_link->release(u"transfer.preview"_s, preview(900)); // too late
    QCoreApplication::processEvents();
    QVERIFY(!m_link->wasCalled(u"transfer.start"_s));
}

void TstFileWork::goesOnWithTheNext()
{
    m_link->hold(u"transfer.preview"_s);
    FileWork work(*m_client);
    for (const QString &name : {u"x"_s, u"y"_s, u"z"_s})
        work.startOrAsk(facts(name));
    QCOMPARE(m_link->count(u"transfer.preview"_s), 1);
    m_link->release(u"transfer.preview"_s, preview(1100));
    QTRY_COMPARE(m_link->count(u"transfer.preview"_s), 2);
    m_link->release(u"transfer.preview"_s, preview(900));
    QTRY_COMPARE(m_link->count(u"transfer.preview"_s), 3);
    m_link->release(u"transfer.preview"_s, preview(1200));
    QTRY_VERIFY(!work.isLooking());
    QCOMPARE(m_link->count(u"transfer.start"_s), 1);
    QCOMPARE(work.takeQuestion().sources, facts(u"x"_s).sources);
    QCOMPARE(work.takeQuestion().sources, facts(u"z"_s).sources);
    QVERIFY(!work.hasQuestion());
}

void TstFileWork::saysWhatWasNotBegun()
{
    m_link->answers[u"transfer.start"_s] = engine::Error::of(engine::ErrorCode::NotFound, {"There is no m1."});
    FileWork work(*m_client);
    QSignalSpy failed(&work, &FileWork::failed);
    work.start({facts(u"x"_s).sources, facts(u"x"_s).target});
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(!work.isLooking());
}

// The engine brings back all of it: the window may be closed meanwhile.
void TstFileWork::asksOnceForAnUndo()
{
    engine::TransferSnapshot replaced;
    replaced.id = u"7"_s;
    replaced.replaced = {{u"/srv/x"_s, u"/home/Trash/files/x.replaced-1/x"_s},
                         {u"/srv/x"_s, u"/srv/.Trash-0/files/x.replaced-1/x"_s}};
    m_link->answers[u"transfer.undo"_s] = QJsonValue(QJsonArray{u"8"_s, u"9"_s});
    FileWork work(*m_client);
    QSignalSpy failed(&work, &FileWork::failed);
    work.undo(replaced);
    QTRY_COMPARE(m_link->count(u"transfer.undo"_s), 1);
    QCOMPARE(m_link->lastCall(u"transfer.undo"_s)[u"id"_s], u"7"_s);
    QVERIFY(!m_link->wasCalled(u"transfer.start"_s));
    m_link->answers[u"transfer.undo"_s] = engine::Error::of(engine::ErrorCode::NotFound, {"It is gone."});
    work.undo(replaced);
    QTRY_COMPARE(failed.count(), 1);
}

void TstFileWork::stopsWhatItDeletes()
{
    m_link->hold(u"storage.task"_s);
    FileWork work(*m_client);
    QSignalSpy began(&work, &FileWork::began);
    QSignalSpy ended(&work, &FileWork::ended);
    engine::FileTaskRequest request;
    request.kind = engine::FileTaskRequest::Kind::Remove;
    request.paths = QStringList{u"/a/x"_s};
    const int number = work.remove(request, nullptr);
    QCOMPARE(began.constFirst().constFirst().toInt(), number);
    QCOMPARE(began.constFirst().at(1).toString(), u"Deleting /a/x"_s);
    m_link->tell(u"storage.task"_s, engine::FileTaskSnapshot().toJson());
    QVERIFY(!m_link->isCanceled(u"storage.task"_s));
    work.stop(number);
    QCOMPARE(ended.count(), 1);
    QTRY_VERIFY(m_link->isCanceled(u"storage.task"_s));
    work.stop(number); // once is enough
    QCOMPARE(ended.count(), 1);
}

void TstFileWork::stopsWhatWasNotBegun()
{
    m_link->hold(u"storage.task"_s);
    FileWork work(*m_client);
    engine::FileTaskRequest request;
    request.kind = engine::FileTaskRequest::Kind::Remove;
    request.paths = QStringList{u"/a/x"_s};
    work.stop(work.remove(request, nullptr));
    QTRY_VERIFY(m_link->isCanceled(u"storage.task"_s));
}

void TstFileWork::takesBackWhatWasTrashedBeforeItWasStopped()
{
    FileWork work(*m_client);
    QSignalSpy began(&work, &FileWork::began);
    QSignalSpy ended(&work, &FileWork::ended);
    QSignalSpy failed(&work, &FileWork::trashFailed);
    QString said;
    std::function<void()> undo;
    connect(&work, &FileWork::told, this,
            [&](const QString &sentence, const QString &, const std::function<void()> &act) {
                said = sentence;
                undo = act;
            });
    trash(work);
    QCOMPARE(work.trashedFiles().rowCount(), 1);
    m_link->tell(u"storage.task"_s, trashed(2));
    work.stop(began.constFirst().constFirst().toInt());
    QCOMPARE(ended.count(), 1); // at once
    QTRY_VERIFY(m_link->isCanceled(u"storage.task"_s));
    m_link->release(u"storage.task"_s, engine::Error::canceled());
    QTRY_COMPARE(said, u"Moved 2 entries to Trash."_s);
    QCOMPARE(work.trashedFiles().rowCount(), 2);
    undo();
    const auto request =
        engine::FileTaskRequest::fromJson(m_link->lastCall(u"storage.task"_s).value(u"task"_s).toObject());
    QVERIFY(request && request->kind == engine::FileTaskRequest::Kind::Restore);
    QCOMPARE(request->trashed.size(), 2);
    QCOMPARE(ended.count(), 1);
    QCOMPARE(failed.count(), 0);
}

void TstFileWork::keepsWhatDidNotComeBack()
{
    FileWork work(*m_client);
    QSignalSpy failed(&work, &FileWork::failed);
    trash(work);
    m_link->release(u"storage.task"_s, trashed(3));
    QTRY_COMPARE(work.trashedFiles().rowCount(), 3);
    const auto file = [](const QString &name) { return engine::TrashedFile{u"/a/"_s + name, u"/t/files/"_s + name}; };
    work.restore({}, {file(u"x"_s), file(u"y"_s), file(u"z"_s)});
    engine::FileTaskSnapshot last;
    last.isDone = true;
    last.error = engine::Error::of(engine::ErrorCode::CommandFailed, {"/t/files/y is not there."});
    last.trashed = {file(u"x"_s), file(u"z"_s)};
    m_link->release(u"storage.task"_s, QJsonValue(last.toJson()));
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(work.trashedFiles().rowCount(), 1);
    QCOMPARE(work.trashedFiles().entry(0).file.path, u"/a/y"_s);
}

void TstFileWork::knowsWhatWasTrashedBeforeTheWindowWasClosed()
{
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(u"window.ini"_s), QSettings::IniFormat);
    {
        FileWork work(*m_client, &settings);
        trash(work);
    }
    QTRY_VERIFY(m_link->isCanceled(u"storage.task"_s));
    const models::TrashedFiles known(&settings);
    QCOMPARE(known.rowCount(), 1);
    QCOMPARE(known.entry(0).file.path, u"/a/x"_s);
}

BATCHDECK_TEST(QCoreApplication, TstFileWork)

#include "tst_filework.moc"
