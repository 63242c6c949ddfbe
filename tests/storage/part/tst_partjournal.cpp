// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/bytes.h"
#include "engine/storage/transfer/wire/part/partjournal.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <csignal>
#include <limits>

#include <sys/resource.h>

using namespace Qt::StringLiterals;
using engine::mebi;
using engine::PartJournal;
using engine::TreeEntry;

namespace {

constexpr qint64 nothing = std::numeric_limits<qint64>::min();

TreeEntry file(qint64 size, qint64 modified, const QByteArray &path = "t/a b\n\xff")
{
    TreeEntry entry;
    entry.path = path;
    entry.size = size;
    entry.modified = modified;
    entry.modifiedNs = 5;
    return entry;
}

TreeEntry staged(qint64 size, qint64 modified = 99)
{
    return file(size, modified, "t/there");
}

} // namespace

/// What one run notes and the next ones believe.
class TstPartJournal final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void keepsParts();
    void knowsHowFarAFileInOrderIs();
    void believesALengthOnce();
    void believesNoLengthOfWhatWasSpoiled();
    void forgetsForGood();
    void keepsOneVersion();
    void believesNothingAfterARestart();
    void believesNothingWhereNobodyNamesTheStart();
    void ignoresALineThatWasCut();
    void takesBackWhatItHasWhenTheDiskIsFull();

private:
    [[nodiscard]] std::unique_ptr<PartJournal> next(const QByteArray &boot = "1") const ///< as a run that begins
    {
        auto journal = std::make_unique<PartJournal>();
        journal->open(path(), boot);
        return journal;
    }
    [[nodiscard]] QString path() const { return m_folder->filePath(u"journal"_s); }

    std::unique_ptr<QTemporaryDir> m_folder;
    const TreeEntry m_file = file(50 * mebi, 7);
};

void TstPartJournal::keepsParts()
{
    const auto first = next();
    first->add(m_file, 8, 8);
    first->add(m_file, 0, 8);
    first->add(m_file, 20, 1);
    for (int i = 0; i < 2; ++i) {
        const auto now = next();
        QCOMPARE(now->run(m_file, 0), 16);
        QCOMPARE(now->run(m_file, 16), -4);
        QCOMPARE(now->run(m_file, 21), nothing);
        QCOMPARE(now->run(file(50 * mebi, 8), 0), nothing);
    }
}

void TstPartJournal::knowsHowFarAFileInOrderIs()
{
    next()->begin(m_file, "t/there");
    const auto now = next();
    QCOMPARE(now->run(m_file, 0), nothing);
    now->found(staged(12 * mebi + 5));
    QCOMPARE(now->run(m_file, 0), 12);
    QCOMPARE(now->run(file(50 * mebi, 8), 0), nothing);
}

// Parts leave holes behind: then the length says nothing.
void TstPartJournal::believesALengthOnce()
{
    next()->begin(m_file, "t/there");
    next()->found(staged(mebi - 1));
    auto now = next();
    now->found(staged(30 * mebi));
    QCOMPARE(now->run(m_file, 0), nothing);

    now->begin(m_file, "t/there");
    next()->found(staged(12 * mebi));
    now = next();
    now->found(staged(30 * mebi));
    QCOMPARE(now->run(m_file, 0), 12);
}

void TstPartJournal::believesNoLengthOfWhatWasSpoiled()
{
    const auto first = next();
    first->begin(m_file, "t/there");
    first->spoil("t/there");
    const auto now = next();
    now->found(staged(12 * mebi));
    QCOMPARE(now->run(m_file, 0), nothing);
}

void TstPartJournal::forgetsForGood()
{
    const auto first = next();
    first->add(m_file, 0, 8);
    first->forget(m_file, "t/there");
    first->add(m_file, 20, 1);
    auto now = next();
    QCOMPARE(now->run(m_file, 0), -20);
    now->begin(m_file, "t/there");
    now = next();
    now->forget(m_file, "t/there");
    now = next();
    now->found(staged(12 * mebi));
    QCOMPARE(now->run(m_file, 0), nothing);
}

void TstPartJournal::keepsOneVersion()
{
    const TreeEntry other = file(50 * mebi, 8);
    const auto first = next();
    first->add(m_file, 0, 8);
    first->add(other, 8, 2);
    for (const auto &now : {next(), next()}) {
        QCOMPARE(now->run(m_file, 0), nothing);
        QCOMPARE(now->run(other, 8), 2);
    }
}

void TstPartJournal::believesNothingAfterARestart()
{
    const auto first = next();
    first->add(m_file, 0, 8);
    first->begin(file(60 * mebi, 7, "t/other"), "t/there");
    const auto now = next("2");
    now->found(staged(12 * mebi));
    QCOMPARE(now->run(m_file, 0), nothing);
    QCOMPARE(now->run(file(60 * mebi, 7, "t/other"), 0), nothing);
    QCOMPARE(next("1")->run(m_file, 0), nothing);
}

// The machine may have been restarted, before or after it names its start again.
void TstPartJournal::believesNothingWhereNobodyNamesTheStart()
{
    for (const auto &[before, after] :
         {std::pair{QByteArray(), QByteArray()}, {QByteArray("1"), QByteArray()}, {QByteArray(), QByteArray("1")}}) {
        QFile::remove(path());
        const auto first = next(before);
        first->add(m_file, 0, 8);
        first->begin(file(50 * mebi, 8, "t/b"), "t/there");
        const auto second = next(after);
        second->found(staged(9 * mebi));
        QCOMPARE(second->run(m_file, 0), nothing);
        QCOMPARE(second->run(file(50 * mebi, 8, "t/b"), 0), nothing);
    }
}

void TstPartJournal::ignoresALineThatWasCut()
{
    next()->add(m_file, 0, 8);
    next()->add(m_file, 8, 8);
    QFile text(path());
    QVERIFY(text.resize(text.size() - 3));
    next()->add(m_file, 9, 1);
    QCOMPARE(next()->run(m_file, 0), 8);
    QCOMPARE(next()->run(m_file, 9), 1);
}

void TstPartJournal::takesBackWhatItHasWhenTheDiskIsFull()
{
    const auto first = next();
    first->add(m_file, 0, 8);
    ::rlimit usual{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &usual), 0);
    const ::rlimit full{rlim_t(QFileInfo(path()).size() + 5), usual.rlim_max};
    const auto signal = std::signal(SIGXFSZ, SIG_IGN);
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &full), 0);
    first->add(m_file, 8, 8);
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &usual), 0);
    std::signal(SIGXFSZ, signal);
    QCOMPARE(next()->run(m_file, 0), 8);
    first->forget(m_file, "t/there");
    QCOMPARE(next()->run(m_file, 0), nothing);
}

BATCHDECK_TEST(QCoreApplication, TstPartJournal)

#include "tst_partjournal.moc"
