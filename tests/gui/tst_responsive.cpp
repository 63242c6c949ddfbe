// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/client/engineclient.h"
#include "models/tree/resourcetreemodel.h"
#include "tests/engine/enginefixture.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"
#include "ui/shell/tree/treepanel.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/widgets/page/page.h"
#include "ui/widgets/page/pageheader.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QSaveFile>
#include <QTabBar>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int hangSeconds = 10;
constexpr qint64 answerLimit = 1000; // ms

/// The longest time in which the GUI thread did not come round.
class Heartbeat
{
public:
    Heartbeat()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer,
                         [this] { m_longest = std::max(m_longest, m_since.restart()); });
        m_timer.start(10ms);
        m_since.start();
    }
    [[nodiscard]] qint64 longestGap() const { return std::max(m_longest, m_since.elapsed()); }

private:
    QTimer m_timer;
    QElapsedTimer m_since;
    qint64 m_longest = 0;
};

/// Sees whether a widget, or one in it, was painted.
class PaintWatch final : public QObject
{
public:
    PaintWatch() { qApp->installEventFilter(this); }
    void forget() { m_painted.clear(); }
    [[nodiscard]] bool saw(const QWidget *widget) const
    {
        return std::any_of(m_painted.cbegin(), m_painted.cend(), [widget](const QPointer<QWidget> &p) {
            return p && (p == widget || widget->isAncestorOf(p));
        });
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Paint && watched->isWidgetType())
            m_painted.append(static_cast<QWidget *>(watched));
        return false;
    }

private:
    QList<QPointer<QWidget>> m_painted;
};

struct Click
{
    const char *what;
    std::function<void()> click;
    std::function<bool()> isAnswered;
};

} // namespace

/// The window while its machine hangs: our script there takes ten seconds for every question, the real engine asks it,
/// and the user goes on clicking.
class TstResponsive final : public QObject
{
    Q_OBJECT

private slots:
    void answersClicksWhileAMachineHangs();

private:
    void prepare();
    void hang();
    void recover();
    void clickRow(const QString &shortText);
    void clickTab(const QString &words);
    void clickTool(const QString &accessibleName);
    [[nodiscard]] engine::ResourceId id(const QString &shortText) const;
    [[nodiscard]] bool isAt(const QString &shortText) const;
    [[nodiscard]] QList<Click> round();
    [[nodiscard]] QString script(const QString &name) const;

    testing::EngineFixture m_engine;
    std::unique_ptr<engine::EngineClient> m_client;
    std::unique_ptr<ui::MainWindow> m_window;
};

void TstResponsive::prepare()
{
    QVERIFY(m_engine.start());
    QVERIFY(m_engine.addThisComputer());
    const QString loop = u"while ! [ -e %1 ]; do echo turning; sleep 0.1; done"_s.arg(m_engine.root() + u"/end"_s);
    QVERIFY(m_engine.submit(u"turn"_s, loop));
    QVERIFY(m_engine.submit(u"waits"_s, u"true"_s));
    m_client = std::make_unique<engine::EngineClient>(m_engine.link());
    m_window = std::make_unique<ui::MainWindow>(*m_client, m_engine.profile(), ui::LookChoice::Light);
    m_window->resize(1440, 900);
    m_window->show();
    QTRY_VERIFY(m_window->isSettled());
    QTRY_VERIFY(m_engine.job(u"turn"_s).state == engine::JobState::Running);
    QTRY_VERIFY(testing::EngineFixture::log(m_engine.job(u"turn"_s), u"stdout.txt"_s).contains("turning"));
    m_window->openText(u"default/default/default/turn"_s, u"logs"_s);
    QTRY_VERIFY(isAt(u"default/default/default/turn"_s) && m_window->isSettled());
}

// What is in the one folder of our scripts on the machine.
QString TstResponsive::script(const QString &name) const
{
    const QDir agents(m_engine.home() + u"/agent"_s);
    const QStringList versions = agents.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    return versions.size() == 1 ? agents.filePath(versions.constFirst() + u'/' + name) : QString();
}

void TstResponsive::hang()
{
    const QString real = script(u"wrapper.real"_s);
    QVERIFY(QFile::copy(script(u"wrapper.sh"_s), real));
    QSaveFile slow(script(u"wrapper.sh"_s)); // in one step: somebody may ask at any instant
    QVERIFY(slow.open(QIODevice::WriteOnly));
    slow.write(u"echo \"$1\" >> '%1'\nsleep %2\nexec sh '%3' \"$@\"\n"_s.arg(m_engine.root() + u"/asked"_s)
                   .arg(hangSeconds)
                   .arg(real)
                   .toUtf8());
    QVERIFY(slow.commit());
    QTRY_VERIFY(QFile::exists(m_engine.root() + u"/asked"_s));
}

void TstResponsive::recover()
{
    // A question that still sleeps goes on with the other copy.
    QFile real(script(u"wrapper.real"_s));
    QSaveFile wrapper(script(u"wrapper.sh"_s));
    QVERIFY(real.open(QIODevice::ReadOnly) && wrapper.open(QIODevice::WriteOnly));
    wrapper.write(real.readAll());
    QVERIFY(wrapper.commit());
    QFile end(m_engine.root() + u"/end"_s);
    QVERIFY(end.open(QIODevice::WriteOnly));
}

engine::ResourceId TstResponsive::id(const QString &shortText) const
{
    const auto parsed = engine::ResourceId::parseShort(
        m_window->store().all(engine::ResourceKind::Group).constFirst().id.profile(), shortText);
    return parsed ? *parsed : engine::ResourceId();
}

bool TstResponsive::isAt(const QString &shortText) const
{
    return m_window->currentPage()->resource() == id(shortText);
}

void TstResponsive::clickRow(const QString &shortText)
{
    auto *tree = m_window->findChild<ui::TreePanel *>()->findChild<QTreeView *>();
    const QModelIndexList found =
        tree->model()->match(tree->model()->index(0, 0), models::ResourceTreeModel::IdRole,
                             QVariant::fromValue(id(shortText)), 1, Qt::MatchExactly | Qt::MatchRecursive);
    QVERIFY2(!found.isEmpty(), qPrintable(shortText));
    tree->scrollTo(found.constFirst());
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(found.constFirst()).center());
}

void TstResponsive::clickTab(const QString &words)
{
    auto *tabs = m_window->currentPage()->findChild<ui::PageHeader *>()->findChild<QTabBar *>();
    QVERIFY(tabs);
    int index = 0;
    while (index < tabs->count() && !words.split(u'|').contains(tabs->tabText(index)))
        ++index;
    QVERIFY2(index < tabs->count(), qPrintable(words));
    QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(index).center());
}

void TstResponsive::clickTool(const QString &accessibleName)
{
    const auto buttons = m_window->findChild<QToolBar *>(u"commands"_s)->findChildren<QToolButton *>();
    const auto button = std::find_if(buttons.cbegin(), buttons.cend(),
                                     [&](const QToolButton *b) { return b->accessibleName() == accessibleName; });
    QVERIFY(button != buttons.cend());
    QTest::mouseClick(*button, Qt::LeftButton);
}

// Among them a tab that asks the machine itself for its content.
QList<Click> TstResponsive::round()
{
    const auto row = [this](const char *what, const QString &shortText) {
        return Click{what, [this, shortText] { clickRow(shortText); }, [this, shortText] { return isAt(shortText); }};
    };
    const auto tab = [this](const char *what, const QString &words, const QString &name) {
        return Click{what, [this, words] { clickTab(words); },
                     [this, name] { return m_window->currentPage()->currentTab() == name; }};
    };
    return {row("the row of the cluster", u"default/default/clusters/desk"_s),
            row("the row of the running job", u"default/default/default/turn"_s),
            tab("the tab Files", u"Files"_s, u"files"_s),
            tab("the tab Logs", u"Logs"_s, u"logs"_s),
            tab("the tab CPU", u"CPU|GPUs"_s, u"gpus"_s),
            Click{"Submit job", [this] { clickTool(u"Submit job"_s); },
                  [this] { return m_window->currentPage()->findChild<QLineEdit *>(u"commandLine"_s) != nullptr; }},
            row("the row of the waiting job", u"default/default/default/waits"_s),
            row("the row of the workspace", u"default/default"_s)};
}

void TstResponsive::answersClicksWhileAMachineHangs()
{
    prepare();
    if (!QTest::currentTestFailed())
        hang();
    if (QTest::currentTestFailed())
        return;
    const QList<Click> clicks = round();
    PaintWatch paints;
    Heartbeat heartbeat;
    QElapsedTimer hanging;
    hanging.start();
    qint64 slowest = 0;
    int count = 0;
    while (hanging.elapsed() < hangSeconds * 1000) {
        const Click &next = clicks.at(count++ % clicks.size());
        paints.forget();
        QElapsedTimer answer;
        answer.start();
        next.click();
        const bool isAnswered = QTest::qWaitFor(
            [&] { return next.isAnswered() && paints.saw(m_window->currentPage()); }, 3 * int(answerLimit));
        slowest = std::max(slowest, answer.elapsed());
        QVERIFY2(isAnswered && answer.elapsed() <= answerLimit,
                 qPrintable(u"%1: %2 ms"_s.arg(QString::fromLatin1(next.what)).arg(answer.elapsed())));
    }
    const qint64 gap = heartbeat.longestGap();
    testing::measured("slowest click while a machine hangs for 10 s", u"%1 ms of %2 clicks"_s.arg(slowest).arg(count),
                      "1000 ms");
    testing::measured("longest gap of a 10 ms beat in the GUI thread meanwhile", u"%1 ms"_s.arg(gap), "250 ms");
    QVERIFY2(gap <= answerLimit, qPrintable(QString::number(gap)));

    recover();
    for (const QString &name : {u"turn"_s, u"waits"_s}) {
        const engine::JobSnapshot job = m_engine.finished(name);
        QVERIFY2(job.state == engine::JobState::Succeeded, qPrintable(name + u": "_s + job.reason.englishText()));
    }
    clickRow(u"default/default/default/turn"_s);
    QTRY_VERIFY(isAt(u"default/default/default/turn"_s) && m_window->isSettled());
    m_window.reset();
    m_client.reset();
    m_engine.stop();
}

BATCHDECK_TEST(QApplication, TstResponsive)
#include "tst_responsive.moc"
