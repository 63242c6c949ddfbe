// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/storage/transfers.h"
#include "engine/protocol/method.h"

#include "tests/support/testmain.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace engine;

namespace {

struct Inner
{
    int number = 1;

    static void describe(auto &self, auto &fields) { fields("number", self.number); }
};

struct Outer
{
    QString text = u"first"_s;
    LongText longText;
    std::optional<qint64> maybe;
    QList<Inner> list;
    Message message;

    static void describe(auto &self, auto &fields)
    {
        fields("text", self.text);
        fields("longText", self.longText);
        fields("maybe", self.maybe);
        fields("list", self.list);
        fields("message", self.message);
    }
};

} // namespace

class TstFields final : public QObject
{
    Q_OBJECT

private slots:
    void leaveWhatIsNotThere();
    void leaveOutWhatIsAbsent();
    void refuse_data();
    void refuse();
    void loseOnlyWhatIsDamagedInTheStore();
    void nameTheirTypes();
};

void TstFields::leaveWhatIsNotThere()
{
    const auto read = requestFrom<Outer>(u"x.y"_s, {{u"later"_s, true}});
    QVERIFY(read);
    QCOMPARE(read->text, u"first"_s);
    QVERIFY(!read->maybe);
}

void TstFields::leaveOutWhatIsAbsent()
{
    Outer outer;
    QVERIFY(!JsonOf<Outer>::write(outer).toObject().contains(u"maybe"_s));
    outer.maybe = 0;
    QCOMPARE(JsonOf<Outer>::write(outer)[u"maybe"_s], QJsonValue(0));
}

void TstFields::refuse_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QJsonValue>("value");
    QTest::addColumn<bool>("isTaken");
    const QString most = u"x"_s.repeated(4096);
    QTest::newRow("a text") << u"text"_s << QJsonValue(most) << true;
    QTest::newRow("a text that is too long") << u"text"_s << QJsonValue(QString(most + u'x')) << false;
    QTest::newRow("NUL") << u"text"_s << QJsonValue(QString(QChar(0))) << false;
    QTest::newRow("a long text") << u"longText"_s << QJsonValue(QString(most + most)) << true;
    QTest::newRow("a number as a text") << u"text"_s << QJsonValue(1) << false;
    QTest::newRow("a fraction") << u"maybe"_s << QJsonValue(1.5) << false;
    QTest::newRow("too much for a number") << u"maybe"_s << QJsonValue(1e300) << false;
    QTest::newRow("null") << u"maybe"_s << QJsonValue() << false;
    QTest::newRow("a whole number") << u"maybe"_s << QJsonValue(qint64(1) << 50) << true;
    QTest::newRow("too much for an int") << u"list"_s << QJsonValue(QJsonArray{QJsonObject{{u"number"_s, 1e10}}})
                                         << false;
    QTest::newRow("an element of another type") << u"list"_s << QJsonValue(QJsonArray{1}) << false;
    QTest::newRow("an empty list") << u"list"_s << QJsonValue(QJsonArray()) << true;
    QTest::newRow("a text as a message") << u"message"_s << QJsonValue(u"x"_s) << false;
}

void TstFields::refuse()
{
    QFETCH(const QString, key);
    QFETCH(const QJsonValue, value);
    QFETCH(const bool, isTaken);
    const auto read = requestFrom<Outer>(u"x.y"_s, {{key, value}});
    QCOMPARE(read.has_value(), isTaken);
    if (isTaken)
        return;
    QCOMPARE(toString(read.error().code), u"InvalidArgument"_s);
    QCOMPARE(read.error().target, key);
    QVERIFY(read.error().message.englishText().startsWith(u"x.y: "_s));
}

void TstFields::loseOnlyWhatIsDamagedInTheStore()
{
    const auto numbered = [](const QJsonValue &number) { return QJsonObject{{u"number"_s, number}}; };
    const QJsonArray stored{numbered(2), 3, numbered(u"4"_s), QJsonValue(), numbered(5)};
    QList<int> numbers;
    for (const Inner &inner : readStored<Inner>(stored))
        numbers.append(inner.number);
    QCOMPARE(numbers, (QList<int>{2, 5}));
    QVERIFY(readStored<Inner>(numbered(2)).isEmpty());
    const auto asked = requestFrom<Outer>(u"x.y"_s, {{u"list"_s, stored}});
    QVERIFY(!asked);
    QCOMPARE(asked.error().target, u"list"_s);

    const TransferSnapshot transfer =
        TransferSnapshot::fromJson({{u"failedFiles"_s, QJsonArray{QJsonArray{1}, QJsonArray{u"a"_s, u"why"_s}}},
                                    {u"notedFiles"_s, QJsonArray{u"x"_s, QJsonArray{u"b"_s, u"why"_s, 2}}},
                                    {u"replaced"_s, QJsonArray{QJsonArray{u"c"_s}, QJsonArray{u"d"_s, u"e"_s}}}});
    QCOMPARE(transfer.failedFiles, (QList<FailedFile>{{u"a"_s, u"why"_s}}));
    QCOMPARE(transfer.notedFiles, (QList<FailedFile>{{u"b"_s, u"why"_s, 2}}));
    QCOMPARE(transfer.replaced, (QList<TrashedFile>{{u"d"_s, u"e"_s}}));
}

void TstFields::nameTheirTypes()
{
    QCOMPARE(JsonOf<Outer>::name(),
             u"{\"text\": text, \"longText\": long text, \"maybe\"?: whole number, \"list\": [{\"number\": whole "
             "number}], \"message\": object}"_s);
}

BATCHDECK_TEST(QCoreApplication, TstFields)
#include "tst_fields.moc"
