// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/panel/logpanel.h"

#include "engine/api/job/joblogs.h"
#include "engine/base/whenfinished.h"
#include "ui/log/line/logliveline.h"
#include "ui/log/logfiles.h"
#include "ui/log/logmarks.h"
#include "ui/log/panel/logfindbar.h"
#include "ui/log/panel/loggobar.h"
#include "ui/log/panel/logsavingbar.h"
#include "ui/log/view/loghighlights.h"
#include "ui/log/view/logmap.h"
#include "ui/widgets/commandbutton.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/emptystate.h"
#include "ui/widgets/page/tabbar.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QGridLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QSettings>
#include <QShortcut>
#include <QStandardPaths>
#include <QToolButton>

#include <algorithm>

namespace ui {

namespace {

constexpr qsizetype mostTabs = 6;

} // namespace

LogPanel::LogPanel(std::shared_ptr<engine::LogReaders> readers, QWidget *parent)
    : QWidget(parent), m_readers(std::move(readers))
{
    m_view = new LogView;
    m_view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // the map is one
    setFocusPolicy(Qt::ClickFocus); // whoever clicks a tab or a tool has the keys of the text
    setFocusProxy(m_view);
    m_map = new LogMap(*m_view, m_finder);
    m_marks = new LogMarks(*m_view);
    m_banner = new Banner;
    m_copied = new Banner;
    m_copied->setObjectName(QStringLiteral("copiedPart"));
    m_copied->setRemedy(tr("Save the selection…"));
    m_gap = new Banner;
    m_gap->setObjectName(QStringLiteral("missingMiddle"));
    m_saving = new LogSavingBar;
    m_empty = new EmptyState(QStringLiteral("file-text"), {}, {});
    m_findBar = new LogFindBar;
    m_goBar = new LogGoBar;
    m_highlights = new LogHighlights;
    m_liveLine = new LogLiveLine;
    auto *place = new QGridLayout;
    place->setSpacing(0);
    place->addWidget(m_view, 0, 0);
    place->addWidget(m_map, 0, 1);
    place->addWidget(m_empty, 0, 0, 1, 2); // over the view, which looks at the file only while it is visible
    auto *bars = newColumn({}, 0, {m_banner, m_copied, m_saving, m_gap, m_findBar, m_goBar, m_highlights});
    setLayout(newColumn({}, 0, {newToolRow(), newLine(), bars, {place, 1}, m_liveLine}));
    for (QWidget *bar : std::initializer_list<QWidget *>{m_findBar, m_goBar, m_highlights})
        bar->hide();
    connectBars();
    connect(m_view, &LogView::grown, this, &LogPanel::showGrowth);
    connect(m_view, &LogView::linesMoved, &m_finder, &LogFinder::extend); // its numbers are the view's at any time
    connect(m_view, &LogView::linesMoved, this, &LogPanel::showGap);
    connect(m_view, &LogView::followingChanged, m_follow, &QToolButton::setChecked);
    connect(m_liveLine, &LogLiveLine::expandedChanged, m_view, &LogView::setLiveExpanded);
    connect(m_view, &LogView::liveExpandedChanged, m_liveLine, &LogLiveLine::setExpanded);
    connect(m_view, &LogView::zoomChanged, this,
            [this](double zoom) { remember([zoom](LogSettings &settings) { settings.zoom = zoom; }); });
    connect(m_view, &LogView::lineActivated, this, &LogPanel::showAmongAll);
    connect(m_view, &LogView::copied, this, &LogPanel::tellOfCopy);
    connect(m_copied, &Banner::remedyRequested, this, &LogPanel::askWhereToSaveSelection);
    connect(this, &LogPanel::saved, m_copied, &Banner::dismiss);
    connect(m_gap, &Banner::remedyRequested, this, &LogPanel::requestMiddle);
    connect(m_gap, &Banner::closed, this, [this] { m_isGapClosed = true; });
    connect(&m_finder, &LogFinder::changed, this, &LogPanel::showMatches);
    choose(-1);
}

LogPanel::~LogPanel() = default;

void LogPanel::connectBars()
{
    connect(m_findBar, &LogFindBar::queryChanged, this, &LogPanel::applyQuery);
    connect(m_findBar, &LogFindBar::filterChanged, this, &LogPanel::applyFilter);
    connect(m_findBar, &LogFindBar::savedChanged, this,
            [this] { remember([this](LogSettings &settings) { settings.patterns = m_findBar->saved(); }); });
    connect(m_findBar, &LogFindBar::nextWanted, this, &LogPanel::findNext);
    connect(m_findBar, &LogFindBar::previousWanted, this, &LogPanel::findPrevious);
    connect(m_findBar, &LogFindBar::closeWanted, this, &LogPanel::closeBars);
    connect(m_goBar, &LogGoBar::closeWanted, this, &LogPanel::closeBars);
    connect(m_goBar, &LogGoBar::lineFound, this, [this](qint64 line) {
        if (m_view->rows().isFiltered())
            m_findBar->setFiltering(false);
        m_view->goToLine(line);
    });
    connect(m_highlights, &LogHighlights::closeWanted, this, &LogPanel::closeBars);
    connect(m_highlights, &LogHighlights::rulesChanged, this, [this] {
        m_view->look().setRules(m_highlights->rules());
        remember([this](LogSettings &settings) { settings.rules = m_highlights->rules(); });
    });
    addKey(QKeySequence(Qt::Key_F3), &LogPanel::findNext);
    addKey(QKeySequence(Qt::SHIFT | Qt::Key_F3), &LogPanel::findPrevious);
    addKey(nextErrorKey, &LogPanel::goToNextError);
    addKey(previousErrorKey, &LogPanel::goToPreviousError);
    addKey(nextFileKey, &LogPanel::showNextFile);
    addKey(previousFileKey, &LogPanel::showPreviousFile);
    addKey(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L), &LogPanel::toggleFilter);
    addKey(QKeySequence(Qt::Key_Escape), &LogPanel::closeBars);
}

void LogPanel::addKey(const QKeySequence &key, void (LogPanel::*action)())
{
    new QShortcut(key, this, this, action, Qt::WidgetWithChildrenShortcut);
}

bool LogPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress && isVisible() && takeKey(*static_cast<QKeyEvent *>(event)))
        return true;
    return QWidget::eventFilter(watched, event);
}

// Those that a tab, a tool or a bar left.
void LogPanel::keyPressEvent(QKeyEvent *event)
{
    if (m_view->hasFocus() || !takeKey(*event)) // it left the key itself
        QWidget::keyPressEvent(event);
}

bool LogPanel::takeKey(QKeyEvent &key)
{
    for (QShortcut *shortcut : findChildren<QShortcut *>(Qt::FindDirectChildrenOnly)) {
        if (shortcut->key() == QKeySequence(key.keyCombination())) {
            emit shortcut->activated();
            return true;
        }
    }
    switch (key.key()) {
    case Qt::Key_Space: // acts on the line of a caret: whoever has no focus there does not mean it
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return false;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
    case Qt::Key_Home:
    case Qt::Key_End:
        if (qobject_cast<const QAbstractItemView *>(QApplication::focusWidget())) // leaves them at its own end
            return false;
        [[fallthrough]];
    default:
        return static_cast<QObject *>(m_view)->event(&key) && key.isAccepted();
    }
}

void LogPanel::useSettings(QSettings &settings)
{
    const LogSettings remembered = LogSettings::read(settings);
    m_view->look().setZoom(remembered.zoom);
    m_view->look().setArrivalsShown(remembered.areArrivalsShown);
    m_findBar->setSaved(remembered.patterns);
    m_highlights->setRules(remembered.rules);
    m_view->look().setRules(remembered.rules);
    m_marks->useSettings(settings);
    m_settings = &settings;
}

// Other panels remember what they have, too.
void LogPanel::remember(const std::function<void(LogSettings &settings)> &change)
{
    if (!m_settings)
        return;
    LogSettings remembered = LogSettings::read(*m_settings);
    change(remembered);
    remembered.write(*m_settings);
}

QToolButton *LogPanel::newTool(const QString &iconName, const QString &text, const QKeySequence &key)
{
    QToolButton *button = newToolButton(iconName, text, key);
    m_tools.append(button);
    if (!key.isEmpty()) {
        button->setProperty(keyProperty, QVariant::fromValue(key));
        new QShortcut(key, this, button, &QToolButton::click, Qt::WidgetWithChildrenShortcut);
    }
    return button;
}

QWidget *LogPanel::newToolRow()
{
    auto *row = new QWidget;
    row->setFixedHeight(36);
    m_tabs = new TabBar;
    m_tabs->setAccessibleName(tr("Log files"));
    connect(m_tabs, &QTabBar::currentChanged, this, &LogPanel::choose);
    m_list = new QComboBox;
    m_list->setObjectName(QStringLiteral("logList"));
    m_list->setAccessibleName(tr("Log files"));
    m_list->setMaxVisibleItems(20);
    m_list->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    m_list->setMinimumContentsLength(18);
    m_list->hide();
    connect(m_list, &QComboBox::currentIndexChanged, this, &LogPanel::choose);
    // A tab brings 10 pixels of its own.
    auto *layout = newRow({6, 0, 16, 0}, 4, {{m_tabs, 1}, Gap{10}, {m_list, 1, Qt::AlignLeft}});
    row->setLayout(layout);

    QToolButton *wrap = newTool(QStringLiteral("wrap"), tr("Wrap long lines"), QKeySequence(Qt::ALT | Qt::Key_Z));
    wrap->setCheckable(true);
    connect(wrap, &QToolButton::toggled, &m_view->look(), &LogLook::setWrapping);
    m_follow = newTool(QStringLiteral("down"), tr("Follow the end"));
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    connect(m_follow, &QToolButton::clicked, m_view, &LogView::setFollowing);
    QToolButton *pause = newTool(QStringLiteral("pause"), tr("Pause"), QKeySequence(Qt::Key_Pause));
    pause->setCheckable(true);
    connect(pause, &QToolButton::toggled, m_view, &LogView::setPaused);
    connect(m_view, &LogView::pausedChanged, pause, &QToolButton::setChecked);
    QToolButton *find = newTool(QStringLiteral("search"), tr("Find"), QKeySequence::Find);
    connect(find, &QToolButton::clicked, this, &LogPanel::openFind);
    QToolButton *goTo =
        newTool(QStringLiteral("arrow-r"), tr("Go to line or time"), QKeySequence(Qt::CTRL | Qt::Key_G));
    connect(goTo, &QToolButton::clicked, this, &LogPanel::openGoTo);
    QToolButton *highlights =
        newTool(QStringLiteral("pencil"), tr("Highlight text"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_H));
    connect(highlights, &QToolButton::clicked, this, &LogPanel::openHighlights);
    QToolButton *copy = newTool(QStringLiteral("copy"), tr("Copy all"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A));
    connect(copy, &QToolButton::clicked, this, &LogPanel::copyAll);
    QToolButton *save = newTool(QStringLiteral("download"), tr("Save as…"), QKeySequence(Qt::CTRL | Qt::Key_S));
    connect(save, &QToolButton::clicked, this, &LogPanel::askWhereToSave);
    m_failure = newTool(QStringLiteral("first-err"), tr("First failure"), QKeySequence(Qt::CTRL | Qt::Key_E));
    m_failure->setObjectName(QStringLiteral("firstFailure"));
    m_failure->hide();
    connect(m_failure, &QToolButton::clicked, this, &LogPanel::failureRequested);
    QToolButton *more = newTool(QStringLiteral("dots"), tr("More"));
    m_tools.removeOne(more); // the palette has what is in it
    more->setObjectName(QStringLiteral("moreOfLogs"));
    connect(more, &QToolButton::clicked, this, [this, more] {
        QMenu *menu = newMoreMenu();
        menu->popup(more->mapToGlobal(QPoint(more->width() - menu->sizeHint().width(), more->height() + 2)));
    });
    for (QToolButton *button : {m_failure, wrap, m_follow, pause, find, goTo, highlights, copy, save, more})
        layout->addWidget(button);
    return row;
}

void LogPanel::setFiles(const QList<engine::LogFileSnapshot> &files)
{
    const QList<engine::LogFileSnapshot> ordered = inReadingOrder(files);
    const auto isSameFile = [](const auto &a, const auto &b) {
        return a.spoolPath == b.spoolPath && a.name == b.name && a.node == b.node;
    };
    const bool isSame = std::equal(ordered.cbegin(), ordered.cend(), m_files.cbegin(), m_files.cend(), isSameFile);
    m_files = ordered;
    if (!isSame)
        nameFiles();
    choose(isSame ? m_current : likeShown());
}

// Many tabs would scroll out of sight: then a list, in which typing finds.
void LogPanel::nameFiles()
{
    const auto isOtherNode = [this](const engine::LogFileSnapshot &file) {
        return file.node != m_files.constFirst().node;
    };
    const bool haveNodes = std::any_of(m_files.cbegin(), m_files.cend(), isOtherNode);
    m_titles.clear();
    for (const engine::LogFileSnapshot &file : std::as_const(m_files))
        m_titles.append(haveNodes ? tr("%1 on %2").arg(logTitle(file.name), file.node) : logTitle(file.name));
    if (!mergedFiles(m_files).isEmpty())
        m_titles.append(tr("Merged"));
    const bool areMany = m_titles.size() > mostTabs;
    const QSignalBlocker quietTabs(m_tabs);
    const QSignalBlocker quietList(m_list);
    const qsizetype tabs = areMany ? 0 : m_titles.size();
    while (m_tabs->count() > tabs)
        m_tabs->removeTab(m_tabs->count() - 1);
    for (int i = 0; i < tabs; ++i) {
        if (i >= m_tabs->count())
            m_tabs->addTab({});
        m_tabs->setTabText(i, m_titles.at(i));
        m_tabs->setTabToolTip(
            i, i < m_files.size() ? QString() : tr("The output of all processes, line by line, by time"));
    }
    m_list->clear();
    if (areMany)
        m_list->addItems(m_titles);
    m_tabs->setVisible(!areMany);
    m_list->setVisible(areMany);
}

// The file that is shown; else the same process's or the same kind of its node, of another node, or the first.
int LogPanel::likeShown() const
{
    if (isMergedShown() && hasProcesses())
        return int(m_files.size());
    enum Likeness { None, OfAnotherNode, OfItsNode };
    const engine::LogName shown = engine::logName(m_shown.name);
    int like = m_files.isEmpty() ? -1 : 0;
    Likeness best = m_shown.name.isEmpty() ? OfItsNode : None;
    for (int i = 0; i < m_files.size(); ++i) {
        const engine::LogFileSnapshot &file = m_files.at(i);
        if (file.spoolPath == m_shown.spoolPath && file.name == m_shown.name)
            return i;
        const engine::LogName name = engine::logName(file.name);
        const bool isLike = name.kind == shown.kind && name.isError == shown.isError && name.task == shown.task;
        const Likeness likeness = !isLike ? None : file.node == m_shown.node ? OfItsNode : OfAnotherNode;
        if (likeness > best) {
            like = i;
            best = likeness;
        }
    }
    return like;
}

void LogPanel::showFile(const engine::LogFileSnapshot &file)
{
    for (int i = 0; i < m_files.size(); ++i) {
        if (m_files.at(i).spoolPath == file.spoolPath)
            choose(i);
    }
}

void LogPanel::showNextFile()
{
    if (m_titles.size() > 1)
        choose((m_current + 1) % int(m_titles.size()));
}

void LogPanel::showPreviousFile()
{
    const int count = int(m_titles.size());
    if (count > 1)
        choose((m_current + count - 1) % count);
}

void LogPanel::showByte(qint64 offset)
{
    m_wantedByte = offset;
    showGrowth();
}

void LogPanel::setNothingYet(const QString &title, const QString &why)
{
    m_nothingYet = {title, why};
    showGrowth();
}

void LogPanel::setFailureKnown(bool isKnown)
{
    m_failure->setVisible(isKnown);
}

void LogPanel::choose(int index)
{
    const bool isThere = hasFile(index);
    const engine::LogFileSnapshot file = fileAt(index);
    m_current = isThere ? index : -1;
    {
        const QSignalBlocker quietTabs(m_tabs);
        const QSignalBlocker quietList(m_list);
        if (m_list->count() > 0)
            m_list->setCurrentIndex(m_current);
        else
            m_tabs->setCurrentIndex(m_current);
    }
    if (file.spoolPath != m_shown.spoolPath || !isThere) {
        m_wantedByte = -1;
        m_toldGap.reset();
        m_toldLoss = false;
        m_isGapClosed = false;
        m_copied->dismiss();
        m_document = isThere ? std::make_shared<engine::LogDocument>(file.spoolPath, m_readers) : nullptr;
        m_marks->setDocument(nullptr); // those that go now are not taken away
        m_view->setDocument(m_document);
        m_marks->setDocument(m_document);
        m_map->setDocument(m_document);
        m_goBar->setDocument(m_document);
        applyQuery();
    }
    if (isThere) { // the name stays while there is no file, so that its like is found
        m_shown = file;
        m_view->setAccessibleName(m_titles.at(index));
    } else {
        m_shown.spoolPath.clear();
    }
    showGap();
    m_view->setGrowing(isThere && !file.complete);
    showGrowth();
}

engine::LogFileSnapshot LogPanel::fileAt(int index)
{
    if (index < m_files.size() || !hasFile(index)) {
        m_merge.reset();
        return m_files.value(index);
    }
    merge();
    const QFuture<engine::Result<void>> outcome = m_merge->outcome();
    const bool isWhole = outcome.isFinished() && outcome.resultCount() > 0 && outcome.result();
    return {QStringLiteral("merged.txt"), {}, m_merge->path(), isWhole, 0};
}

void LogPanel::showMerged()
{
    if (hasProcesses())
        choose(int(m_files.size()));
}

void LogPanel::merge()
{
    const QList<engine::LogFileSnapshot> files = mergedFiles(m_files);
    const QList<engine::LogMerge::Source> sources = mergeSources(files);
    if (!m_merge || m_merge->sources() != sources) {
        m_shown.spoolPath.clear(); // another file, even if its path is the same
        m_merge.reset(); // first: it takes room
        m_merge = std::make_shared<engine::LogMerge>(
            sources, QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + u"/batchdeck");
        engine::whenFinished(m_merge->outcome(), this, [this, merge = std::weak_ptr(m_merge)](const auto &outcome) {
            if (m_merge && m_merge == merge.lock())
                endMerge(outcome);
        });
    }
    if (std::all_of(files.cbegin(), files.cend(), [](const auto &file) { return file.complete; }))
        m_merge->setComplete();
}

void LogPanel::endMerge(const engine::Result<void> &outcome)
{
    if (!outcome)
        m_banner->showError(outcome.error());
    choose(m_current);
}

void LogPanel::showGrowth()
{
    const bool isThere = m_current >= 0;
    const QString name = isThere ? m_shown.name : tr("The log");
    const bool isComplete = isThere && m_shown.complete;
    if (!m_nothingYet.first.isEmpty())
        m_empty->setTexts(m_nothingYet.first, m_nothingYet.second);
    else
        m_empty->setTexts(isComplete ? tr("No output.") : tr("No output yet."),
                          isComplete ? tr("The job ended without a byte in %1.").arg(name)
                                     : tr("%1 appears here as soon as the job writes.").arg(name));
    const bool hasText = m_document && m_document->size() > 0;
    m_empty->setVisible(!hasText);
    m_liveLine->setLine(m_view->liveLine());
    if (m_document && m_wantedByte >= 0) {
        const qint64 line = m_document->lineAt(m_wantedByte);
        if (line >= 0 && line < m_view->lineCount()) {
            m_wantedByte = -1;
            showAmongAll(line);
        }
    }
    m_finder.extend();
    if (m_gapLook.hasExpired())
        showGap();
}

bool LogPanel::isSettled() const
{
    return m_view->isSettled() && !m_finder.isSearching() && m_map->isSettled();
}

} // namespace ui
