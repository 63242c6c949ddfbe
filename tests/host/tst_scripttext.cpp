// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/remote/scripttext.h"

#include "tests/support/parts.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QProcess>

using namespace engine;
using namespace Qt::StringLiterals;

class TstScriptText final : public QObject
{
    Q_OBJECT

private slots:
    void runsTheSameWithoutComments_data();
    void runsTheSameWithoutComments();

private:
    /// \a script as bash has understood it.
    static QByteArray understood(const QByteArray &script)
    {
        QProcess shell;
        shell.setProcessChannelMode(QProcess::MergedChannels);
        shell.start(u"bash"_s, {u"-s"_s});
        shell.write("all() {\n" + script + "\n}\ndeclare -f all\n");
        shell.closeWriteChannel();
        return shell.waitForFinished(testing::patience) ? shell.readAll() : QByteArray();
    }
};

void TstScriptText::runsTheSameWithoutComments_data()
{
    QTest::addColumn<QString>("name");
    for (const QString &name : QDir(u":/scripts"_s).entryList({u"*.sh"_s}))
        QTest::newRow(qPrintable(name)) << name;
}

// What stands in quotes and here-documents is kept.
void TstScriptText::runsTheSameWithoutComments()
{
    SKIP_WITHOUT("bash");
    QFETCH(QString, name);
    const QByteArray latin = name.toLatin1();
    const QByteArray whole = scriptText(QLatin1StringView(latin));
    const QByteArray lean = scriptToRun(QLatin1StringView(latin));
    QVERIFY(lean.size() < whole.size());
    QVERIFY(!lean.startsWith('#'));
    const QByteArray meant = understood(whole);
    QVERIFY2(meant.startsWith("all () \n"), meant.constData());
    QCOMPARE(understood(lean), meant);
}

BATCHDECK_TEST(QCoreApplication, TstScriptText)

#include "tst_scripttext.moc"
