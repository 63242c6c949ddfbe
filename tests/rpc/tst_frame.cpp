// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/rpc/frame.h"

#include "tests/support/testmain.h"

#include <QtEndian>

using namespace Qt::StringLiterals;
using namespace engine;

class TstFrame final : public QObject
{
    Q_OBJECT

private slots:
    void readsFramesTornAtEveryByte();
    void readsManyFramesOfOnePiece();
    void refusesWhatCannotBe_data();
    void refusesWhatCannotBe();
    void refusesToSendTooMuch();
};

namespace {

QByteArray withLength(quint32 length, const QByteArray &body)
{
    QByteArray frame(4, Qt::Uninitialized);
    qToBigEndian(length, frame.data());
    return QByteArray(frame + body);
}

} // namespace

void TstFrame::readsFramesTornAtEveryByte()
{
    const QJsonObject first{{u"id"_s, 1}, {u"method"_s, u"job.get"_s}};
    const QJsonObject second{{u"text"_s, u"ä\u2028\n"_s}};
    const QByteArray stream = *encodeFrame(first) + *encodeFrame(second);
    for (qsizetype cut = 0; cut <= stream.size(); ++cut) {
        FrameReader reader;
        QList<QJsonObject> seen;
        for (const QByteArray &piece : {stream.first(cut), stream.sliced(cut)}) {
            reader.append(piece);
            for (auto frame = reader.next(); frame && *frame; frame = reader.next())
                seen.append(**frame);
        }
        QCOMPARE(seen, QList({first, second}));
    }
}

void TstFrame::readsManyFramesOfOnePiece()
{
    QByteArray stream;
    for (int i = 0; i < 20'000; ++i)
        stream += *encodeFrame({{u"id"_s, i}});
    FrameReader reader;
    reader.append(stream);
    for (int i = 0; i < 20'000; ++i) {
        const auto frame = reader.next();
        QVERIFY(frame && *frame);
        QCOMPARE((**frame)[u"id"_s].toInt(), i);
    }
    const auto end = reader.next();
    QVERIFY(end && !*end);
}

void TstFrame::refusesWhatCannotBe_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("no length") << withLength(0, "{}");
    QTest::newRow("over the limit") << withLength(quint32(largestFrame) + 1, "{");
    QTest::newRow("all ones") << withLength(0xffffffff, {});
    QTest::newRow("not JSON") << withLength(5, "hello");
    QTest::newRow("array") << withLength(2, "[]");
    QTest::newRow("number") << withLength(2, "42");
    QTest::newRow("cut JSON") << withLength(4, "{\"a\"");
    QTest::newRow("too deep") << withLength(
        200'005, QByteArray("{\"a\":" + QByteArray(100'000, '[') + QByteArray(100'000, ']')));
    QTest::newRow("HTTP") << QByteArray("GET / HTTP/1.1\r\n\r\n");
}

void TstFrame::refusesWhatCannotBe()
{
    QFETCH(QByteArray, bytes);
    FrameReader reader;
    reader.append(bytes);
    const auto frame = reader.next();
    QVERIFY(!frame);
    QCOMPARE(toString(frame.error().code), u"InvalidArgument"_s);
    reader.append(*encodeFrame({}));
    QVERIFY(!reader.next());
}

void TstFrame::refusesToSendTooMuch()
{
    const auto frame = encodeFrame({{u"text"_s, QString(largestFrame, u'x')}});
    QVERIFY(!frame);
    QCOMPARE(toString(frame.error().code), u"InvalidArgument"_s);
}

BATCHDECK_TEST(QCoreApplication, TstFrame)
#include "tst_frame.moc"
