// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/failurewords.h"

#include "tests/support/testmain.h"

using namespace engine;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(engine::FailureKind)

/// Each kind of failure in words, for people and for scripts.
class TstFailureWords final : public QObject
{
    Q_OBJECT

private slots:
    void wordsEachKind_data();
    void wordsEachKind();
};

void TstFailureWords::wordsEachKind_data()
{
    QTest::addColumn<FailureKind>("kind");
    QTest::addColumn<QString>("word"); // scripts know it
    QTest::addColumn<QString>("cause");
    QTest::addColumn<QString>("silent"); // without words of the log; empty: the kind is known by words only
    QTest::addColumn<bool>("hasRemedy");
    const QString none = u" Its logs say nothing of it."_s;
    const auto row = [](FailureKind kind, const char *word, const QString &cause, const QString &silent = {},
                        bool hasRemedy = true) {
        QTest::newRow(word) << kind << QString::fromLatin1(word) << QString(cause + u": 5 %1 7"_s) << silent
                            << hasRemedy;
    };
    row(FailureKind::ImportError, "importError", u"Missing module or library"_s);
    row(FailureKind::PythonTraceback, "pythonTraceback", u"Python exception"_s, {}, false);
    row(FailureKind::CudaOutOfMemory, "cudaOutOfMemory", u"GPU out of memory"_s);
    row(FailureKind::Nccl, "nccl", u"NCCL failed"_s);
    row(FailureKind::PeerLost, "peerLost", u"Another process went away"_s);
    row(FailureKind::KilledByKernel, "killedByKernel", u"Killed for want of memory"_s,
        u"Killed for want of memory."_s + none);
    row(FailureKind::DiskFull, "diskFull", u"Disk full"_s);
    row(FailureKind::SegmentationFault, "segmentationFault", u"Segmentation fault"_s, u"Segmentation fault."_s + none);
    row(FailureKind::KilledBySignal, "killedBySignal", u"Killed by a signal"_s, u"Killed by a signal."_s + none);
}

void TstFailureWords::wordsEachKind()
{
    QFETCH(FailureKind, kind);
    QFETCH(QString, silent);
    QFETCH(bool, hasRemedy);
    QTEST(toString(kind), "word");
    LogFailure failure;
    failure.kind = kind;
    failure.line = 3;
    failure.words = u"5 %1 7"_s; // what a program says is no place for an argument
    QTEST(failureText(failure).englishText(), "cause");
    QCOMPARE(!failureRemedy(kind).isEmpty(), hasRemedy);
    failure.line = -1;
    failure.words.clear();
    if (!silent.isEmpty())
        QCOMPARE(failureText(failure).englishText(), silent);
}

BATCHDECK_TEST(QCoreApplication, TstFailureWords)
#include "tst_failurewords.moc"
