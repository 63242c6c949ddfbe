// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/list/marklist.h"

#include "ui/theme/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/picture.h"
#include "ui/widgets/text/tonelabel.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

QList<MarkRow> markRows(const QList<models::CheckedRow> &found)
{
    using State = engine::DoctorFinding::State;
    QList<MarkRow> rows;
    for (const models::CheckedRow &row : found) {
        const bool isOk = row.state == State::Ok;
        const bool isFailed = row.state == State::Failed;
        rows.append({isOk ? Mark::Succeeded : (isFailed ? Mark::Failed : Mark::Unusable),
                     isOk ? MarkList::tr("passed") : (isFailed ? MarkList::tr("failed") : MarkList::tr("warning")),
                     row.words, row.remedy, row.nodes});
    }
    return rows;
}

MarkList::MarkList(QWidget *parent) : QWidget(parent), m_column(newColumn({}, 8))
{
    setLayout(m_column);
}

void MarkList::setRows(const QList<MarkRow> &rows)
{
    if (m_rows == rows)
        return;
    m_rows = rows;
    build();
}

void MarkList::build()
{
    for (QWidget *widget : std::exchange(m_widgets, {})) {
        widget->hide();
        widget->deleteLater();
    }
    for (const MarkRow &row : std::as_const(m_rows)) {
        auto *widget = new QWidget(this);
        widget->setAccessibleName(QString(row.markWord + u": "_s + row.words)
                                  + (row.beside.isEmpty() ? QString() : QString(u", "_s + row.beside)));
        auto *mark = new Picture(markIcon(row.mark), 14, widget);
        mark->setFixedSize(14, 16);
        mark->setToolTip(row.markWord);
        mark->setAccessibleName(row.markWord);
        auto *words = newColumn({}, 2, {new ToneLabel(ToneLabel::Tone::Text, row.words, widget)});
        if (!row.below.isEmpty())
            words->addWidget(new ToneLabel(ToneLabel::Tone::Quiet, row.below, widget));
        auto *line = newRow({}, 8, {{mark, 0, Qt::AlignTop}, {words, 1}});
        widget->setLayout(line);
        if (!row.beside.isEmpty()) {
            auto *beside = new ToneLabel(ToneLabel::Tone::Faint, row.beside, widget);
            beside->setWordWrap(false);
            line->addWidget(beside, 0, Qt::AlignTop);
        }
        m_column->addWidget(widget);
        widget->show();
        m_widgets.append(widget);
    }
}

} // namespace ui
