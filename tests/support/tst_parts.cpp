// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QStandardPaths>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

class TstParts final : public QObject
{
    Q_OBJECT

private slots:
    void tellsWhatIsHere()
    {
        // Whatever runs this test was compiled here.
        QCOMPARE(testing::findPart(u"g++"_s), testing::Part::Here);
        QCOMPARE(testing::findPart(u"a part that no table has"_s), testing::Part::Unknown);
    }

    /// Run by the next test, on a path without cmake.
    void needsCmake() { SKIP_WITHOUT("cmake"); }

    void missingPartIsSkippedAloudOrFails_data()
    {
        QTest::addColumn<bool>("allParts");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("a user's run") << false << "SKIP   : TstParts::needsCmake() without the part 'cmake'"_ba;
        QTest::newRow("--all-parts") << true << "FAIL!  : TstParts::needsCmake() the part 'cmake' is missing"_ba;
    }

    void missingPartIsSkippedAloudOrFails()
    {
        QFETCH(bool, allParts);
        QFETCH(QByteArray, said);
        QTemporaryDir path;
        for (const QString &command : {u"bash"_s, u"dirname"_s})
            QVERIFY(QFile::link(QStandardPaths::findExecutable(command), path.filePath(command)));
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"PATH"_s, path.path());
        environment.remove(u"BATCHDECK_ALL_PARTS"_s);
        if (allParts)
            environment.insert(u"BATCHDECK_ALL_PARTS"_s, u"1"_s);
        QProcess run;
        run.setProcessEnvironment(environment);
        testing::startOwnProgram(run, {u"needsCmake"_s});
        QVERIFY(run.waitForFinished(testing::patience));
        QCOMPARE(run.exitCode(), allParts ? 1 : 0);
        const QByteArray output = run.readAllStandardOutput();
        QVERIFY2(output.contains(said), output);
    }
};

BATCHDECK_TEST(QCoreApplication, TstParts)
#include "tst_parts.moc"
