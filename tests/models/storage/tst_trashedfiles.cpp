// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/storage/trashedfiles.h"

#include "engine/api/paths.h"
#include "tests/support/testmain.h"

#include <QAbstractItemModelTester>
#include <QSettings>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using engine::TrashedFile;
using models::TrashedFiles;

/// What was put into the trash is known at the next start, with every byte of its name.
class TstTrashedFiles final : public QObject
{
    Q_OBJECT

private slots:
    void isKept();
    void forgetsTheOldest();
};

void TstTrashedFiles::isKept()
{
    QTemporaryDir folder;
    const QString odd = engine::pathFromBytes("/a/\xff\xfe");
    {
        QSettings settings(folder.filePath(u"window.ini"_s), QSettings::IniFormat);
        TrashedFiles files(&settings);
        QAbstractItemModelTester tester(&files, QAbstractItemModelTester::FailureReportingMode::QtTest);
        files.add({}, {{u"/a/x"_s, u"/t/files/x"_s}}, 1000);
        files.add(u"m1"_s, {{odd, u"/t/files/1"_s}, {u"/a/y"_s, u"/t/files/y"_s}}, 2000);
        QCOMPARE(files.rowCount(), 3);
        files.remove({}, {{u"/a/y"_s, u"/t/files/y"_s}}); // of another place
        QCOMPARE(files.rowCount(), 3);
        files.remove(u"m1"_s, {{u"/a/y"_s, u"/t/files/y"_s}});
        QCOMPARE(files.rowCount(), 2);
    }
    QSettings settings(folder.filePath(u"window.ini"_s), QSettings::IniFormat);
    const TrashedFiles files(&settings);
    QCOMPARE(files.rowCount(), 2);
    QCOMPARE(files.entry(0).place, u"m1"_s);
    QCOMPARE(engine::pathToBytes(files.entry(0).file.path), QByteArray("/a/\xff\xfe"));
    QCOMPARE(files.entry(1).whenMs, 1000);
    QCOMPARE(files.index(1, TrashedFiles::Name).data().toString(), u"x"_s);
    QCOMPARE(files.index(1, TrashedFiles::From).data().toString(), u"/a"_s);
}

void TstTrashedFiles::forgetsTheOldest()
{
    TrashedFiles files(nullptr);
    for (int i = 0; i < TrashedFiles::most + 3; ++i)
        files.add({}, {{u"/a/%1"_s.arg(i), u"/t/files/%1"_s.arg(i)}}, i);
    QCOMPARE(files.rowCount(), int(TrashedFiles::most));
    QCOMPARE(files.entry(0).whenMs, TrashedFiles::most + 2);
}

BATCHDECK_TEST(QCoreApplication, TstTrashedFiles)

#include "tst_trashedfiles.moc"
