// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/tailparser.h"

#include "tests/support/testmain.h"

#include <limits>

using namespace engine;

/// What a machine says is not always what follow.sh says.
class TstTailParser final : public QObject
{
    Q_OBJECT

private slots:
    void understandsTheScript()
    {
        const QByteArray said = "K\nA 0 12\nD 2147483647 5 3\na\n\n. 2\nE 1 9223372036854775807\nU 2\nM 3\n";
        for (qsizetype torn = 1; torn <= said.size(); ++torn) {
            QList<TailWord> words;
            TailParser parser;
            for (qsizetype at = 0; at < said.size(); at += torn)
                QVERIFY(parser.feed(said.sliced(at, qMin(torn, said.size() - at)),
                                    [&](const TailWord &word) { words.append(word); }));
            QCOMPARE(words.size(), 5);
            QCOMPARE(words[0].inode, QByteArray("12"));
            QCOMPARE(words[1].index, std::numeric_limits<int>::max());
            QCOMPARE(words[1].offset, 5);
            QCOMPARE(words[1].bytes, QByteArray("a\n"));
            QCOMPARE(words[2].offset, std::numeric_limits<qint64>::max());
            QVERIFY(words[3].kind == TailWord::Kind::Unreadable);
            QVERIFY(words[4].kind == TailWord::Kind::Missing);
            QCOMPARE(words[4].index, 3);
        }
    }

    void refusesWhatNoScriptSays_data()
    {
        QTest::addColumn<QByteArray>("line");
        for (const char *line : {"M 2147483648",
                                 "M 3000000000",
                                 "M 4294967295",
                                 "M 18446744073709551615",
                                 "M -1",
                                 "M 1e3",
                                 "M 0x1",
                                 "M 99999999999999999999",
                                 "M",
                                 "M ",
                                 "",
                                 "X 1",
                                 "D 3000000000 0 0",
                                 "D 0 -1 5",
                                 "D 0 0 -5",
                                 "D 0 0",
                                 "D 0 0 1048641",
                                 "D 0 0 9223372036854775807",
                                 "D 0 9223372036854775808 1",
                                 "E 0",
                                 "E 0 -1",
                                 "A 0",
                                 "A 0 -1",
                                 "A 0 12x",
                                 "G 3000000000 12 1"})
            QTest::newRow(line) << QByteArray(line) + '\n';
        QTest::newRow("no end") << QByteArray(101, 'K');
        QTest::newRow("more than there was") << QByteArray("D 0 0 3\nabc. 4\n");
        QTest::newRow("no trailer") << QByteArray("D 0 0 3\nabcd\n");
    }

    void refusesWhatNoScriptSays()
    {
        QFETCH(const QByteArray, line);
        TailParser parser;
        QVERIFY(!parser.feed(line, [](const TailWord &word) { QVERIFY2(false, QByteArray::number(word.index)); }));
    }
};

BATCHDECK_TEST(QCoreApplication, TstTailParser)
#include "tst_tailparser.moc"
