// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "models/machine/connectattempt.h"
#include "ui/widgets/page/page.h"

#include <QTimer>

#include <functional>
#include <optional>

class QAbstractButton;
class QVBoxLayout;

namespace models {
class ResourceStore;
}

namespace ui {

class Banner;
class Card;
class CleanCard;
class DoctorCard;
class FactList;
class MarkList;
class QuestionPanel;
class ToneLabel;

/// A machine: whether it answers and why not, what it asks, what it has, and what can be done about it.
class MachinePage final : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MachinePage)

public:
    MachinePage(engine::EngineClient &client, const models::ResourceStore &store, const engine::ResourceId &id,
                QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId resource() const override { return m_id; }
    [[nodiscard]] bool isSettled() const override;
    /// It has answered, or has said why not.
    [[nodiscard]] static bool isKnown(const engine::MachineSnapshot &machine);

    void reconnect();
    void openTerminal();
    void examine();
    void removeTraces();

private:
    void addCommands();
    void arrange();
    void addCards();
    void refresh();
    void showLink();
    void showQuestion();
    void showReason(bool isPostponed);
    void showHardware();
    void showNotes();
    void showUse();
    void showError(const engine::Error &error);
    void say(const QString &cause, const QString &consequence, const QString &remedy, std::function<void()> act);
    void forgetKey();
    [[nodiscard]] bool needsForget() const;

    engine::EngineClient &m_client;
    const models::ResourceStore &m_store;
    engine::ResourceId m_id;
    engine::MachineSnapshot m_machine;
    models::ConnectAttempt m_attempt;
    std::optional<engine::Question> m_postponed; // not to be answered now
    PageHeader *m_header;
    Banner *m_link; // why it is not online
    Banner *m_banner; // what came of a command
    QuestionPanel *m_question;
    DoctorCard *m_doctor;
    CleanCard *m_clean;
    Card *m_linkCard;
    Card *m_hardwareCard;
    Card *m_disksCard;
    Card *m_systemCard;
    Card *m_notesCard;
    Card *m_useCard;
    FactList *m_linkFacts;
    ToneLabel *m_hardware;
    FactList *m_gpus;
    FactList *m_system;
    MarkList *m_notes;
    FactList *m_use;
    QVBoxLayout *m_left = nullptr;
    QVBoxLayout *m_right = nullptr;
    QList<QWidget *> m_meters;
    QList<engine::DiskShape> m_shownDisks;
    QString m_said; // in the link's banner
    QAbstractButton *m_addToCluster = nullptr;
    QAbstractButton *m_reconnect = nullptr;
    QAbstractButton *m_terminal = nullptr;
    QAbstractButton *m_forget = nullptr;
    std::function<void()> m_act; // the banner's remedy
    QTimer m_clock; // the next try comes nearer
    bool m_isPlaced = false;
};

} // namespace ui
