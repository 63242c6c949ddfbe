// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"

#include <QWidget>

class QVBoxLayout;

namespace models {
class ResourceStore;
}

namespace ui {

class Card;
class DisksCard;
class FactList;
class HardwareCard;
class LinkCard;
class MarkList;
class UseCard;

/// Cards with facts of a machine, in two columns.
class MachineCards final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MachineCards)

public:
    MachineCards(const models::ResourceStore &store, const engine::ResourceId &machine, QWidget *parent);

    void setMachine(const engine::MachineSnapshot &machine);

signals:
    void openRequested(const engine::ResourceId &id);
    void clusterRequested(const QList<engine::ResourceId> &machines); ///< create a cluster of these

private:
    void arrange(bool isLocal);
    void showSystem(const engine::MachineSnapshot &machine);
    void showNotes(const engine::MachineSnapshot &machine);

    LinkCard *m_link;
    HardwareCard *m_hardware;
    DisksCard *m_disks;
    Card *m_systemCard;
    Card *m_notesCard;
    UseCard *m_use;
    FactList *m_system;
    MarkList *m_notes;
    QVBoxLayout *m_left;
    QVBoxLayout *m_right;
    bool m_isArranged = false;
};

} // namespace ui
