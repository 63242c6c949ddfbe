// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/job/overrides.h"

#include "tests/support/json.h"
#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;
using namespace ctl;

class TstOverrides final : public QObject
{
    Q_OBJECT

private slots:
    void sayWhatDiffers_data();
    void sayWhatDiffers();
    void keepTextsTexts();
};

void TstOverrides::sayWhatDiffers_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QStringList>("overrides");
    const auto row = [](const char *name, const char *before, const char *after, const QStringList &overrides) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(after) << overrides;
    };
    row("nothing", R"({"a":[1,{"b":2}]})", R"({"a":[1,{"b":2}]})", {});
    row("a value", R"({"a":{"b":1,"c":2}})", R"({"a":{"b":1,"c":3}})", {u"a.c=3"_s});
    row("a key", R"({"a":{}})", R"({"a":{"b":"x"}})", {u"a.b=\"x\""_s});
    row("an entry", R"({"a":[{"b":1}]})", R"({"a":[{"b":1},{"b":2}]})", {u"a[1]={\"b\":2}"_s});
    row("in an entry", R"({"a":[{"b":1}]})", R"({"a":[{"b":1,"c":true}]})", {u"a[0].c=true"_s});
    row("a whole tree", R"({})", R"({"a":{"b":[1]}})", {u"a={\"b\":[1]}"_s});
    row("another type", R"({"a":null})", R"({"a":{"b":1}})", {u"a={\"b\":1}"_s});
}

void TstOverrides::sayWhatDiffers()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QStringList, overrides);
    QCOMPARE(overridesBetween(testing::object(before), testing::object(after)), overrides);
}

void TstOverrides::keepTextsTexts()
{
    QCOMPARE(overrideText(u"a"_s, u"6"_s), u"a=\"6\""_s);
    QCOMPARE(overrideText(u"a"_s, 6), u"a=6"_s);
    QCOMPARE(overrideText(u"a"_s, u"=\"\\ü\n"_s), u"a=\"=\\\"\\\\ü\\n\""_s);
}

BATCHDECK_TEST(QCoreApplication, TstOverrides)
#include "tst_overrides.moc"
