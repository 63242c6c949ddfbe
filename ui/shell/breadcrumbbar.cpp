// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/breadcrumbbar.h"

#include "ui/theme/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/picture.h"

#include <QAction>
#include <QLabel>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

QToolButton *navigationButton(QAction *action, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setIconSize({15, 15});
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setAccessibleName(action->text());
    return button;
}

} // namespace

BreadcrumbBar::BreadcrumbBar(QAction *back, QAction *forward, QWidget *parent) : QWidget(parent), m_steps(newRow({}, 2))
{
    setFixedHeight(qMax(30, fontMetrics().height() + 12));
    setLayout(newRow({14, 0, 12, 0}, usualSpacing,
                     {m_steps, Stretch{}, navigationButton(back, this), navigationButton(forward, this)}));
    setPlace({});
}

void BreadcrumbBar::setPlace(const engine::ResourceId &id, const QString &last)
{
    while (QLayoutItem *item = m_steps->takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
    QList<engine::ResourceId> steps;
    for (engine::ResourceId above = id; above.isValid(); above = above.parent())
        steps.prepend(above);
    QStringList words;
    for (const engine::ResourceId &step : std::as_const(steps))
        words.append(step.name());
    if (!last.isEmpty())
        words.append(last);
    if (words.isEmpty())
        words.append(tr("Home"));
    m_text = words.join(u" / "_s);
    // Aligns text with the page's left edge: a button has a margin of its own, the last label none.
    layout()->setContentsMargins(words.size() > 1 ? 8 : 14, 0, 12, 0);

    for (qsizetype i = 0; i < words.size(); ++i) {
        if (i + 1 == words.size()) {
            auto *here = new QLabel(fontMetrics().elidedText(words[i], Qt::ElideMiddle, 320), this);
            here->setFont(textFont(12.5, QFont::Medium));
            here->setContentsMargins(2, 0, 0, 0);
            m_steps->addWidget(here);
            break;
        }
        auto *step = new QToolButton(this);
        step->setAutoRaise(true);
        step->setText(fontMetrics().elidedText(words[i], Qt::ElideMiddle, 200));
        step->setAccessibleName(words[i]);
        connect(step, &QToolButton::clicked, this, [this, target = steps[i]] { emit openRequested(target); });
        m_steps->addWidget(step);
        m_steps->addWidget(new Picture(icon(u"chev-r"_s), 12, this));
    }
}

} // namespace ui
