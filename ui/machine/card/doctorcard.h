// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "ui/widgets/list/card.h"

class QProgressBar;

namespace ui {

class MarkList;
class ToneLabel;

/// Findings of the doctor on a machine, faults first, with remedies. Hidden until it runs.
class DoctorCard final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DoctorCard)

public:
    DoctorCard(engine::EngineClient &client, const engine::ResourceId &machine, QWidget *parent = nullptr);

    void examine();
    [[nodiscard]] bool isRunning() const { return m_isRunning; }

signals:
    void failed(const engine::Error &error);

private:
    void show(const QList<engine::DoctorFinding> &findings);

    engine::EngineClient &m_client;
    engine::ResourceId m_machine;
    Card *m_card;
    QProgressBar *m_bar;
    ToneLabel *m_wait;
    MarkList *m_findings;
    bool m_isRunning = false;
};

} // namespace ui
