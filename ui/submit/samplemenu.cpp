// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/samplemenu.h"

#include "engine/base/whenfinished.h"

using namespace Qt::StringLiterals;

namespace ui {

namespace {

// Wraps words, as a tool tip is as wide as its longest line.
QString inLines(const QString &words)
{
    constexpr qsizetype widest = 64;
    QString text;
    qsizetype begin = 0; // of the current line
    for (const QString &word : words.split(u' ', Qt::SkipEmptyParts)) {
        const bool isFirst = text.isEmpty();
        const bool fits = text.size() - begin + word.size() < widest;
        text += isFirst ? QString() : fits ? u" "_s : u"\n"_s;
        if (!fits)
            begin = text.size();
        text += word;
    }
    return text;
}

} // namespace

SampleMenu::SampleMenu(engine::EngineClient &client, QWidget *parent) : QMenu(tr("Open a sample"), parent)
{
    setObjectName(u"samples"_s);
    setToolTipsVisible(true);
    engine::whenFinished(client.samples.list(), this, [this](const auto &answer) {
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
        action->setToolTip(inLines(sample.description));
    }
}

} // namespace ui
