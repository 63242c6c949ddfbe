// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "engine/client/engineclient.h"
#include "ui/widgets/page/page.h"

class QAbstractButton;

namespace models {
class ResourceStore;
}

namespace ui {

class Banner;
class CleanCard;
class DoctorCard;
class LinkTrouble;
class MachineCards;

/// The page of a machine: connection, question, hardware, use and commands.
class MachinePage final : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MachinePage)

public:
    MachinePage(engine::EngineClient &client, const models::ResourceStore &store, const engine::ResourceId &id,
                QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId resource() const override { return m_id; }
    [[nodiscard]] bool isSettled() const override;
    /// Whether the machine is online with known hardware, or has a reason why not.
    [[nodiscard]] static bool isKnown(const engine::MachineSnapshot &machine);

    void reconnect();
    void openTerminal();
    void examine();
    void removeTraces();

private:
    void addCommands();
    void arrange();
    void refresh();
    void showError(const engine::Error &error);
    void say(const QString &cause, const QString &consequence, const QString &remedy, const std::function<void()> &act);
    void forgetKey();

    engine::EngineClient &m_client;
    const models::ResourceStore &m_store;
    engine::ResourceId m_id;
    engine::MachineSnapshot m_machine;
    PageHeader *m_header;
    LinkTrouble *m_trouble;
    Banner *m_banner; // outcome of a command
    DoctorCard *m_doctor;
    CleanCard *m_clean;
    MachineCards *m_cards = nullptr;
    QAbstractButton *m_reconnect = nullptr;
    QAbstractButton *m_terminal = nullptr;
    QAbstractButton *m_forget = nullptr;
};

} // namespace ui
