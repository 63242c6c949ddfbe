// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/sftp/sftpwire.h"
#include "tests/support/testmain.h"

#include <QRandomGenerator>
#include <QtEndian>

#include <functional>
#include <limits>

using namespace engine;
using namespace Qt::StringLiterals;

namespace {

QByteArray number(quint32 value)
{
    QByteArray bytes(4, '\0');
    qToBigEndian(value, bytes.data());
    return bytes;
}

QByteArray number64(quint64 value)
{
    QByteArray bytes(8, '\0');
    qToBigEndian(value, bytes.data());
    return bytes;
}

QByteArray string(const QByteArray &bytes)
{
    return QByteArray(number(quint32(bytes.size())) + bytes);
}

// Everything that attributes may have, with an extended pair.
QByteArray allAttributes()
{
    return QByteArray(number(0x8000000f) + number64(123'456'789'012) + number(1000) + number(100) + number(0100640)
                      + number(1) + number(1'500'000'000) + number(1) + string("acl@x") + string("y"));
}

/// What \a decoder needs is all of \a bytes: every shorter piece is nothing.
void checkEveryLength(const QByteArray &bytes, const std::function<bool(QByteArrayView)> &decodes)
{
    QVERIFY(decodes(bytes));
    for (qsizetype length = 0; length < bytes.size(); ++length) {
        const QByteArray piece(bytes.constData(), length); // a block of its own, whose end sanitizers see
        QVERIFY2(!decodes(piece), qPrintable(QString::number(length)));
    }
}

// There is room for whatever a test has.
void feed(SftpInput &input, const QByteArray &bytes)
{
    std::copy_n(bytes.constData(), bytes.size(), input.room().data());
    input.added(bytes.size());
}

} // namespace

class TstSftpWire final : public QObject
{
    Q_OBJECT

private slots:
    void writesRequests();
    void writesAttributes();
    void readsTheVersion();
    void readsAttributes();
    void readsNames();
    void readsStatus();
    void readsHandles();
    void readsData();
    void readsExtensions();
    void believesNoNumbers();
    void cutsPackets();
    void refusesLongPackets();
    void survivesAnything();
};

void TstSftpWire::writesRequests()
{
    QCOMPARE(SftpRequest::init().toHex(), "000000050100000003");
    SftpRequest read(SftpType::Read);
    read.add("hd"_ba).add(quint64(0x1'0000'0002)).add(quint32(32768));
    QCOMPARE(read.finished(7).toHex(),
             "000000170500000007"
             "000000026864"
             "0000000100000002"
             "00008000");
    SftpRequest extended = SftpRequest::extended("x@y");
    QCOMPARE(extended.finished(1).toHex(),
             "0000000cc800000001"
             "00000003784079");
}

void TstSftpWire::writesAttributes()
{
    SftpAttributes attributes;
    SftpRequest none(SftpType::MakeFolder);
    none.add(attributes);
    QCOMPARE(none.finished(1).mid(9), number(0));
    attributes.size = 5;
    attributes.owner = {1, 2};
    attributes.mode = 0644;
    attributes.times = {3, 4};
    SftpRequest all(SftpType::Setstat);
    all.add(attributes);
    const QByteArray written = all.finished(1).mid(9);
    QCOMPARE(written, number(0xf) + number64(5) + number(1) + number(2) + number(0644) + number(3) + number(4));
    const auto read = decodeAttributes(written);
    QVERIFY(read);
    QCOMPARE(*read->size, 5U);
    QCOMPARE(read->owner->group, 2U);
    QCOMPARE(*read->mode, 0644U);
    QCOMPARE(read->times->modified, 4U);
}

void TstSftpWire::readsTheVersion()
{
    const QByteArray packet =
        "\2"_ba + number(3) + string("posix-rename@openssh.com") + string("1") + string("z") + string({});
    const auto version = decodeVersion(packet);
    QVERIFY(version);
    QCOMPARE(version->version, 3U);
    QCOMPARE(version->extensions.value("posix-rename@openssh.com"), "1");
    QVERIFY(version->extensions.contains("z"));
    QVERIFY(decodeVersion(QByteArray("\2"_ba + number(3))));
    QVERIFY(!decodeVersion(QByteArray("\3"_ba + number(3))));
    QVERIFY(!decodeVersion(QByteArray("\2"_ba + number(3) + string("half"))));
    QVERIFY(!decodeVersion(QByteArray("\2"_ba + number(3).first(3))));
    QVERIFY(!decodeVersion({}));
}

void TstSftpWire::readsAttributes()
{
    const auto attributes = decodeAttributes(allAttributes());
    QVERIFY(attributes);
    QCOMPARE(*attributes->size, 123'456'789'012U);
    QCOMPARE(attributes->owner->user, 1000U);
    QCOMPARE(attributes->times->modified, 1'500'000'000U);
    QVERIFY(attributes->isFile() && !attributes->isFolder() && !attributes->isLink());
    checkEveryLength(allAttributes(), [](QByteArrayView bytes) { return decodeAttributes(bytes).has_value(); });
    const auto none = decodeAttributes(number(0));
    QVERIFY(none && !none->size && !none->owner && !none->mode && !none->times && !none->isFile());
}

void TstSftpWire::readsNames()
{
    const QByteArray body = number(2) + string("a\nb") + string("-rw-r----- 1 me us 5 Jan  1 12:00 a") + allAttributes()
        + string("\xff") + string({}) + number(0);
    const auto names = decodeNames(body);
    QVERIFY(names);
    QCOMPARE(names->size(), 2);
    QCOMPARE(names->at(0).name, "a\nb");
    QCOMPARE(*names->at(0).attributes.mode, 0100640U);
    QCOMPARE(names->at(1).name, "\xff");
    QVERIFY(!names->at(1).attributes.size);
    checkEveryLength(body, [](QByteArrayView bytes) { return decodeNames(bytes).has_value(); });
    QVERIFY(!decodeNames(number(0)));
}

void TstSftpWire::readsStatus()
{
    const auto status = decodeStatus(QByteArray(number(4) + string("Failure") + string("en")));
    QVERIFY(status);
    QCOMPARE(int(status->code), int(SftpCode::Failure));
    QCOMPARE(status->text, "Failure");
    QVERIFY(decodeStatus(number(4))); // as old servers say it
    QVERIFY(!decodeStatus(number(4).first(3)));
    QVERIFY(!decodeStatus(QByteArray(number(4) + string("Failure").first(8))));
}

void TstSftpWire::readsHandles()
{
    QCOMPARE(decodeHandle(string("h")).value_or(QByteArray()), "h");
    QVERIFY(decodeHandle(string(QByteArray(256, 'h'))));
    QVERIFY(!decodeHandle(string(QByteArray(257, 'h'))));
    QVERIFY(!decodeHandle(string({})));
    QVERIFY(!decodeHandle(QByteArray(number(5) + "four")));
}

void TstSftpWire::readsData()
{
    const QByteArray body = string("bytes");
    QCOMPARE(decodeData(body)->toByteArray(), "bytes");
    checkEveryLength(body, [](QByteArrayView bytes) { return decodeData(bytes).has_value(); });
}

void TstSftpWire::readsExtensions()
{
    const QByteArray limits = number64(262144) + number64(261120) + number64(261121) + number64(1019);
    QCOMPARE(decodeLimits(limits)->read, 261120U);
    QCOMPARE(decodeLimits(limits)->write, 261121U);
    checkEveryLength(limits, [](QByteArrayView bytes) { return decodeLimits(bytes).has_value(); });
    QByteArray space;
    for (quint64 i = 0; i < 8; ++i)
        space += number64(i + 1);
    QCOMPARE(decodeSpace(space)->blockSize, 2U);
    QCOMPARE(decodeSpace(space)->blocks, 3U);
    QCOMPARE(decodeSpace(space)->freeBlocks, 5U);
    QCOMPARE(decodeSpace(space)->freeEntries, 8U);
    const QByteArray owners = string(string("root")) + string(string(""));
    QCOMPARE(decodeOwnerNames(owners)->user, "root");
    QCOMPARE(decodeOwnerNames(owners)->group, "");
    checkEveryLength(owners, [](QByteArrayView bytes) { return decodeOwnerNames(bytes).has_value(); });
    QVERIFY(!decodeOwnerNames(QByteArray(string({}) + string({}))));
    checkEveryLength(space, [](QByteArrayView bytes) { return decodeSpace(bytes).has_value(); });
}

void TstSftpWire::believesNoNumbers()
{
    constexpr quint32 most = std::numeric_limits<quint32>::max();
    QVERIFY(!decodeNames(number(most)));
    QVERIFY(!decodeNames(QByteArray(number(most) + string("a") + string("b") + number(0))));
    QVERIFY(!decodeNames(QByteArray(number(1) + number(most) + "a")));
    QVERIFY(!decodeAttributes(QByteArray(number(0x80000000) + number(most))));
    QVERIFY(!decodeAttributes(QByteArray(number(0x80000000) + number(most) + string({}) + string({}))));
    QVERIFY(!decodeData(QByteArray(number(most) + "abc")));
    QVERIFY(!decodeHandle(number(most)));
    QVERIFY(!decodeStatus(QByteArray(number(0) + number(most))));
    QVERIFY(!decodeVersion(QByteArray("\2"_ba + number(3) + number(most))));
}

// However the bytes come.
void TstSftpWire::cutsPackets()
{
    QByteArray stream;
    QByteArrayList sent;
    for (const qsizetype size : {1, 5, 100, 4096, 256 * 1024, 3}) {
        sent.append(QByteArray(size, char('a' + sent.size())));
        stream += string(sent.last());
    }
    for (const qsizetype step : {1, 3, 7, 1000, 65536, 10'000'000}) {
        SftpInput input;
        QByteArrayList got;
        for (qsizetype at = 0; at < stream.size(); at += step) {
            feed(input, stream.mid(at, step));
            QByteArrayView packet;
            while (input.next(&packet) == SftpInput::Next::Packet)
                got.append(packet.toByteArray());
        }
        QVERIFY(got == sent);
    }
}

void TstSftpWire::refusesLongPackets()
{
    QByteArrayView packet;
    SftpInput longest;
    feed(longest, number(SftpInput::mostBytes));
    QCOMPARE(int(longest.next(&packet)), int(SftpInput::Next::Incomplete));
    for (const quint32 length : {quint32(SftpInput::mostBytes + 1), 0x7fffffffU, 0x80000000U, 0xffffffffU}) {
        SftpInput input;
        feed(input, number(length));
        QCOMPARE(int(input.next(&packet)), int(SftpInput::Next::TooLong));
    }
    SftpInput empty;
    feed(empty, number(0));
    QCOMPARE(int(empty.next(&packet)), int(SftpInput::Next::Empty));
}

// Random bytes, and good ones with a few changed; what is wrong with them is for the sanitizers to see.
void TstSftpWire::survivesAnything()
{
    QRandomGenerator random(20261122);
    const QByteArrayList good{number(1) + string("name") + string("long") + allAttributes(), allAttributes(),
                              number(4) + string("Failure") + string({}), string("data"),
                              "\2"_ba + number(3) + string("a") + string("b")};
    for (int round = 0; round < 20'000; ++round) {
        QByteArray bytes = good.at(round % good.size());
        if (round % 2 == 0) {
            bytes.resize(random.bounded(200));
            for (char &byte : bytes)
                byte = char(random.bounded(round % 4 == 0 ? 256 : 3));
        } else {
            for (int changes = random.bounded(4); changes >= 0; --changes)
                bytes[random.bounded(bytes.size())] = char(random.bounded(256));
            bytes.truncate(random.bounded(bytes.size() + 1));
        }
        const QByteArray piece(bytes.constData(), bytes.size());
        if (const auto names = decodeNames(piece))
            QVERIFY(names->size() <= piece.size() / 12);
        if (const auto data = decodeData(piece))
            QVERIFY(data->size() <= piece.size());
        (void)decodeAttributes(piece);
        (void)decodeStatus(piece);
        (void)decodeHandle(piece);
        (void)decodeVersion(piece);
        (void)decodeAnswer(piece);
        (void)decodeLimits(piece);
        (void)decodeSpace(piece);
        (void)decodeOwnerNames(piece);
    }
    for (int round = 0; round < 200; ++round) {
        QByteArray stream(random.bounded(2000), '\0');
        for (char &byte : stream)
            byte = char(random.bounded(round % 2 == 0 ? 256 : 2));
        SftpInput input;
        feed(input, stream);
        QByteArrayView packet;
        while (input.next(&packet) == SftpInput::Next::Packet)
            QVERIFY(packet.size() <= stream.size());
    }
}

BATCHDECK_TEST(QCoreApplication, TstSftpWire)
#include "tst_sftpwire.moc"
