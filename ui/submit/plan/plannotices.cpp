// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/plan/plannotices.h"

#include "ui/theme/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/picture.h"
#include "ui/widgets/text/tonelabel.h"

#include <QPushButton>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int highest = 132;

// Lets addresses wrap between their parts, so that a long one leaves room for the button.
QString breakable(QString words)
{
    constexpr QChar mayBreak(0x200b);
    for (const QChar end : {u'/', u'.', u'_', u'>'})
        words.replace(end, QString(end) + mayBreak);
    return words;
}

} // namespace

PlanNotices::PlanNotices(QWidget *parent) : QScrollArea(parent)
{
    setObjectName(u"planNotices"_s);
    setAccessibleName(tr("Warnings of the plan"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setBackgroundRole(QPalette::Base);
    hide();
}

void PlanNotices::setNotices(const QList<models::PlanNotice> &notices)
{
    if (notices == m_notices)
        return;
    m_notices = notices;
    build();
}

void PlanNotices::build()
{
    auto *rows = new QWidget;
    rows->setBackgroundRole(QPalette::Base);
    auto *column = newColumn({16, 4, 16, 6}, 6);
    rows->setLayout(column);
    for (const models::PlanNotice &notice : std::as_const(m_notices))
        column->addWidget(newNotice(notice));
    column->addStretch(1);
    setWidget(rows); // deletes the previous widget
    setFocusPolicy(m_notices.isEmpty() ? Qt::NoFocus : Qt::StrongFocus); // for scrolling by keys
    setVisible(!m_notices.isEmpty());
    fit();
}

QWidget *PlanNotices::newNotice(const models::PlanNotice &notice)
{
    auto *row = new QWidget;
    row->setAccessibleName(tr("Warning: %1").arg(notice.words));
    auto *mark = new Picture(markIcon(Mark::Unusable), 14);
    mark->setToolTip(tr("Warning"));
    auto *text = new ToneLabel(ToneLabel::Tone::Text, notice.words);
    if (!notice.source.isEmpty()) {
        text->setText(breakable(notice.words));
        // A copy would contain the line breaks; the plan has the unbroken text.
        text->setTextInteractionFlags(Qt::NoTextInteraction);
    }
    auto *words = newColumn({0, notice.source.isEmpty() ? 0 : 5, 0, 0}, 0, {text}); // aligned with the button
    if (!notice.remedy.isEmpty())
        words->addWidget(new ToneLabel(ToneLabel::Tone::Quiet, notice.remedy, nullptr, textFont(12)));
    words->addStretch(1);
    mark->setContentsMargins(0, notice.source.isEmpty() ? 1 : 6, 0, 0);
    mark->setFixedSize(14, 15 + mark->contentsMargins().top());
    auto *line = newRow({}, 8, {{mark, 0, Qt::AlignTop}, {words, 1}});
    row->setLayout(line);
    if (!notice.source.isEmpty()) {
        auto *map = new QPushButton(tr("Map volume…"));
        map->setAccessibleDescription(notice.source);
        map->setToolTip(tr("Say where %1 is now").arg(notice.source));
        connect(map, &QPushButton::clicked, this, [this, source = notice.source] { emit mapRequested(source); });
        line->addWidget(map, 0, Qt::AlignTop);
    }
    return row;
}

void PlanNotices::fit()
{
    if (!widget())
        return;
    const int wanted = widget()->heightForWidth(viewport()->width());
    setFixedHeight(qMin(highest, wanted > 0 ? wanted : widget()->sizeHint().height()));
}

void PlanNotices::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fit();
}

} // namespace ui
