// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/logreaders.h"
#include "models/storage/filework.h"
#include "tests/gui/job/cannedgang.h"
#include "tests/support/testmain.h"
#include "ui/job/jobpage.h"
#include "ui/log/panel/logpanel.h"
#include "ui/widgets/page/banner.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDir>
#include <QPushButton>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

/// From a job that failed to the line of a log that says why. Rank 1 on a05 failed first, of three.
class TstJobFailure final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void leadsToTheLine_data();
    void leadsToTheLine();
    void tellsTheCauseBeforeTheConsequence();
    void tellsTheConsequenceWhereThereIsNoMore();
    void findsTheCauseInTheLastOfMany();
    void looksAgainWhenTheRestComes();
    void tellsNothingOfOrdinaryLogs();
    void isLeftWithAnotherFile();

private:
    void write(const QString &name, const QByteArray &text) const;
    void open(const QString &tab) { open(tab, document()); }
    void open(const QString &tab, const QJsonObject &document);
    void tell() { emit m_link->changed(canned::delta(++m_revision, {document()})); }
    [[nodiscard]] QJsonObject document() const { return canned::failedGang(canned::pyTorch, m_folder->path()); }
    [[nodiscard]] QString cause() const { return m_page->findChild<ui::Banner *>(u"cause"_s)->text(); }
    [[nodiscard]] ui::LogPanel *logs() const { return m_page->findChild<ui::LogPanel *>(); }
    [[nodiscard]] QString shown() const { return logs()->shownFile().node + u'/' + logs()->shownFile().name; }
    [[nodiscard]] QAbstractButton *button() const { return logs()->findChild<QAbstractButton *>(u"firstFailure"_s); }
    /// It is among the lines that are visible; the end is not, where enough follows it.
    [[nodiscard]] bool shows(qint64 line) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<canned::CannedLink> m_link;
    std::unique_ptr<engine::EngineClient> m_client;
    std::unique_ptr<models::FileWork> m_work;
    std::unique_ptr<ui::JobPage> m_page;
    int m_revision = 0;
};

namespace {

const QByteArray traceback = "Traceback (most recent call last):\n  File \"train.py\", line 88, in <module>\n"
                             "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB\n";
const QByteArray lostPeer = "RuntimeError: [../third_party/gloo/gloo/transport/tcp/pair.cc:525] Connection closed by "
                            "peer [127.0.0.1]:48484\n";

const QByteArray after = QByteArray("\n").repeated(55); // behind it, more than is visible

} // namespace

void TstJobFailure::init()
{
    m_page.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_link = std::make_unique<canned::CannedLink>();
    m_client = std::make_unique<engine::EngineClient>(*m_link);
    m_work = std::make_unique<models::FileWork>(*m_client);
    m_link->fallback = QJsonValue(QJsonArray());
}

void TstJobFailure::write(const QString &name, const QByteArray &text) const
{
    const QFileInfo place(m_folder->filePath(name));
    QDir().mkpath(place.path());
    QFile file(place.filePath());
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Append));
    file.write(text);
}

void TstJobFailure::open(const QString &tab, const QJsonObject &document)
{
    m_link->answers[u"resource.get"_s] = QJsonValue(document);
    m_page = std::make_unique<ui::JobPage>(*m_client, *m_work, std::make_shared<engine::LogReaders>(),
                                           *engine::ResourceId::parse(document[u"id"_s].toString()));
    m_page->resize(1100, 700);
    m_page->showTab(tab);
    m_page->show();
    QTRY_VERIFY(m_page->isSettled());
}

bool TstJobFailure::shows(qint64 line) const
{
    const qint64 first = logs()->view()->scroll().firstVisibleLine();
    return first <= line && line < first + 30;
}

void TstJobFailure::leadsToTheLine_data()
{
    QTest::addColumn<int>("linesBefore");
    QTest::newRow("at its beginning") << 0;
    QTest::newRow("far behind it") << 60'000; // more than is looked at
}

void TstJobFailure::leadsToTheLine()
{
    QFETCH(int, linesBefore);
    QByteArray before;
    for (int i = 0; i < linesBefore; ++i)
        before += "step " + QByteArray::number(i) + "\n";
    write(u"a05/stderr-1.txt"_s, before + traceback + after);
    open(u"overview"_s);
    QTRY_VERIFY2(cause().contains(u"GPU out of memory: RuntimeError: CUDA out of memory. Tried to allocate"_s),
                 qPrintable(cause()));
    QVERIFY2(cause().contains(u"Take a smaller batch"_s), qPrintable(cause()));
    m_page->findChild<ui::Banner *>(u"cause"_s)->findChild<QPushButton *>()->click();
    QCOMPARE(m_page->currentTab(), u"logs"_s);
    QCOMPARE(shown(), u"a05/stderr-1.txt"_s);
    const qint64 line = linesBefore + 2;
    QTRY_VERIFY(shows(line));
    QTRY_VERIFY(logs()->view()->rows().pieces({line}).text(0).text.startsWith(u"RuntimeError"_s));
}

void TstJobFailure::tellsTheCauseBeforeTheConsequence()
{
    write(u"a05/stderr-1.txt"_s, lostPeer);
    write(u"a12/stderr-2.txt"_s, lostPeer);
    write(u"a03/stderr-0.txt"_s,
          QByteArray("one\n").repeated(300)
              + "Traceback (most recent call last):\n  File \"train.py\", line 3, in <module>\n    import timm\n"
                "ModuleNotFoundError: No module named 'timm'\n"
              + after);
    open(u"logs"_s);
    QTRY_VERIFY(button()->isVisible());
    QVERIFY2(cause().contains(u"Missing module or library: ModuleNotFoundError: No module named 'timm'"_s),
             qPrintable(cause()));
    button()->click();
    QCOMPARE(shown(), u"a03/stderr-0.txt"_s);
    QTRY_VERIFY(shows(303));
}

void TstJobFailure::tellsTheConsequenceWhereThereIsNoMore()
{
    write(u"a05/stdout-1.txt"_s, lostPeer);
    open(u"overview"_s);
    QTRY_VERIFY2(cause().contains(u"Another process went away"_s), qPrintable(cause()));
    QVERIFY2(cause().contains(u"No log says why"_s), qPrintable(cause()));
}

// All others tell of what they lost by it.
void TstJobFailure::findsTheCauseInTheLastOfMany()
{
    constexpr int count = 300;
    QJsonObject failed = document();
    QJsonObject extension = engine::extensionOf(failed);
    QJsonArray logs = extension[u"logs"_s].toArray();
    write(u"a05/stderr-1.txt"_s, lostPeer);
    for (int rank = 3; rank < count; ++rank) {
        const QString name = u"stderr-%1.txt"_s.arg(rank);
        write(u"b1/"_s + name, rank < count - 1 ? lostPeer : traceback);
        logs.append(QJsonObject{{u"name"_s, name},
                                {u"node"_s, u"b1"_s},
                                {u"spoolPath"_s, m_folder->filePath(u"b1/"_s + name)},
                                {u"complete"_s, true}});
    }
    extension[u"logs"_s] = logs;
    open(u"logs"_s, engine::withExtension(failed, extension));
    QTRY_VERIFY2(cause().contains(u"GPU out of memory"_s), qPrintable(cause()));
    QTRY_VERIFY(button()->isVisible());
    button()->click();
    QCOMPARE(shown(), QString(u"b1/stderr-%1.txt"_s.arg(count - 1)));
    QTRY_VERIFY(shows(2));
}

void TstJobFailure::looksAgainWhenTheRestComes()
{
    write(u"a05/stderr-1.txt"_s, "step 1\n");
    open(u"logs"_s);
    QVERIFY(!button()->isVisible());
    write(u"a05/stderr-1.txt"_s, traceback);
    tell();
    QTRY_VERIFY(button()->isVisible());
}

void TstJobFailure::tellsNothingOfOrdinaryLogs()
{
    write(u"a05/stderr-1.txt"_s, "0 errors, 3 warnings\nloss 0.3\n");
    open(u"overview"_s);
    const QString before = cause();
    tell();
    QTRY_VERIFY(m_page->isSettled());
    QCOMPARE(cause(), before);
    QVERIFY(!button()->isVisibleTo(logs()));
}

// The line that was wanted is one of that file alone.
void TstJobFailure::isLeftWithAnotherFile()
{
    write(u"a05/stderr-1.txt"_s, traceback + after);
    write(u"a05/stdout-1.txt"_s, QByteArray("step\n").repeated(500));
    open(u"logs"_s);
    QTRY_VERIFY(button()->isVisible());
    button()->click();
    QTRY_VERIFY(shows(2));
    for (const engine::LogFileSnapshot &file : engine::JobSnapshot::fromDocument(document()).logs) {
        if (file.name == u"stdout-1.txt")
            logs()->showFile(file);
    }
    QTRY_COMPARE(logs()->view()->rows().lineCount(), 500);
    QTRY_VERIFY(shows(499)); // it is followed
}

BATCHDECK_TEST(QApplication, TstJobFailure)

#include "tst_jobfailure.moc"
