// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/line/logliveline.h"

#include "engine/log/reader/logsearch.h"
#include "ui/log/line/progressline.h"
#include "ui/theme/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"

#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

namespace ui {

namespace {

constexpr qsizetype longestShown = 400;

} // namespace

LogLiveLine::LogLiveLine(QWidget *parent)
    : QWidget(parent), m_expand(new QToolButton), m_progress(new QProgressBar), m_text(new QLabel), m_count(new QLabel)
{
    setFixedHeight(33);
    m_progress->setTextVisible(false);
    m_progress->setRange(0, 1000);
    m_progress->setFixedSize(180, 6);
    m_text->setFont(monoFont());
    m_text->setTextFormat(Qt::PlainText);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_text->setAccessibleName(tr("Live line"));
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_expand->setText(tr("live"));
    m_expand->setToolTip(tr("Show each update"));
    m_expand->setAccessibleName(m_expand->toolTip());
    m_expand->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_expand->setIconSize({12, 12});
    m_expand->setAutoRaise(true);
    m_expand->setCheckable(true);
    connect(m_expand, &QToolButton::clicked, this, &LogLiveLine::expandedChanged);
    connect(m_expand, &QToolButton::toggled, this, &LogLiveLine::setExpanded);
    setExpanded(false);
    auto *row = newRow({8, 0, 16, 0}, 12, {m_expand, m_progress, {m_text, 1}, m_count});
    setLayout(newColumn({}, 0, {newLine(), {row, 1}}));
    hide();
}

void LogLiveLine::setExpanded(bool isExpanded)
{
    m_expand->setChecked(isExpanded);
    m_expand->setIcon(icon(isExpanded ? QStringLiteral("chev-d") : QStringLiteral("chev-r")));
}

void LogLiveLine::setLine(const std::optional<engine::LogLine> &line)
{
    setVisible(line.has_value());
    if (!line)
        return;
    const QString text =
        QString::fromUtf8(engine::withoutControlSequences(line->text.left(4 * longestShown))).trimmed();
    const std::optional<double> progress = progressOf(text);
    m_progress->setVisible(progress.has_value());
    m_progress->setValue(int(progress.value_or(0) * 1000));
    m_text->setText(text.left(longestShown));
    m_count->setText(line->updates > 1 ? tr("%n updates, shown as one line", nullptr, line->updates) : QString());
}

} // namespace ui
