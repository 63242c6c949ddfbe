// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QMenu>

namespace ui {

/// Menu of the bundled sample jobs, with descriptions as tool tips. Filled when the engine answers.
class SampleMenu final : public QMenu
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SampleMenu)

public:
    SampleMenu(engine::EngineClient &client, QWidget *parent);

signals:
    void chosen(const QString &name);

private:
    void fill(const QList<engine::SampleSummary> &samples);
};

} // namespace ui
