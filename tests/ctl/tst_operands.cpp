// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/operands.h"

#include "app/ctl/options.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using namespace ctl;
using engine::ErrorCode;

class TstOperands final : public QObject
{
    Q_OBJECT

private slots:
    void areOfThisComputer_data();
    void areOfThisComputer();
    void areInAnotherPlace_data();
    void areInAnotherPlace();
    void areExplainedByEveryVerbThatTakesThem();
};

void TstOperands::areOfThisComputer_data()
{
    QTest::addColumn<QString>("path");
    const QString here = QDir::currentPath() + u'/';
    QTest::newRow("/data") << u"/data"_s;
    QTest::newRow("data") << QString(here + u"data"_s);
    QTest::newRow("data/a05:") << QString(here + u"data/a05:"_s);
    QTest::newRow("./a05:rel") << QString(here + u"a05:rel"_s);
}

void TstOperands::areOfThisComputer()
{
    QFETCH(QString, path);
    const auto found = pathHere(QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY(found);
    QCOMPARE(*found, path);
}

void TstOperands::areInAnotherPlace_data()
{
    QTest::addColumn<QString>("remedy");
    QTest::newRow("a05:") << u" ./a05:"_s;
    QTest::newRow("a05:rel/x") << u" ./a05:rel/x"_s;
    QTest::newRow("a05:/x") << u" ./a05:/x"_s;
    QTest::newRow(":x") << u" ./:x"_s;
}

void TstOperands::areInAnotherPlace()
{
    QFETCH(QString, remedy);
    const auto found = pathHere(QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY(!found);
    QCOMPARE(int(found.error().code), int(ErrorCode::InvalidArgument));
    QVERIFY2(found.error().message.englishText().contains(remedy), qPrintable(found.error().message.englishText()));
}

void TstOperands::areExplainedByEveryVerbThatTakesThem()
{
    QStringList explained;
    for (const Verb &verb : allVerbs()) {
        const bool explains = helpText(verb.path, allVerbs()).contains(placeGrammar());
        if (explains)
            explained.append(verb.path);
        const bool isOfAccounts =
            verb.path.startsWith(u"storage account ") || verb.path.startsWith(u"storage container ");
        const bool takesPlaces = verb.path.startsWith(u"storage ") && !isOfAccounts;
        QVERIFY2(explains || !(takesPlaces || verb.operand.contains(u"PLACE")), qPrintable(verb.path));
    }
    for (const QString &path : {u"job file download"_s, u"file-server create"_s, u"volume map"_s})
        QVERIFY2(explained.contains(path), qPrintable(path));
}

BATCHDECK_TEST(QCoreApplication, TstOperands)
#include "tst_operands.moc"
