// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/logpanel.h"

#include "engine/base/whenfinished.h"
#include "ui/log/logfiles.h"
#include "ui/log/progressline.h"
#include "ui/theme/icons.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/emptystate.h"

#include <QAction>
#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QShortcut>
#include <QTabBar>
#include <QToolButton>

namespace ui {

LogPanel::LogPanel(QWidget *parent) : QWidget(parent)
{
    m_view = new LogView;
    m_banner = new Banner;
    m_empty = new EmptyState(QStringLiteral("file-text"), {}, {});
    auto *place = new QGridLayout;
    place->addWidget(m_view, 0, 0);
    place->addWidget(m_empty, 0, 0); // over the view, which looks at the file only while it is visible
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(newToolRow());
    column->addWidget(newLine());
    column->addWidget(m_banner);
    column->addWidget(newFindBar());
    column->addLayout(place, 1);
    column->addWidget(newFoot());
    connect(m_view, &LogView::grown, this, &LogPanel::showGrowth);
    connect(m_view, &LogView::followingChanged, m_follow, &QToolButton::setChecked);
    connect(&m_finder, &LogFinder::changed, this, &LogPanel::showMatches);
    showFile(-1);
}

LogPanel::~LogPanel() = default;

QToolButton *LogPanel::newTool(const QString &iconName, const QString &text, const QKeySequence &key)
{
    auto *button = new QToolButton;
    button->setIcon(icon(iconName));
    button->setAutoRaise(true);
    button->setAccessibleName(text);
    button->setToolTip(key.isEmpty() ? text : tr("%1 (%2)").arg(text, key.toString(QKeySequence::NativeText)));
    if (!key.isEmpty()) {
        auto *shortcut = new QShortcut(key, this);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, button, &QToolButton::click);
    }
    return button;
}

QWidget *LogPanel::newLine()
{
    auto *line = new QWidget;
    line->setFixedHeight(1);
    line->setAutoFillBackground(true);
    line->setBackgroundRole(QPalette::Mid);
    return line;
}

QWidget *LogPanel::newToolRow()
{
    auto *row = new QWidget;
    row->setFixedHeight(36);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(6, 0, 16, 0); // a tab brings 10 of its own
    layout->setSpacing(4);
    m_tabs = new QTabBar;
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setAccessibleName(tr("Log files"));
    connect(m_tabs, &QTabBar::currentChanged, this, &LogPanel::showFile);
    layout->addWidget(m_tabs, 1);

    QToolButton *wrap = newTool(QStringLiteral("wrap"), tr("Wrap long lines"));
    wrap->setCheckable(true);
    connect(wrap, &QToolButton::toggled, m_view, &LogView::setWrapping);
    m_follow = newTool(QStringLiteral("down"), tr("Follow the end"));
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    connect(m_follow, &QToolButton::clicked, m_view, &LogView::setFollowing);
    QToolButton *find = newTool(QStringLiteral("search"), tr("Find"), QKeySequence::Find);
    connect(find, &QToolButton::clicked, this, &LogPanel::openFind);
    QToolButton *copyAll = newTool(QStringLiteral("copy"), tr("Copy all"));
    connect(copyAll, &QToolButton::clicked, this, [this] {
        m_view->selectAll();
        m_view->copy();
    });
    QToolButton *save = newTool(QStringLiteral("download"), tr("Save as…"));
    connect(save, &QToolButton::clicked, this, &LogPanel::askWhereToSave);
    for (QToolButton *button : {wrap, m_follow, find, copyAll, save})
        layout->addWidget(button);
    return row;
}

QWidget *LogPanel::newFindBar()
{
    m_findBar = new QWidget;
    auto *column = new QVBoxLayout(m_findBar);
    column->setContentsMargins({});
    column->setSpacing(0);
    auto *layout = new QHBoxLayout;
    layout->setContentsMargins(16, 4, 16, 5);
    column->addLayout(layout);
    column->addWidget(newLine());
    m_query = new QLineEdit;
    m_query->setFont(monoFont());
    m_query->setMaximumWidth(420);
    m_query->setPlaceholderText(tr("Find in the whole file"));
    m_query->setAccessibleName(tr("Find"));
    m_query->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    connect(m_query, &QLineEdit::textChanged, this, &LogPanel::applyQuery);
    connect(m_query, &QLineEdit::returnPressed, this, &LogPanel::findNext);
    layout->addWidget(m_query, 1);
    const auto addOption = [this, layout](const QString &text, const QString &hint) {
        auto *action = new QAction(text, this);
        action->setCheckable(true);
        action->setToolTip(hint);
        auto *button = new QToolButton;
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        layout->addWidget(button);
        connect(action, &QAction::toggled, this, &LogPanel::applyQuery);
        return action;
    };
    m_caseSensitive = addOption(QStringLiteral("Aa"), tr("Match upper and lower case"));
    m_regex = addOption(QStringLiteral(".*"), tr("Regular expression"));
    m_matches = new QLabel;
    layout->addWidget(m_matches);
    QToolButton *previous = newTool(QStringLiteral("up"), tr("Previous match"), QKeySequence(Qt::SHIFT | Qt::Key_F3));
    connect(previous, &QToolButton::clicked, this, &LogPanel::findPrevious);
    QToolButton *next = newTool(QStringLiteral("down"), tr("Next match"), QKeySequence(Qt::Key_F3));
    connect(next, &QToolButton::clicked, this, &LogPanel::findNext);
    QToolButton *close = newTool(QStringLiteral("x"), tr("Close"), QKeySequence(Qt::Key_Escape));
    connect(close, &QToolButton::clicked, this, &LogPanel::closeFind);
    layout->addWidget(previous);
    layout->addWidget(next);
    layout->addStretch();
    layout->addWidget(close);
    m_findBar->hide();
    return m_findBar;
}

QWidget *LogPanel::newFoot()
{
    m_foot = new QWidget;
    m_foot->setFixedHeight(33);
    auto *column = new QVBoxLayout(m_foot);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(newLine());
    auto *layout = new QHBoxLayout;
    column->addLayout(layout, 1);
    layout->setContentsMargins(16, 0, 16, 0);
    layout->setSpacing(12);
    m_progress = new QProgressBar;
    m_progress->setTextVisible(false);
    m_progress->setRange(0, 1000);
    m_progress->setFixedSize(180, 6);
    m_liveText = new QLabel;
    m_liveText->setFont(monoFont());
    m_liveText->setTextFormat(Qt::PlainText);
    m_liveText->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_liveText->setAccessibleName(tr("Live line"));
    m_liveCount = new QLabel;
    m_liveCount->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(m_progress);
    layout->addWidget(m_liveText, 1);
    layout->addWidget(m_liveCount);
    m_foot->hide();
    return m_foot;
}

QString LogPanel::titleOf(const engine::LogFileSnapshot &file) const
{
    const auto isOtherNode = [&file](const engine::LogFileSnapshot &other) { return other.node != file.node; };
    const QString title = logTitle(file.name);
    return std::any_of(m_files.begin(), m_files.end(), isOtherNode) ? tr("%1, %2").arg(title, file.node) : title;
}

void LogPanel::setFiles(const QList<engine::LogFileSnapshot> &files)
{
    m_files = inReadingOrder(files);
    int current = files.isEmpty() ? -1 : 0;
    {
        const QSignalBlocker blocker(m_tabs);
        while (m_tabs->count() > files.size())
            m_tabs->removeTab(m_tabs->count() - 1);
        for (int i = 0; i < files.size(); ++i) {
            if (i >= m_tabs->count())
                m_tabs->addTab({});
            m_tabs->setTabText(i, titleOf(m_files[i]));
            if (m_files[i].spoolPath == m_shownPath)
                current = i;
        }
        m_tabs->setCurrentIndex(current);
    }
    showFile(current);
}

void LogPanel::showFile(int index)
{
    const bool isThere = index >= 0 && index < m_files.size();
    const QString path = isThere ? m_files[index].spoolPath : QString();
    if (path != m_shownPath || !isThere) {
        m_shownPath = path;
        m_document = isThere ? std::make_shared<engine::LogDocument>(path) : nullptr;
        m_view->setDocument(m_document);
        applyQuery();
    }
    if (isThere)
        m_view->setAccessibleName(titleOf(m_files[index]));
    m_view->setGrowing(isThere && !m_files[index].complete);
    showGrowth();
}

void LogPanel::showGrowth()
{
    const int index = m_tabs->currentIndex();
    const bool isThere = index >= 0 && index < m_files.size();
    const QString name = isThere ? m_files[index].name : tr("The log");
    const bool isComplete = isThere && m_files[index].complete;
    m_empty->setTexts(isComplete ? tr("No output.") : tr("No output yet."),
                      isComplete ? tr("The job ended without a byte in %1.").arg(name)
                                 : tr("%1 appears here as soon as the job writes.").arg(name));
    const bool hasText = m_document && m_document->size() > 0;
    m_empty->setVisible(!hasText);
    const std::optional<engine::LogLine> live = m_view->liveLine();
    m_foot->setVisible(live.has_value());
    if (live) {
        const QString text = QString::fromUtf8(engine::withoutControlSequences(live->text)).trimmed();
        const std::optional<double> progress = progressOf(text);
        m_progress->setVisible(progress.has_value());
        m_progress->setValue(int(progress.value_or(0) * 1000));
        m_liveText->setText(text.left(400));
        m_liveCount->setText(live->updates > 1 ? tr("%n updates, shown as one line", nullptr, live->updates)
                                               : QString());
    }
    m_finder.extend();
}

bool LogPanel::isSettled() const
{
    return m_view->isSettled() && !m_finder.isSearching();
}

void LogPanel::openFind()
{
    m_findBar->show();
    m_query->setFocus();
    m_query->selectAll();
    applyQuery();
}

void LogPanel::closeFind()
{
    m_findBar->hide();
    applyQuery();
    m_view->setFocus();
}

void LogPanel::applyQuery()
{
    std::optional<engine::LogPattern> pattern;
    QString fault;
    if (!m_findBar->isHidden() && !m_query->text().isEmpty()) {
        auto compiled =
            engine::LogPattern::compile({m_query->text(), m_regex->isChecked(), m_caseSensitive->isChecked()});
        if (compiled)
            pattern = *compiled;
        else
            fault = compiled.error().message.text();
    }
    m_view->setPattern(pattern);
    m_finder.start(m_document, pattern);
    if (!fault.isEmpty())
        m_matches->setText(fault);
}

void LogPanel::showMatches()
{
    const QList<qint64> &lines = m_finder.lines();
    if (m_query->text().isEmpty())
        return m_matches->clear();
    const qint64 first = m_view->firstVisibleLine();
    const bool isBehind = !lines.isEmpty() && lines.last() >= first;
    if (m_view->currentMatch() < 0 && (isBehind || !m_finder.isSearching())) // the rest may hold a nearer one
        m_view->setCurrentMatch(m_finder.next(first - 1));
    if (lines.isEmpty()) {
        m_matches->setText(m_finder.isSearching() ? tr("Searching…") : tr("No line matches."));
        return;
    }
    const auto at = std::lower_bound(lines.begin(), lines.end(), m_view->currentMatch()) - lines.begin() + 1;
    const QString total = locale().toString(qlonglong(lines.size()));
    m_matches->setText(lines.size() >= LogFinder::mostLines || m_finder.isSearching()
                           ? tr("%1 of more than %2 matching lines").arg(locale().toString(qlonglong(at)), total)
                           : tr("%1 of %2 matching lines").arg(locale().toString(qlonglong(at)), total));
}

void LogPanel::step(qint64 line)
{
    if (line < 0)
        return;
    m_view->setCurrentMatch(line);
    showMatches();
}

void LogPanel::findNext()
{
    step(m_finder.next(m_view->currentMatch()));
}

void LogPanel::findPrevious()
{
    step(m_finder.previous(m_view->currentMatch()));
}

void LogPanel::askWhereToSave()
{
    const int index = m_tabs->currentIndex();
    if (index < 0 || index >= m_files.size())
        return;
    auto *dialog = new QFileDialog(this, tr("Save the log"), {}, {});
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(m_files[index].name);
    connect(dialog, &QFileDialog::fileSelected, this, &LogPanel::saveAs);
    dialog->open();
}

void LogPanel::saveAs(const QString &target)
{
    engine::whenFinished(saveCopy(m_shownPath, target), this, [this, target](const engine::Result<void> &outcome) {
        if (!outcome)
            return m_banner->showError(outcome.error());
        m_banner->dismiss();
        emit saved(target);
    });
}

} // namespace ui
