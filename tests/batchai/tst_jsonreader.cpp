// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/json/jsonpath.h"
#include "engine/batchai/json/jsonreader.h"
#include "tests/support/measure/cputime.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringEncoder>

using namespace Qt::StringLiterals;
using engine::readJson;

class TstJsonReader : public QObject
{
    Q_OBJECT

private slots:
    void readsWhatPeopleWrite_data();
    void readsWhatPeopleWrite();
    void namesThePlaceOfAFault_data();
    void namesThePlaceOfAFault();
    void knowsWhereValuesStand();
    void reportsKeysGivenTwice();
    void keepsNumbersExactOrSaysSo_data();
    void keepsNumbersExactOrSaysSo();
    void refusesDeepNesting();
    void staysFastOnHostileText_data();
    void staysFastOnHostileText();
    void writesAndReadsPaths_data();
    void writesAndReadsPaths();
};

void TstJsonReader::readsWhatPeopleWrite_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("strict");
    QTest::newRow("plain") << "{\"a\":[1,2.5,-3e2,true,false,null,\"x\"]}"_ba
                           << "{\"a\":[1,2.5,-300,true,false,null,\"x\"]}"_ba;
    QTest::newRow("mark") << "\xef\xbb\xbf{\"a\":1}"_ba
                          << "{\"a\":1}"_ba;
    QTest::newRow("comments") << "// one\n{ /* two\n */ \"a\" /**/ : 1 // three\r\n}\n// four"_ba
                              << "{\"a\":1}"_ba;
    QTest::newRow("comments of #") << "# one\n{\"a\":1, # two\n}#"_ba
                                   << "{\"a\":1}"_ba;
    for (const bool little : {true, false}) { // as PowerShell's ">" writes
        QStringEncoder encoder(little ? QStringConverter::Utf16LE : QStringConverter::Utf16BE,
                               QStringConverter::Flag::WriteBom);
        QTest::newRow(little ? "UTF-16 LE" : "UTF-16 BE")
            << QByteArray(encoder(u"{\"a\":\"ä😀\"}"_s)) << "{\"a\":\"ä😀\"}"_ba;
    }
    QTest::newRow("trailing commas") << "{\"a\":[1,2,],}"_ba
                                     << "{\"a\":[1,2]}"_ba;
    QTest::newRow("comment marks in text") << "{\"a\":\"http://x /* y */\"}"_ba
                                           << "{\"a\":\"http://x /* y */\"}"_ba;
    QTest::newRow("escapes") << R"j({"a":"\"\\\/\b\f\n\r\t\u00e4\ud83d\ude00"})j"_ba
                             << R"j({"a":"\"\\/\b\f\n\r\tä😀"})j"_ba;
    QTest::newRow("empty") << "[{},[]]"_ba
                           << "[{},[]]"_ba;
    QTest::newRow("large") << "[9007199254740993,1e300]"_ba
                           << "[9007199254740993,1e300]"_ba;
}

void TstJsonReader::readsWhatPeopleWrite()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, strict);
    const engine::JsonReading reading = readJson(text);
    QVERIFY2(reading.faults.isEmpty(), qPrintable(reading.faults.value(0).message.englishText()));
    const QJsonDocument expected = QJsonDocument::fromJson(strict);
    QCOMPARE(reading.value, expected.isArray() ? QJsonValue(expected.array()) : QJsonValue(expected.object()));
}

void TstJsonReader::namesThePlaceOfAFault_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("place");
    QTest::newRow("nothing") << ""_ba << u"1:1"_s;
    QTest::newRow("no value") << "{\n  \"a\": }"_ba << u"2:8"_s;
    QTest::newRow("no comma") << "{\n  \"a\": 1\n  \"b\": 2\n}"_ba << u"3:3"_s;
    QTest::newRow("no colon") << "{\"a\" 1}"_ba << u"1:6"_s;
    QTest::newRow("bare key") << "{a: 1}"_ba << u"1:2"_s;
    QTest::newRow("two commas") << "[1,,2]"_ba << u"1:4"_s;
    QTest::newRow("open object") << "{\"a\": 1"_ba << u"1:1"_s;
    QTest::newRow("open after comma") << "[1,\n [2,"_ba << u"2:2"_s;
    QTest::newRow("open text") << "{\"ä\": \"b\n}"_ba << u"1:7"_s;
    QTest::newRow("columns are characters") << "[\"ä😀\", x]"_ba << u"1:8"_s;
    QTest::newRow("open comment") << "{} /* x"_ba << u"1:4"_s;
    QTest::newRow("slash") << "{} / x"_ba << u"1:4"_s;
    QTest::newRow("more") << "{}\r\n{}"_ba << u"2:1"_s;
    QTest::newRow("escape") << "[\"a\\x\"]"_ba << u"1:4"_s;
    QTest::newRow("half a pair") << "[\"\\ud83d\"]"_ba << u"1:3"_s;
    QTest::newRow("short unicode") << "[\"\\u12\"]"_ba << u"1:3"_s;
    QTest::newRow("control") << "[\"a\tb\"]"_ba << u"1:4"_s;
    QTest::newRow("not UTF-8") << "{\n \"ä\xff\": 1}"_ba << u"2:4"_s;
    QTest::newRow("UTF-16") << QByteArray("{\0\"\0}\0", 6) << u"1:2"_s;
    QTest::newRow("leading zero") << "[012]"_ba << u"1:2"_s;
    QTest::newRow("leading zero, last zero") << "[010]"_ba << u"1:2"_s;
    QTest::newRow("two zeros") << "[-00.5]"_ba << u"1:2"_s;
    QTest::newRow("minus") << "[-]"_ba << u"1:2"_s;
    QTest::newRow("point") << "[1.]"_ba << u"1:2"_s;
    QTest::newRow("infinite") << "[1e999]"_ba << u"1:2"_s;
    QTest::newRow("infinite below") << "[0,\n-1e400]"_ba << u"2:1"_s;
    QTest::newRow("next to nothing") << "[1e-400]"_ba << u"1:2"_s;
    QTest::newRow("NaN") << "[NaN]"_ba << u"1:2"_s;
}

void TstJsonReader::namesThePlaceOfAFault()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, place);
    const engine::JsonReading reading = readJson(text);
    QCOMPARE(reading.faults.size(), 1);
    const engine::Fault &fault = reading.faults.constFirst();
    QCOMPARE(fault.code, u"Syntax"_s);
    QCOMPARE(u"%1:%2"_s.arg(fault.line).arg(fault.column), place);
    QVERIFY(reading.value.isUndefined());
}

void TstJsonReader::knowsWhereValuesStand()
{
    const engine::JsonReading reading = readJson("{\n  \"p\": { \"a.b\": [\n    1, {\"c\": 2}] }\n}");
    const auto at = [&reading](QStringView path) { return reading.places.find(*engine::parseJsonPath(path)); };
    QCOMPARE(at(u"$"), (engine::TextPlace{1, 1}));
    QCOMPARE(at(u"$.p"), (engine::TextPlace{2, 3}));
    QCOMPARE(at(u"$.p['a.b']"), (engine::TextPlace{2, 10}));
    QCOMPARE(at(u"$.p['a.b'][0]"), (engine::TextPlace{3, 5}));
    QCOMPARE(at(u"$.p['a.b'][1].c"), (engine::TextPlace{3, 9}));
    QCOMPARE(at(u"$.p.x"), engine::TextPlace{});
}

void TstJsonReader::reportsKeysGivenTwice()
{
    const engine::JsonReading reading = readJson("{\"a\": 1,\n \"b\": {\"c\": 1, \"c\": 2},\n \"a\": 3}");
    QVERIFY(reading.faults.isEmpty());
    QCOMPARE(reading.value.toObject().value(u"a"_s).toInt(), 3);
    QCOMPARE(reading.warnings.size(), 2);
    QCOMPARE(reading.warnings.at(0).line, 2);
    QCOMPARE(reading.warnings.at(0).column, 16);
    QCOMPARE(reading.warnings.at(1).line, 3);
    QCOMPARE(reading.warnings.at(1).message.arguments, QStringList{u"a"_s});
}

void TstJsonReader::keepsNumbersExactOrSaysSo_data()
{
    QTest::addColumn<QByteArray>("number");
    QTest::addColumn<QByteArray>("written"); // empty: as it was, or with the warning
    for (const char *same : {"0", "-1", "9223372036854775807", "-9223372036854775808", "9007199254740993", "0.1", "2.5",
                             "1e+300", "5e-324", "1.7976931348623157e+308", "0.1234567890123456"})
        QTest::newRow(same) << QByteArray(same) << QByteArray(same);
    QTest::newRow("17 digits") << "0.10000000000000001"_ba
                               << "0.1"_ba;
    QTest::newRow("2^64") << "18446744073709551616"_ba
                          << "18446744073709552000"_ba;
    QTest::newRow("whole, with an exponent") << "12345678901234560e1"_ba
                                             << "123456789012345600"_ba;
    for (const char *rounded : {"9223372036854775809", "18446744073709551615", "0.12345678901234567890",
                                "1.00000000000000001", "3e-324", "74144077964687660.3", "-74144077964687660.0"})
        QTest::newRow(rounded) << QByteArray(rounded) << QByteArray();
}

void TstJsonReader::keepsNumbersExactOrSaysSo()
{
    QFETCH(const QByteArray, number);
    QFETCH(const QByteArray, written);
    const engine::JsonReading reading = readJson("[\n" + number + "]");
    QVERIFY(reading.faults.isEmpty());
    const QByteArray again = QJsonDocument(reading.value.toArray()).toJson(QJsonDocument::Compact);
    QCOMPARE(readJson(again).value, reading.value);
    if (written.isEmpty()) {
        QCOMPARE(reading.warnings.size(), 1);
        QCOMPARE(reading.warnings.constFirst().code, u"Rounded"_s);
        QCOMPARE(reading.warnings.constFirst().line, 2);
    } else {
        QCOMPARE(reading.warnings.size(), 0);
        QCOMPARE(again, QByteArray('[' + written + ']'));
        QCOMPARE(QJsonDocument::fromJson('[' + number + ']').array().at(0).toDouble(), reading.value[0].toDouble());
    }
}

void TstJsonReader::refusesDeepNesting()
{
    QVERIFY(readJson(QByteArray(64, '[') + QByteArray(64, ']')).faults.isEmpty());
    QCOMPARE(readJson(QByteArray(65, '[') + QByteArray(65, ']')).faults.size(), 1);
    QCOMPARE(readJson(QByteArray(4'000'000, '[')).faults.value(0).column, 65);
    QCOMPARE(readJson(QByteArray("{\"a\":").repeated(800'000)).faults.size(), 1);
}

void TstJsonReader::staysFastOnHostileText_data()
{
    QTest::addColumn<QByteArray>("text");
    const int share = testing::isShortSanitizedRun() ? 10 : 1; // time is what the rows are long for
    QByteArray keys = "{";
    for (int i = 0; i < 300'000 / share; ++i)
        keys += "\"" + QByteArray::number((i * 7919LL) % 300'007) + "\":1,";
    QTest::newRow("many keys") << keys + '}';
    QTest::newRow("one key, many times") << '{' + QByteArray("\"a\":1,").repeated(650'000 / share) + '}';
    QTest::newRow("many elements below a long key")
        << "{\"" + QByteArray(1'000'000, 'k') + "\":[" + QByteArray("1,").repeated(1'400'000 / share) + "]}";
    QTest::newRow("escapes") << "[\"" + QByteArray("\\n").repeated(2'000'000 / share) + "\"]";
}

void TstJsonReader::staysFastOnHostileText()
{
    QFETCH(const QByteArray, text);
    const testing::CpuTimer timer;
    QVERIFY(readJson(text).faults.isEmpty());
    QVERIFY2(timer.seconds() < 15, "quadratic, even for a slow machine"); // takes about one second
}

void TstJsonReader::writesAndReadsPaths_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("written"); // empty: no path
    QTest::newRow("root") << u"$"_s << u"$"_s;
    QTest::newRow("word") << u"a"_s << u"$.a"_s;
    QTest::newRow("steps") << u"a.b[0].c"_s << u"$.a.b[0].c"_s;
    QTest::newRow("own form") << u"$.properties['a.b'][12]"_s << u"$.properties['a.b'][12]"_s;
    QTest::newRow("quotes") << u"'a.b'.\"c d\".e"_s << u"$['a.b']['c d'].e"_s;
    QTest::newRow("quote in quotes") << u"'it\\'s'"_s << u"$['it\\'s']"_s;
    QTest::newRow("x-batchdeck") << u"x-batchdeck.$schema"_s << u"$.x-batchdeck.$schema"_s;
    QTest::newRow("empty") << u""_s << QString();
    QTest::newRow("open end") << u"a."_s << QString();
    QTest::newRow("two points") << u"a..b"_s << QString();
    QTest::newRow("open bracket") << u"a[1"_s << QString();
    QTest::newRow("no number") << u"a[]"_s << QString();
    QTest::newRow("negative") << u"a[-1]"_s << QString();
    QTest::newRow("too large") << u"a[99999999999]"_s << QString();
    QTest::newRow("open quote") << u"'a"_s << QString();
    QTest::newRow("blank") << u"a b"_s << QString();
}

void TstJsonReader::writesAndReadsPaths()
{
    QFETCH(const QString, typed);
    QFETCH(const QString, written);
    const std::optional<engine::JsonPath> path = engine::parseJsonPath(typed);
    QCOMPARE(path.has_value(), !written.isNull());
    if (path) {
        QCOMPARE(toString(*path), written);
        QCOMPARE(engine::parseJsonPath(written), path);
    }
}

BATCHDECK_TEST(QCoreApplication, TstJsonReader)
#include "tst_jsonreader.moc"
