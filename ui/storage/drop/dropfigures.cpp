// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/drop/dropfigures.h"

#include "models/storage/storagewords.h"
#include "models/words.h"
#include "ui/theme/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/text/picture.h"
#include "ui/widgets/text/tonelabel.h"

namespace ui {

using models::DropFigure;

namespace {

constexpr int markSide = 14;
constexpr int bytesWidth = 76;

} // namespace

DropFigures::DropFigures(QWidget *parent) : QWidget(parent)
{
    auto *column = newColumn({}, 0);
    setLayout(column);
    m_all = addRow({}, tr("In all"), false);
    m_there = addRow(Mark::Succeeded, tr("Already there"), false);
    m_differing = addRow(Mark::Unusable, tr("Different there"), false);
    m_toSend = addRow({}, {}, true);
    m_estimate = new ToneLabel(ToneLabel::Tone::Quiet, {}, this, textFont(12));
    m_notes = new ToneLabel(ToneLabel::Tone::Quiet, {}, this, textFont(12));
    for (ToneLabel *label : {m_estimate, m_notes}) {
        column->addSpacing(6);
        column->addWidget(label);
    }
}

DropFigures::Row DropFigures::addRow(std::optional<Mark> mark, const QString &words, bool isSum)
{
    Row row;
    row.line = new QWidget(this);
    row.label = new ToneLabel(isSum ? ToneLabel::Tone::Text : ToneLabel::Tone::Quiet, words, row.line);
    row.files = new ToneLabel(ToneLabel::Tone::Text, {}, row.line);
    row.bytes = new ToneLabel(ToneLabel::Tone::Text, {}, row.line);
    for (ToneLabel *label : {row.label, row.files, row.bytes}) {
        label->setFont(textFont(13, isSum || label == row.files ? QFont::DemiBold : QFont::Normal));
        label->setWordWrap(false);
    }
    row.files->setAlignment(Qt::AlignRight);
    row.bytes->setAlignment(Qt::AlignRight);
    row.bytes->setMinimumWidth(bytesWidth);
    auto *cells = newRow({0, 5, 0, 5}, 6, {row.label, Stretch{}, row.files, row.bytes});
    if (mark)
        cells->insertWidget(0, new Picture(markIcon(*mark), markSide));
    row.line->setLayout(newColumn({}, 0, {newLine(), cells}));
    layout()->addWidget(row.line);
    return row;
}

void DropFigures::fill(const Row &row, const DropFigure &figure, bool isWhole)
{
    const QString dots = isWhole ? QString() : QStringLiteral("…");
    row.files->setText(models::filesText(figure.files) + dots);
    row.bytes->setText(models::fileSize(figure.bytes) + dots);
    row.line->setAccessibleName(QString(row.label->text() + QStringLiteral(": ") + row.files->text()
                                        + QStringLiteral(", ") + row.bytes->text()));
}

void DropFigures::show(const models::FileDropVerdict &verdict)
{
    fill(m_all, verdict.all, verdict.isCounted);
    fill(m_there, verdict.there, verdict.isCompared);
    fill(m_differing, verdict.differing, verdict.isCompared);
    m_toSend.label->setText(verdict.wanted);
    fill(m_toSend, verdict.toSend, verdict.isCompared);
    m_there.line->setVisible(verdict.there.files > 0);
    m_differing.line->setVisible(verdict.differing.files > 0);
    m_toSend.line->setVisible(verdict.there.files > 0 || verdict.differing.files > 0);
    m_estimate->setText(verdict.isCompared ? verdict.estimate : tr("Counting…"));
    m_estimate->setVisible(!m_estimate->text().isEmpty() && verdict.mayStart);
    m_notes->setText(verdict.notes.join(QChar(u'\n')));
    m_notes->setVisible(!verdict.notes.isEmpty());
}

} // namespace ui
