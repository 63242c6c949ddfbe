// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/panel/logpanel.h"

#include "ui/log/mergedlog.h"
#include "ui/log/panel/logfilebar.h"
#include "ui/log/panel/logfind.h"
#include "ui/log/panel/logfindbar.h"
#include "ui/log/panel/loggapnotice.h"
#include "ui/log/panel/loggobar.h"
#include "ui/log/panel/loglayouts.h"
#include "ui/log/panel/logtext.h"
#include "ui/log/panel/logtoolbar.h"
#include "ui/log/panel/saving/logsaver.h"
#include "ui/log/view/loghighlights.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/page/banner.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QSettings>
#include <QShortcut>
#include <QToolButton>

namespace ui {

namespace {

constexpr QKeyCombination nextErrorKey = Qt::Key_F8;
constexpr QKeyCombination previousErrorKey = Qt::SHIFT | Qt::Key_F8;
constexpr QKeyCombination nextFileKey = Qt::ALT | Qt::Key_PageDown;
constexpr QKeyCombination previousFileKey = Qt::ALT | Qt::Key_PageUp;

} // namespace

LogPanel::LogPanel(std::shared_ptr<engine::LogReaders> readers, QWidget *parent) : QWidget(parent)
{
    auto *view = new LogView;
    setFocusPolicy(Qt::ClickFocus); // after a click on a tab or a tool, keys go to the text
    setFocusProxy(view);
    m_find = new LogFind(*view, this);
    m_text = new LogText(view, m_find->matches(), std::move(readers));
    m_files = new LogFileBar;
    m_tools = new LogToolBar(m_files, *view, this);
    m_layouts = new LogLayouts(*m_files, this);
    m_merged = new MergedLog(this);
    m_banner = new Banner;
    m_saver = new LogSaver(*view, *m_merged, *m_banner);
    m_gap = new LogGapNotice;
    m_goBar = new LogGoBar;
    m_goBar->hide();
    m_highlights = new LogHighlights;
    m_highlights->hide();
    addTools();
    auto *bars = newColumn({}, 0, {m_banner, m_saver, m_gap, m_find->bar(), m_goBar, m_highlights});
    setLayout(newColumn({}, 0, {m_tools, newLine(), bars, {m_text, 1}}));
    connectParts();
    addKeys();
    choose(-1);
}

LogPanel::~LogPanel() = default;

void LogPanel::addTools()
{
    QToolButton *find = m_tools->addTool(QStringLiteral("search"), tr("Find"), QKeySequence::Find);
    connect(find, &QToolButton::clicked, m_find, &LogFind::open);
    QToolButton *goTo =
        m_tools->addTool(QStringLiteral("arrow-r"), tr("Go to line or time"), QKeySequence(Qt::CTRL | Qt::Key_G));
    connect(goTo, &QToolButton::clicked, this, &LogPanel::openGoTo);
    QToolButton *highlights = m_tools->addTool(QStringLiteral("pencil"), tr("Highlight text"),
                                               QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_H));
    connect(highlights, &QToolButton::clicked, this, &LogPanel::openHighlights);
    QToolButton *copy =
        m_tools->addTool(QStringLiteral("copy"), tr("Copy all"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A));
    connect(copy, &QToolButton::clicked, this, &LogPanel::copyAll);
    QToolButton *save =
        m_tools->addTool(QStringLiteral("download"), tr("Save as…"), QKeySequence(Qt::CTRL | Qt::Key_S));
    connect(save, &QToolButton::clicked, m_saver, &LogSaver::askWhereToSave);
    QToolButton *more = m_tools->addMenuTool(QStringLiteral("dots"), tr("More"));
    more->setObjectName(QStringLiteral("moreOfLogs"));
    connect(more, &QToolButton::clicked, this, [this, more] {
        QMenu *menu = newMoreMenu();
        menu->popup(more->mapToGlobal(QPoint(more->width() - menu->sizeHint().width(), more->height() + 2)));
    });
}

void LogPanel::connectParts()
{
    connect(m_find->bar(), &LogFindBar::savedChanged, this,
            [this] { remember([this](LogSettings &settings) { settings.patterns = m_find->bar()->saved(); }); });
    connect(m_find->bar(), &LogFindBar::closeWanted, this, &LogPanel::closeBars);
    connect(m_goBar, &LogGoBar::closeWanted, this, &LogPanel::closeBars);
    connect(m_goBar, &LogGoBar::lineFound, m_find, &LogFind::goToLine);
    connect(m_highlights, &LogHighlights::closeWanted, this, &LogPanel::closeBars);
    connect(m_highlights, &LogHighlights::rulesChanged, this, [this] {
        view()->look().setRules(m_highlights->rules());
        remember([this](LogSettings &settings) { settings.rules = m_highlights->rules(); });
    });
    connect(view(), &LogView::grown, this, &LogPanel::showGrowth);
    connect(view(), &LogView::linesMoved, m_find, &LogFind::extend); // keeps its line numbers equal to the view's
    connect(view(), &LogView::linesMoved, m_gap, &LogGapNotice::look);
    connect(view(), &LogView::zoomChanged, this,
            [this](double zoom) { remember([zoom](LogSettings &settings) { settings.zoom = zoom; }); });
    connect(m_text, &LogText::lineWanted, m_find, &LogFind::showAmongAll);
    connect(m_files, &LogFileBar::chosen, this, &LogPanel::choose);
    connect(m_tools, &LogToolBar::failureRequested, this, &LogPanel::failureRequested);
    connect(m_merged, &MergedLog::failed, m_banner, &Banner::showError);
    connect(m_merged, &MergedLog::ended, this, [this] { choose(m_files->current()); });
    connect(m_gap, &LogGapNotice::middleRequested, this, &LogPanel::middleRequested);
}

void LogPanel::addKeys()
{
    const auto addKey = [this](const QKeySequence &key, auto *part, auto act) {
        new QShortcut(key, this, part, act, Qt::WidgetWithChildrenShortcut);
    };
    addKey(QKeySequence(Qt::Key_F3), m_find, &LogFind::goToNext);
    addKey(QKeySequence(Qt::SHIFT | Qt::Key_F3), m_find, &LogFind::goToPrevious);
    addKey(nextErrorKey, this, &LogPanel::goToNextError);
    addKey(previousErrorKey, this, &LogPanel::goToPreviousError);
    addKey(nextFileKey, m_files, &LogFileBar::chooseNext);
    addKey(previousFileKey, m_files, &LogFileBar::choosePrevious);
    addKey(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L), m_find, &LogFind::toggleFilter);
    addKey(QKeySequence(Qt::Key_Escape), this, &LogPanel::closeBars);
}

bool LogPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress && isVisible() && takeKey(*static_cast<QKeyEvent *>(event)))
        return true;
    return QWidget::eventFilter(watched, event);
}

// Keys that a tab, a tool or a bar ignored.
void LogPanel::keyPressEvent(QKeyEvent *event)
{
    if (view()->hasFocus() || !takeKey(*event)) // the view ignored the key
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
    case Qt::Key_Space: // acts on the line of the caret: only with the focus in the view
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
        // Item views ignore these keys at their ends.
        if (qobject_cast<const QAbstractItemView *>(QApplication::focusWidget()))
            return false;
        [[fallthrough]];
    default:
        return static_cast<QObject *>(view())->event(&key) && key.isAccepted();
    }
}

const std::shared_ptr<engine::LogReaders> &LogPanel::readers() const
{
    return m_text->readers();
}

LogView *LogPanel::view() const
{
    return m_text->view();
}

bool LogPanel::isMergedShown() const
{
    return m_merged->isOpen();
}

void LogPanel::useSettings(QSettings &settings)
{
    const LogSettings remembered = LogSettings::read(settings);
    view()->look().setZoom(remembered.zoom);
    view()->look().setArrivalsShown(remembered.areArrivalsShown);
    m_find->bar()->setSaved(remembered.patterns);
    m_highlights->setRules(remembered.rules);
    view()->look().setRules(remembered.rules);
    m_text->useSettings(settings);
    m_settings = &settings;
}

// Reads the settings again, as other panels save to them.
void LogPanel::remember(const std::function<void(LogSettings &settings)> &change)
{
    if (!m_settings)
        return;
    LogSettings remembered = LogSettings::read(*m_settings);
    change(remembered);
    remembered.write(*m_settings);
}

void LogPanel::openFind()
{
    m_find->open();
}

void LogPanel::openGoTo()
{
    m_goBar->setPlace(view()->scroll().firstVisibleLine());
    m_goBar->show();
    m_goBar->takeFocus();
}

void LogPanel::openHighlights()
{
    m_highlights->setVisible(m_highlights->isHidden());
    if (m_highlights->isVisible())
        m_highlights->takeFocus();
}

void LogPanel::closeBars()
{
    m_goBar->hide();
    m_highlights->hide();
    m_find->close();
    view()->setFocus();
}

void LogPanel::copyAll()
{
    view()->caret().selectAll();
    view()->copy();
}

void LogPanel::goToNextError()
{
    m_find->goToLine(m_text->nextError());
}

void LogPanel::goToPreviousError()
{
    m_find->goToLine(m_text->previousError());
}

QList<QAction *> LogPanel::commands()
{
    m_commands.reset(newMoreMenu());
    const auto add = [this](const QString &text, const QKeySequence &key, auto *part, auto act) {
        m_commands->addAction(text, part, act)->setShortcut(key);
    };
    m_tools->addCommandsTo(*m_commands);
    add(tr("Log: Next error"), nextErrorKey, this, &LogPanel::goToNextError);
    add(tr("Log: Previous error"), previousErrorKey, this, &LogPanel::goToPreviousError);
    if (m_files->count() > 1) {
        add(tr("Log: Next file"), nextFileKey, m_files, &LogFileBar::chooseNext);
        add(tr("Log: Previous file"), previousFileKey, m_files, &LogFileBar::choosePrevious);
    }
    QList<QAction *> commands = m_commands->actions();
    commands.removeIf([](const QAction *action) { return action->isSeparator(); });
    return commands;
}

QMenu *LogPanel::newMoreMenu()
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    const auto add = [menu](const QString &text, auto *part, auto act, const QString &whyNot) {
        QAction *action = menu->addAction(text, part, act);
        action->setEnabled(whyNot.isEmpty());
        action->setToolTip(whyNot);
    };
    m_layouts->addTo(*menu);
    add(tr("Merge all processes by time"), this, &LogPanel::showMerged, m_files->whyNoMerged());
    add(tr("Read the missing middle"), m_gap, &LogGapNotice::requestMiddle, m_gap->whyNoMiddle());
    QAction *arrivals = menu->addAction(tr("Show when lines arrived"), this, [this](bool areShown) {
        view()->look().setArrivalsShown(areShown);
        remember([areShown](LogSettings &settings) { settings.areArrivalsShown = areShown; });
    });
    arrivals->setCheckable(true);
    arrivals->setChecked(view()->look().areArrivalsShown());
    menu->addSeparator();
    add(tr("Save the selection…"), m_saver, &LogSaver::askWhereToSaveSelection,
        view()->caret().selection().isEmpty() ? tr("Nothing is selected.") : QString());
    add(tr("Save all logs…"), m_saver, &LogSaver::askWhereToSaveAll, m_files->whyNoLog());
    add(tr("Open in the editor"), m_saver, &LogSaver::openInEditor, m_files->whyNoLog());
    return menu;
}

void LogPanel::setFiles(const QList<engine::LogFileSnapshot> &files)
{
    const bool areOthers = m_files->setFiles(files);
    m_saver->setFiles(m_files->files());
    const bool staysMerged = isMergedShown() && m_files->hasMerged();
    choose(!areOthers ? m_files->current() : staysMerged ? m_files->mergedIndex() : m_files->indexLike(m_shown));
}

void LogPanel::showFile(const engine::LogFileSnapshot &file)
{
    const QList<engine::LogFileSnapshot> files = m_files->files();
    for (int i = 0; i < files.size(); ++i) {
        if (files.at(i).spoolPath == file.spoolPath)
            choose(i);
    }
}

void LogPanel::showMerged()
{
    if (m_files->hasMerged())
        choose(m_files->mergedIndex());
}

void LogPanel::showByte(qint64 offset)
{
    m_text->wantByte(offset);
    showGrowth();
}

void LogPanel::setNothingYet(const QString &title, const QString &why)
{
    m_text->setNothingYet(title, why);
    showGrowth();
}

void LogPanel::setFailureKnown(bool isKnown)
{
    m_tools->setFailureKnown(isKnown);
}

void LogPanel::choose(int index)
{
    const bool isThere = index >= 0 && index < m_files->count();
    const engine::LogFileSnapshot file = fileAt(index);
    m_files->setCurrent(isThere ? index : -1);
    if (file.spoolPath != m_shown.spoolPath || !isThere) {
        m_gap->begin();
        m_saver->begin();
        if (isThere)
            m_text->open(file.spoolPath);
        else
            m_text->close();
        m_goBar->setDocument(m_text->document());
        m_find->setDocument(m_text->document());
    }
    if (isThere) {
        m_shown = file;
        view()->setAccessibleName(m_files->title(index));
    } else {
        m_shown.spoolPath.clear();
    }
    m_saver->setLog(m_shown);
    m_gap->setLog(m_shown);
    m_text->setFile(isThere ? file.name : tr("The log"), file.complete);
    view()->setGrowing(isThere && !file.complete);
    showGrowth();
}

engine::LogFileSnapshot LogPanel::fileAt(int index)
{
    if (index != m_files->mergedIndex() || !m_files->hasMerged()) {
        m_merged->close();
        return m_files->files().value(index);
    }
    if (m_merged->open(m_files->files()))
        m_shown.spoolPath.clear(); // a new file, even if the path is the same
    return m_merged->file();
}

void LogPanel::showGrowth()
{
    m_text->showGrowth();
    m_find->extend();
    m_gap->lookNowAndThen();
}

bool LogPanel::isSettled() const
{
    return m_text->isSettled() && !m_find->isSearching();
}

} // namespace ui
