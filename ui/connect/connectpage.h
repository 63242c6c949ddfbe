// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/machine/connectattempt.h"
#include "ui/connect/steperror.h"
#include "ui/widgets/page/formpage.h"

class QPushButton;

namespace models {
class ResourceStore;
}

namespace ui {

class ImportPanel;
class MachineForm;
class StepsView;
class ToneLabel;

/// The page that connects a machine: form at the left, live connection steps at the right, hosts of ~/.ssh/config
/// below.
class ConnectPage final : public FormPage
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectPage)

public:
    ConnectPage(engine::EngineClient &client, const models::ResourceStore &store, QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId resource() const override { return {}; }
    [[nodiscard]] bool isSettled() const override;
    void takeFocus() override;
    [[nodiscard]] QJsonObject draft() const override;
    void takeDraft(const QJsonObject &fields) override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override; // Escape cancels the attempt, or clears the one that failed

private:
    [[nodiscard]] QWidget *newLeft();
    void fitLeft();
    [[nodiscard]] QWidget *newFoot();
    void connectParts();
    void connectMachine();
    void showAttempt();
    void moveFocus(models::ConnectAttempt::State state);
    void showForm();
    void takeMachines();
    void remedy(StepError::Remedy remedy);
    void copyCommand() const;
    void forgetKey();
    [[nodiscard]] engine::ResourceId machineOfHost() const;

    engine::EngineClient &m_client;
    const models::ResourceStore &m_store;
    models::ConnectAttempt m_attempt;
    models::ConnectAttempt::State m_shown = models::ConnectAttempt::State::Idle;
    PageHeader *m_header;
    MachineForm *m_form;
    QStringList m_taken; // names of existing machines
    QScrollArea *m_left = nullptr; // the form and the hosts
    StepsView *m_steps;
    ImportPanel *m_import;
    ToneLabel *m_verdict = nullptr;
    QPushButton *m_copy = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_connect = nullptr;
};

} // namespace ui
