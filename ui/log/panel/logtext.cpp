// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/panel/logtext.h"

#include "ui/log/line/logliveline.h"
#include "ui/log/logmarks.h"
#include "ui/log/view/logmap.h"
#include "ui/log/view/logview.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/page/emptystate.h"

#include <QGridLayout>

namespace ui {

LogText::LogText(LogView *view, const LogFinder &matches, std::shared_ptr<engine::LogReaders> readers)
    : m_readers(std::move(readers)), m_view(view), m_map(new LogMap(*view, matches)), m_marks(new LogMarks(*view)),
      m_empty(new EmptyState(QStringLiteral("file-text"), {}, {})), m_liveLine(new LogLiveLine)
{
    m_view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // the map replaces it
    auto *place = new QGridLayout;
    place->setSpacing(0);
    place->addWidget(m_view, 0, 0);
    place->addWidget(m_map, 0, 1);
    place->addWidget(m_empty, 0, 0, 1, 2); // covers the view, which must stay visible to watch the file
    setLayout(newColumn({}, 0, {{place, 1}, m_liveLine}));
    connect(m_liveLine, &LogLiveLine::expandedChanged, m_view, &LogView::setLiveExpanded);
    connect(m_view, &LogView::liveExpandedChanged, m_liveLine, &LogLiveLine::setExpanded);
}

LogText::~LogText() = default;

void LogText::useSettings(QSettings &settings)
{
    m_marks->useSettings(settings);
}

void LogText::open(const QString &spoolPath)
{
    setDocument(std::make_shared<engine::LogDocument>(spoolPath, m_readers));
}

void LogText::close()
{
    setDocument(nullptr);
}

void LogText::setDocument(std::shared_ptr<engine::LogDocument> document)
{
    m_wantedByte = -1;
    m_document = std::move(document);
    m_marks->setDocument(nullptr); // the view clears its marks: the saved ones must stay
    m_view->setDocument(m_document);
    m_marks->setDocument(m_document);
    m_map->setDocument(m_document);
}

void LogText::setFile(const QString &name, bool isComplete)
{
    m_name = name;
    m_isComplete = isComplete;
}

void LogText::showGrowth()
{
    if (!m_nothingYet.first.isEmpty())
        m_empty->setTexts(m_nothingYet.first, m_nothingYet.second);
    else
        m_empty->setTexts(m_isComplete ? tr("No output.") : tr("No output yet."),
                          m_isComplete ? tr("The job ended without a byte in %1.").arg(m_name)
                                       : tr("%1 appears here as soon as the job writes.").arg(m_name));
    const bool hasText = m_document && m_document->size() > 0;
    m_empty->setVisible(!hasText);
    m_liveLine->setLine(m_view->liveLine());
    if (m_document && m_wantedByte >= 0) {
        const qint64 line = m_document->lineAt(m_wantedByte);
        if (line >= 0 && line < m_view->rows().lineCount()) {
            m_wantedByte = -1;
            emit lineWanted(line);
        }
    }
}

qint64 LogText::nextError() const
{
    return m_map->nextError(m_view->seenLine());
}

qint64 LogText::previousError() const
{
    return m_map->previousError(m_view->seenLine());
}

bool LogText::isSettled() const
{
    return m_view->isSettled() && m_map->isSettled();
}

} // namespace ui
