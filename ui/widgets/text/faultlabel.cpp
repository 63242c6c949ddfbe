// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/text/faultlabel.h"

#include "ui/theme/tokens.h"
#include "ui/widgets/text/tonelabel.h"

using namespace Qt::StringLiterals;

namespace ui {

ToneLabel *newFaultLabel(const QString &name, FaultPlace place, QWidget *parent)
{
    auto *label = new ToneLabel(ToneLabel::Tone::Failed, {}, parent, textFont(12));
    label->setObjectName(u"fault-"_s + name);
    // The height below a field is fixed: Ignored would give a grid a size hint of 0 beside a minimum of a line.
    label->setSizePolicy(QSizePolicy::Ignored, place == FaultPlace::Below ? QSizePolicy::Fixed : QSizePolicy::Ignored);
    if (place == FaultPlace::Below) {
        label->setWordWrap(false);
        label->setTextInteractionFlags(Qt::NoTextInteraction);
        label->setFixedHeight(label->fontMetrics().height());
    } else {
        label->setMaximumHeight(2 * label->fontMetrics().lineSpacing());
    }
    keepFaultPlace(label, true);
    label->hide();
    return label;
}

void setFault(ToneLabel *label, const QString &words)
{
    label->setText(words);
    label->setToolTip(words);
    label->setVisible(!words.isEmpty());
}

void keepFaultPlace(ToneLabel *label, bool isKept)
{
    QSizePolicy policy = label->sizePolicy();
    policy.setRetainSizeWhenHidden(isKept);
    label->setSizePolicy(policy);
}

} // namespace ui
