// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/workerpool.h"
#include "models/drafts.h"
#include "tests/support/measure/busyworkers.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

class TstDrafts final : public QObject
{
    Q_OBJECT

private slots:
    void outliveTheProgram();
    void areAsTheyWereWhileItLives();
    void haveNoSecretsInTheFile_data();
    void haveNoSecretsInTheFile();
    void doWithoutTheirFile();
    void keepADamagedFileAside_data();
    void keepADamagedFileAside();
    void areWrittenAtTheEndAfterAFailure();
    void forgetTheOldest();
    void neverWaitForTheDisk();
    void areOnTheDiskAtTheEnd();
    void areThoseOfEveryWindow();

private:
    static QStringList keysIn(const QString &file)
    {
        QStringList keys;
        const models::Drafts drafts(file);
        for (const models::Draft &each : drafts.all())
            keys.append(each.key);
        return keys;
    }
    static models::Draft draft(const QString &key, const QString &text)
    {
        return {key, u"New job in "_s + key, 1, {{u"id"_s, key}}, {{u"kind"_s, u"job"_s}, {u"text"_s, text}}};
    }
};

void TstDrafts::outliveTheProgram()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(u"drafts.json"_s);
    const QString text = u"{\n  // mine\n  \"nodeCount\": 2\n}"_s;
    {
        models::Drafts drafts(file);
        drafts.keep(draft(u"a"_s, text));
        drafts.keep(draft(u"b"_s, u"{"_s));
    }
    models::Drafts drafts(file);
    QCOMPARE(drafts.all().size(), 2);
    QCOMPARE(drafts.all().constFirst().key, u"b"_s);
    QCOMPARE(drafts.find(u"a"_s)->title, u"New job in a"_s);
    QCOMPARE(drafts.find(u"a"_s)->fields[u"text"_s].toString(), text);
    drafts.remove(u"a"_s);
    QTRY_COMPARE(keysIn(file), QStringList{u"b"_s});
}

void TstDrafts::areAsTheyWereWhileItLives()
{
    QTemporaryDir folder;
    models::Drafts drafts(folder.filePath(u"drafts.json"_s));
    const auto typed = draft(u"a"_s, u"{\"secrets\": [{\"name\": \"A\", \"value\": \"hidden\"}]}"_s);
    drafts.keep(typed);
    QCOMPARE(drafts.find(u"a"_s)->fields, typed.fields);
    QVERIFY(!drafts.find(u"b"_s));
}

void TstDrafts::haveNoSecretsInTheFile_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("text");
    QTest::newRow("variable") << u"job"_s
                              << u"{\"properties\": {\"secrets\": [{\"name\": \"KEPT\", \"value\": \"hidden\"}]}}"_s;
    QTest::newRow("unfinished") << u"job"_s << u"{\"KEPT\": 1, \"secrets\": [{\"value\": \"hidden"_s;
    QTest::newRow("unfinished, with quotes")
        << u"job"_s << u"{\"KEPT\": 1, \"secrets\": [{\"value\" : \"a\\\"hidden\", "_s;
    QTest::newRow("registry") << u"job"_s << u"{\"KEPT\": {\"credentials\": {\"password\": \"hidden\"}}}"_s;
    QTest::newRow("given twice") << u"cluster"_s
                                 << u"{\"KEPT\": {\"accountKey\": \"hidden\", \"accountKey\": \"\"}, "_s;
    QTest::newRow("list given twice") << u"job"_s
                                      << u"{\"properties\": {\"KEPT\": 1, \"secrets\": [{\"name\": \"A\", "
                                         "\"value\": \"hidden\"}], \"secrets\": []}}"_s;
    QTest::newRow("list in a comment")
        << u"job"_s << u"{\"properties\": {\"KEPT\": 1 /* \"secrets\": [{\"value\": \"hidden\"}] */}}"_s;
    QTest::newRow("snake_case, unfinished") << u"cluster"_s << u"{\"KEPT\": {\"account_key\": \"hidden\", "_s;
    QTest::newRow("snake_case too") << u"cluster"_s
                                    << u"{\"properties\": {\"KEPT\": {\"accountKey\": \"\", "
                                       "\"account_key\": \"hidden\"}}}"_s;
    QTest::newRow("comment") << u"cluster"_s << u"{\"KEPT\": 1 // \"accountKey\": \"hidden\"\n}"_s;
    QTest::newRow("user's password") << u"cluster"_s
                                     << u"{\"properties\": {\"KEPT\": 1, \"userAccountSettings\": "
                                        "{\"adminUserPassword\": \"hidden\"}}}"_s;
}

void TstDrafts::haveNoSecretsInTheFile()
{
    QFETCH(QString, kind);
    QFETCH(QString, text);
    QTemporaryDir folder;
    QFile file(folder.filePath(u"drafts.json"_s));
    {
        models::Drafts drafts(file.fileName());
        drafts.keep({u"a"_s, {}, 1, {}, {{u"kind"_s, kind}, {u"text"_s, text}, {u"password"_s, u"hidden"_s}}});
    }
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray kept = file.readAll();
    QVERIFY2(kept.contains("KEPT") && !kept.contains("hidden"), kept.constData());
    QCOMPARE(file.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
}

void TstDrafts::doWithoutTheirFile()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(u"drafts.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("[{\"key\": ") > 0);
    file.close();
    models::Drafts drafts(file.fileName());
    QVERIFY(drafts.all().isEmpty());
    models::Drafts nowhere(folder.filePath(u"none/drafts.json"_s));
    nowhere.keep(draft(u"a"_s, u"{}"_s));
    QCOMPARE(nowhere.all().size(), 1);
}

void TstDrafts::keepADamagedFileAside_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("cut") << QByteArray("[{\"key\": \"b\", ");
    QTest::newRow("object") << QByteArray("{\"drafts\": [{\"key\": \"b\"}]}");
    QTest::newRow("binary") << QByteArray("\x7f"
                                          "ELF\0",
                                          5);
}

void TstDrafts::keepADamagedFileAside()
{
    QFETCH(QByteArray, bytes);
    QTemporaryDir folder;
    const QString path = folder.filePath(u"drafts.json"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    file.close();
    {
        models::Drafts drafts(path);
        drafts.keep(draft(u"a"_s, u"{}"_s));
    }
    QCOMPARE(keysIn(path), QStringList{u"a"_s});
    const QStringList aside = QDir(folder.path()).entryList({u"drafts.json.damaged-*"_s});
    QCOMPARE(aside.size(), 1);
    QFile kept(folder.filePath(aside.constFirst()));
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QCOMPARE(kept.readAll(), bytes);
}

void TstDrafts::areWrittenAtTheEndAfterAFailure()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(u"later/drafts.json"_s);
    {
        models::Drafts drafts(file);
        drafts.keep(draft(u"a"_s, u"{}"_s));
        drafts.keep(draft(u"b"_s, u"{}"_s));
        drafts.remove(u"b"_s); // is written at once, into a folder that is not there
        QVERIFY(engine::workerPool().waitForDone(30000));
        QVERIFY(QDir(folder.path()).mkdir(u"later"_s));
    }
    QCOMPARE(keysIn(file), QStringList{u"a"_s});
}

void TstDrafts::forgetTheOldest()
{
    QTemporaryDir folder;
    models::Drafts drafts(folder.filePath(u"drafts.json"_s));
    for (int i = 0; i <= models::Drafts::most; ++i)
        drafts.keep(draft(QString::number(i), u"{}"_s));
    QCOMPARE(drafts.all().size(), models::Drafts::most);
    QVERIFY(!drafts.find(u"0"_s));
}

void TstDrafts::neverWaitForTheDisk()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(u"drafts.json"_s);
    models::Drafts drafts(file);
    auto busy = std::make_unique<testing::BusyWorkers>();
    drafts.keep(draft(u"a"_s, u"{}"_s));
    drafts.keep(draft(u"b"_s, u"{}"_s));
    drafts.remove(u"a"_s); // is written at once
    QVERIFY(!QFile::exists(file));
    drafts.keep(draft(u"c"_s, u"{}"_s));
    drafts.remove(u"b"_s); // while that is being written
    QVERIFY(!QFile::exists(file));
    busy.reset();
    QTRY_COMPARE(keysIn(file), QStringList{u"c"_s});
}

void TstDrafts::areOnTheDiskAtTheEnd()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(u"drafts.json"_s);
    const testing::BusyWorkers busy;
    {
        models::Drafts drafts(file);
        drafts.keep(draft(u"a"_s, u"{}"_s));
        drafts.keep(draft(u"b"_s, u"{}"_s));
        drafts.remove(u"a"_s); // waits for a thread
        drafts.keep(draft(u"c"_s, u"{}"_s)); // waits for its moment
    }
    QCOMPARE(keysIn(file), QStringList({u"c"_s, u"b"_s}));
}

// Two windows of a profile write one file.
void TstDrafts::areThoseOfEveryWindow()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(u"drafts.json"_s);
    {
        models::Drafts first(file);
        models::Drafts second(file);
        first.keep(draft(u"a"_s, u"{}"_s));
        first.keep(draft(u"b"_s, u"{}"_s));
        QTRY_COMPARE(keysIn(file).size(), 2);
        second.keep(draft(u"c"_s, u"{}"_s));
        QTRY_COMPARE(keysIn(file).size(), 3);
        first.remove(u"b"_s);
        QTRY_COMPARE(keysIn(file).size(), 2);
        second.keep(draft(u"d"_s, u"{}"_s));
    }
    QStringList keys = keysIn(file);
    keys.sort();
    QCOMPARE(keys, QStringList({u"a"_s, u"c"_s, u"d"_s}));
}

BATCHDECK_TEST(QCoreApplication, TstDrafts)
#include "tst_drafts.moc"
