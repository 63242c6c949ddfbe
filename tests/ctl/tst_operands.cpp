// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/operands.h"

#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using namespace ctl;
using engine::ErrorCode;

class TstOperands final : public QObject
{
    Q_OBJECT

private slots:
    void tellMachinesFromFiles_data();
    void tellMachinesFromFiles();
    void refuseWhatBeginsNowhere_data();
    void refuseWhatBeginsNowhere();
};

void TstOperands::tellMachinesFromFiles_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("path");
    const QString here = QDir::currentPath() + u'/';
    const auto row = [](const char *text, const QString &place, const QString &path) {
        QTest::newRow(text) << place << path;
    };
    row("a05:/data", u"a05"_s, u"/data"_s);
    row("a05:/da:ta", u"a05"_s, u"/da:ta"_s);
    row("a05:", u"a05"_s, u"/"_s);
    row("a05:/", u"a05"_s, u"/"_s);
    row("/data", {}, u"/data"_s);
    row("/a05:/data", {}, u"/a05:/data"_s);
    row("data", {}, here + u"data"_s);
    row("data/a05:", {}, here + u"data/a05:"_s);
    row("./a05:rel", {}, here + u"a05:rel"_s);
    row(":/data", {}, here + u":/data"_s); // of "$HOST:/data" without a $HOST
    row(":", {}, here + u":"_s);
}

void TstOperands::tellMachinesFromFiles()
{
    QFETCH(QString, place);
    QFETCH(QString, path);
    const auto location = locationOf(QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY(location);
    QCOMPARE(location->place, place);
    QCOMPARE(location->path, path);
}

void TstOperands::refuseWhatBeginsNowhere_data()
{
    QTest::addColumn<QStringList>("remedies");
    QTest::newRow("a05:rel") << QStringList{u" a05:/rel"_s, u" ./a05:rel"_s};
    QTest::newRow("a05:rel/x") << QStringList{u" a05:/rel/x"_s, u" ./a05:rel/x"_s};
}

void TstOperands::refuseWhatBeginsNowhere()
{
    QFETCH(QStringList, remedies);
    const auto location = locationOf(QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY(!location);
    QCOMPARE(int(location.error().code), int(ErrorCode::InvalidArgument));
    for (const QString &remedy : remedies)
        QVERIFY2(location.error().message.englishText().contains(remedy),
                 qPrintable(location.error().message.englishText()));
}

BATCHDECK_TEST(QCoreApplication, TstOperands)
#include "tst_operands.moc"
