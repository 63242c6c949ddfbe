// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/log/logtile.h"

#include "ui/log/line/logliveline.h"
#include "ui/log/logsettings.h"
#include "ui/log/view/logview.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/text/tonelabel.h"

#include <QEvent>
#include <QPainter>
#include <QToolButton>

namespace ui {

namespace {

constexpr int headerHeight = 28;
constexpr int leastHeight = 168; // pixels: name and some lines

} // namespace

LogTile::LogTile(std::shared_ptr<engine::LogReaders> readers, QWidget *parent)
    : QWidget(parent), m_readers(std::move(readers)), m_name(new QLabel),
      m_nothing(new ToneLabel(ToneLabel::Tone::Faint)), m_open(new QToolButton), m_view(new LogView),
      m_liveLine(new LogLiveLine)
{
    setMinimumHeight(leastHeight);
    // The margins are for the painted edges.
    setLayout(newColumn({0, 0, 1, 1}, 0, {newHeader(), newLine(), {m_view, 1}, Stretch{0}, m_liveLine}));
    m_view->setMinimumSize(1, 1); // tiles share the available room
    m_view->hide();
    m_liveLine->hide();
    connect(m_open, &QToolButton::clicked, this, &LogTile::openRequested);
    connect(m_liveLine, &LogLiveLine::expandedChanged, m_view, &LogView::setLiveExpanded);
    connect(m_view, &LogView::liveExpandedChanged, m_liveLine, &LogLiveLine::setExpanded);
    connect(m_view, &LogView::grown, this, [this] {
        m_liveLine->setLine(m_view->liveLine());
        showTitle();
    });
}

QWidget *LogTile::newHeader()
{
    m_name->setTextFormat(Qt::PlainText);
    m_name->setFont(textFont(12.5, QFont::DemiBold));
    m_name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // the name is elided to the width
    m_name->installEventFilter(this);
    m_open->setIcon(icon(QStringLiteral("arrow-r")));
    m_open->setAutoRaise(true);
    auto *header = new QWidget;
    header->setFixedHeight(headerHeight);
    header->setLayout(newRow({12, 0, 4, 0}, usualSpacing, {{m_name, 1}, m_nothing, m_open}));
    return header;
}

void LogTile::useSettings(const QSettings &settings)
{
    const LogSettings remembered = LogSettings::read(settings);
    m_view->look().setZoom(remembered.zoom);
    m_view->look().setArrivalsShown(remembered.areArrivalsShown);
    m_view->look().setRules(remembered.rules);
}

void LogTile::setFile(const engine::LogFileSnapshot &file, const QString &title)
{
    m_file = file;
    m_title = title;
    m_view->setAccessibleName(title);
    m_open->setAccessibleName(tr("Show %1 alone").arg(title));
    m_open->setToolTip(m_open->accessibleName());
    read();
    showTitle();
}

void LogTile::setInSight(bool isInSight)
{
    m_isInSight = isInSight;
    read();
    m_view->setVisible(isInSight);
}

void LogTile::read()
{
    if (!m_isInSight)
        return;
    if (m_readPath != m_file.spoolPath) {
        m_readPath = m_file.spoolPath;
        m_view->setDocument(std::make_shared<engine::LogDocument>(m_readPath, m_readers));
    }
    m_view->setGrowing(!m_file.complete);
    m_liveLine->setLine(m_view->liveLine());
}

void LogTile::showTitle()
{
    m_nothing->setText(m_file.complete ? tr("no output") : tr("no output yet"));
    m_nothing->setVisible(m_view->rows().lineCount() == 0 && !m_view->liveLine());
    m_name->setToolTip(m_title);
    m_name->setText(m_name->fontMetrics().elidedText(m_title, Qt::ElideMiddle, m_name->width()));
}

void LogTile::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(tokens().line);
    painter.drawLine(rect().topRight(), rect().bottomRight());
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

// The label is resized after the tile.
bool LogTile::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_name && event->type() == QEvent::Resize)
        showTitle();
    return QWidget::eventFilter(watched, event);
}

} // namespace ui
