// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/document/faultlist.h"

#include "models/document/faultwords.h"
#include "ui/theme/icons.h"

#include <QResizeEvent>
#include <QScrollBar>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int highest = 132;
constexpr int lineRole = Qt::UserRole;
constexpr int columnRole = Qt::UserRole + 1;
constexpr int margin = 12;
constexpr int iconRoom = 28;

} // namespace

FaultList::FaultList(QWidget *parent) : QListWidget(parent)
{
    setObjectName(u"faults"_s);
    setAccessibleName(tr("Faults of the document"));
    setFrameShape(QFrame::NoFrame);
    setWordWrap(true);
    setIconSize({14, 14});
    setTextElideMode(Qt::ElideNone);
    setViewportMargins(margin, 4, margin, 4);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(ScrollPerPixel);
    setResizeMode(Adjust);
    setFont(textFont(12.5));
    for (const auto signal : {&QListWidget::itemActivated, &QListWidget::itemClicked})
        connect(this, signal, this, [this](const QListWidgetItem *item) {
            emit placeRequested(item->data(lineRole).toInt(), item->data(columnRole).toInt());
        });
    hide();
}

void FaultList::setFaults(const QList<engine::Fault> &faults, const QList<engine::Fault> &warnings,
                          engine::ResourceKind kind)
{
    // A placeholder is a warning of the check and a fault of the engine: shown once.
    const QList<engine::Fault> others = engine::withoutDuplicates(warnings, faults);
    if (faults == m_faults && others == m_warnings && kind == m_kind)
        return;
    m_faults = faults;
    m_warnings = others;
    m_kind = kind;
    build();
}

void FaultList::build()
{
    clear();
    const auto add = [this](const engine::Fault &fault, Mark mark, const QString &markWord) {
        const QString place = models::placeWords(fault);
        const QString remedy = models::remedyFor(fault, m_kind);
        QString words = place.isEmpty() ? fault.message.text() : QString(place + u": "_s + fault.message.text());
        if (!remedy.isEmpty() && remedy != fault.message.text())
            words += u' ' + remedy;
        auto *item = new QListWidgetItem(markIcon(mark), words, this);
        item->setData(lineRole, fault.line);
        item->setData(columnRole, fault.column);
        item->setData(Qt::AccessibleTextRole, QString(markWord + u": "_s + words));
        item->setToolTip(fault.target);
    };
    for (const engine::Fault &fault : std::as_const(m_faults))
        add(fault, Mark::Failed, tr("Fault"));
    for (const engine::Fault &warning : std::as_const(m_warnings))
        add(warning, Mark::Unusable, tr("Warning"));
    setVisible(count() > 0);
    fit();
}

void FaultList::fit()
{
    // Sets size hints, as rows without one have a single line.
    const int room = qMax(80, width() - 2 * margin - iconRoom - verticalScrollBar()->sizeHint().width());
    int wanted = 2 * margin / 2;
    for (int row = 0; row < count(); ++row) {
        const QRect words = fontMetrics().boundingRect(QRect(0, 0, room, 1000), Qt::TextWordWrap, item(row)->text());
        item(row)->setSizeHint({room, words.height() + 8});
        wanted += words.height() + 8;
    }
    setFixedHeight(qMin(wanted, highest));
}

void FaultList::resizeEvent(QResizeEvent *event)
{
    QListWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fit();
}

} // namespace ui
