// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/panel/logfilebar.h"

#include "engine/api/job/joblogs.h"
#include "ui/log/logfiles.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/page/tabbar.h"

#include <QComboBox>

#include <algorithm>

namespace ui {

namespace {

constexpr qsizetype mostTabs = 6;

} // namespace

LogFileBar::LogFileBar(QWidget *parent) : QWidget(parent), m_tabs(new TabBar), m_list(new QComboBox)
{
    m_tabs->setAccessibleName(tr("Log files"));
    connect(m_tabs, &QTabBar::currentChanged, this, &LogFileBar::chosen);
    m_list->setObjectName(QStringLiteral("logList"));
    m_list->setAccessibleName(tr("Log files"));
    m_list->setMaxVisibleItems(20);
    m_list->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    m_list->setMinimumContentsLength(18);
    m_list->hide();
    connect(m_list, &QComboBox::currentIndexChanged, this, &LogFileBar::chosen);
    // A tab has a margin of 10 pixels.
    setLayout(newRow({}, 4, {{m_tabs, 1}, Gap{10}, {m_list, 1, Qt::AlignLeft}}));
}

bool LogFileBar::setFiles(const QList<engine::LogFileSnapshot> &files)
{
    const QList<engine::LogFileSnapshot> ordered = inReadingOrder(files);
    const auto isSameFile = [](const auto &a, const auto &b) {
        return a.spoolPath == b.spoolPath && a.name == b.name && a.node == b.node;
    };
    const bool isSame = std::equal(ordered.cbegin(), ordered.cend(), m_files.cbegin(), m_files.cend(), isSameFile);
    m_files = ordered;
    if (!isSame)
        nameFiles();
    return !isSame;
}

// With many files a list, which can be searched by typing, replaces the tabs.
void LogFileBar::nameFiles()
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

int LogFileBar::indexLike(const engine::LogFileSnapshot &file) const
{
    enum Likeness { None, OfAnotherNode, OfItsNode };
    const engine::LogName wanted = engine::logName(file.name);
    int like = m_files.isEmpty() ? -1 : 0;
    Likeness best = file.name.isEmpty() ? OfItsNode : None;
    for (int i = 0; i < m_files.size(); ++i) {
        const engine::LogFileSnapshot &each = m_files.at(i);
        if (each.spoolPath == file.spoolPath && each.name == file.name)
            return i;
        const engine::LogName name = engine::logName(each.name);
        const bool isLike = name.kind == wanted.kind && name.isError == wanted.isError && name.task == wanted.task;
        const Likeness likeness = !isLike ? None : each.node == file.node ? OfItsNode : OfAnotherNode;
        if (likeness > best) {
            like = i;
            best = likeness;
        }
    }
    return like;
}

void LogFileBar::setCurrent(int index)
{
    m_current = index;
    const QSignalBlocker quietTabs(m_tabs);
    const QSignalBlocker quietList(m_list);
    if (m_list->count() > 0)
        m_list->setCurrentIndex(index);
    else
        m_tabs->setCurrentIndex(index);
}

void LogFileBar::step(int step)
{
    if (count() > 1)
        emit chosen((m_current + count() + step) % count());
}

QString LogFileBar::whyNoLog() const
{
    return m_current < 0 ? tr("There is no log yet.") : QString();
}

QString LogFileBar::whyNoMerged() const
{
    return hasMerged() ? QString() : tr("There is one process only.");
}

} // namespace ui
