// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/samplemenu.h"

#include "engine/base/whenfinished.h"

using namespace Qt::StringLiterals;

namespace ui {

SampleMenu::SampleMenu(engine::EngineClient &client, QWidget *parent) : QMenu(tr("Open a sample"), parent)
{
    setObjectName(u"samples"_s);
    setToolTipsVisible(true);
    engine::whenFinished(client.listSamples(), this,
                         [this](const engine::Result<QList<engine::SampleSummary>> &answer) {
                             if (answer)
                                 fill(*answer);
                             else
                                 addAction(answer.error().message.text())->setEnabled(false);
                         });
}

void SampleMenu::fill(const QList<engine::SampleSummary> &samples)
{
    for (const engine::SampleSummary &sample : samples) {
        QAction *action = addAction(sample.title, this, [this, name = sample.name] { emit chosen(name); });
        action->setObjectName(sample.name);
        // In a paragraph, so that it is broken into lines.
        action->setToolTip(u"<p>"_s + sample.description.toHtmlEscaped() + u"</p>"_s);
        action->setWhatsThis(sample.description);
    }
}

} // namespace ui
