// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/output.h"

#include "app/ctl/session.h"
#include "tests/support/testmain.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace ctl;
using namespace engine;

class TstOutput final : public QObject
{
    Q_OBJECT

private slots:
    void mapsErrorsToExitCodes_data();
    void mapsErrorsToExitCodes();
    void alignsTables();
    void writesTsvWithoutHeader();
    void writesListsOfPieces();
    void writesWhatIsTaken();
    void listsEveryFaultWithItsPlace();
    void addsTheErrorAsJson();
    void makesControlCharactersHarmless();
};

namespace {

const QList<Column> columns{{u"Name"_s, [](const QJsonObject &d) { return d.value(u"name"_s).toString(); }},
                            {u"Exit code"_s, [](const QJsonObject &d) { return cellText(d.value(u"code"_s)); }}};
const QJsonArray rows{QJsonObject{{u"name"_s, u"a"_s}, {u"code"_s, 0}},
                      QJsonObject{{u"name"_s, u"longer\tname"_s}, {u"code"_s, QJsonValue::Null}}};

QString printed(Format format, const QList<QJsonArray> &pieces)
{
    ListOutput list(format, columns);
    QString text;
    for (const QJsonArray &piece : pieces)
        text += list.add(piece);
    return text + list.end();
}

} // namespace

void TstOutput::mapsErrorsToExitCodes_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("exit");
    const QList<std::pair<ErrorCode, int>> table{{ErrorCode::InvalidArgument, 4},
                                                 {ErrorCode::InvalidDocument, 4},
                                                 {ErrorCode::NotFound, 3},
                                                 {ErrorCode::AlreadyExists, 5},
                                                 {ErrorCode::Conflict, 5},
                                                 {ErrorCode::Unreachable, 6},
                                                 {ErrorCode::AuthenticationFailed, 6},
                                                 {ErrorCode::HostKeyUnknown, 7},
                                                 {ErrorCode::HostKeyChanged, 7},
                                                 {ErrorCode::Timeout, 1},
                                                 {ErrorCode::Canceled, 1},
                                                 {ErrorCode::CommandFailed, 1},
                                                 {ErrorCode::IoError, 1},
                                                 {ErrorCode::StoreDamaged, 1},
                                                 {ErrorCode::StoreFromFuture, 1},
                                                 {ErrorCode::Busy, 1},
                                                 {ErrorCode::Internal, 1}};
    for (const auto &[code, exit] : table)
        QTest::newRow(qPrintable(toString(code))) << int(code) << exit;
}

void TstOutput::mapsErrorsToExitCodes()
{
    QFETCH(int, code);
    QFETCH(int, exit);
    QCOMPARE(exitCode(Error::of(ErrorCode(code), {})), exit);
}

void TstOutput::alignsTables()
{
    QCOMPARE(printed(Format::Table, {rows}),
             u"Name         Exit code\n"
             "-----------  ---------\n"
             "a            0\n"
             "longer name\n"_s);
    QCOMPARE(printed(Format::Table, {}), QString());
}

void TstOutput::writesTsvWithoutHeader()
{
    QCOMPARE(printed(Format::Tsv, {rows}), u"a\t0\nlonger name\t\n"_s);
}

void TstOutput::writesListsOfPieces()
{
    const QJsonArray more{QJsonObject{{u"name"_s, u"b"_s}}};
    QCOMPARE(printed(Format::Json, {}), u"[]\n"_s);
    QCOMPARE(printed(Format::Json, {{}, rows, {}}), asJson(rows));
    const QJsonArray all{rows.at(0), rows.at(1), more.at(0)};
    QCOMPARE(printed(Format::Json, {rows, {}, more}), asJson(all));
    QCOMPARE(printed(Format::Table, {rows, more}), printed(Format::Table, {all}));
    QCOMPARE(printed(Format::Tsv, {rows, more}), printed(Format::Tsv, {all}));
}

void TstOutput::writesWhatIsTaken()
{
    ::signal(SIGPIPE, SIG_IGN); // as main() does
    std::array<int, 2> ends{};
    QCOMPARE(::pipe2(ends.data(), O_CLOEXEC), 0);
    QVERIFY(writeAll(ends[1], "last"));
    QByteArray read(4, '\0');
    QCOMPARE(::read(ends[0], read.data(), size_t(read.size())), read.size());
    QCOMPARE(read, "last");
    ::close(ends[0]);
    QVERIFY(!writeAll(ends[1], "last")); // nobody reads any more
    ::close(ends[1]);
}

void TstOutput::listsEveryFaultWithItsPlace()
{
    const Error error{ErrorCode::InvalidDocument,
                      Message("The document has %1 faults.", {u"2"_s}),
                      {},
                      {{u"Syntax"_s, Message("A comma is missing."), {}, 3, 7},
                       {u"OutOfRange"_s, Message("It must be 1 or more."), u"$.properties.nodeCount"_s, 9, 2},
                       {u"WrongType"_s, Message("It should be text."), u"cluster $.properties.vmSize"_s, 4, 1},
                       {u"Syntax"_s, Message("A brace is missing."), u"cluster"_s, 8, 1},
                       {u"BadOverride"_s, Message("It is not PATH=VALUE."), u"--set"_s},
                       {u"NameRule"_s, Message("It is no name."), u"$.name"_s},
                       {u"WrongType"_s, Message("It should be text."), u"$.properties.input[0].id"_s},
                       {u"WrongType"_s, Message("It should be text."), u"$.properties.inputs"_s},
                       {u"Required"_s, Message("It is missing."), u"/groups/a b $.properties"_s}},
                      {}};
    QCOMPARE(errorText(error, Format::Table,
                       {{QString(), u"job.json"_s},
                        {u"cluster"_s, u"my cluster.json"_s},
                        {u"$.properties.input"_s, u"--set"_s},
                        {u"$.properties.nodeCount"_s, u"--set"_s}}),
             u"batchctl: The document has 2 faults.\n"
             "job.json:3:7: A comma is missing.\n"
             "job.json:9:2: $.properties.nodeCount: It must be 1 or more.\n"
             "my cluster.json:4:1: $.properties.vmSize: It should be text.\n"
             "my cluster.json:8:1: A brace is missing.\n"
             "--set: It is not PATH=VALUE.\n"
             "$.name: It is no name.\n"
             "--set: $.properties.input[0].id: It should be text.\n"
             "job.json: $.properties.inputs: It should be text.\n"
             "job.json: /groups/a b $.properties: It is missing.\n"_s);
}

void TstOutput::addsTheErrorAsJson()
{
    const Error error = Error::of(ErrorCode::NotFound, Message("There is no job %1.", {u"x"_s}), u"x"_s);
    const QStringList lines = errorText(error, Format::Json, {}).split(u'\n');
    QCOMPARE(lines.at(0), u"batchctl: There is no job x."_s);
    const QJsonValue json = QJsonDocument::fromJson(lines.at(1).toUtf8())[u"error"_s];
    QCOMPARE(json[u"code"_s].toString(), u"NotFound"_s);
    QCOMPARE(json[u"message"_s].toString(), u"There is no job x."_s);
    QCOMPARE(json[u"target"_s].toString(), u"x"_s);
    QVERIFY(json[u"details"_s].isArray());
}

void TstOutput::makesControlCharactersHarmless()
{
    QCOMPARE(cellText(u"a\x1b[31mb\nc"_s), u"a\ufffd[31mb c"_s);
    QCOMPARE(safeText(u"a\nb\x07"_s), u"a\nb\ufffd"_s);
}

BATCHDECK_TEST(QCoreApplication, TstOutput)
#include "tst_output.moc"
