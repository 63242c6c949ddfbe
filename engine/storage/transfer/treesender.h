// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/pacer.h"
#include "engine/storage/transfer/partjournal.h"
#include "engine/storage/transfer/tarwords.h"
#include "engine/storage/transfer/transferrun.h"
#include "engine/storage/transfer/treebatch.h"

#include <atomic>
#include <functional>
#include <vector>

namespace engine {

class TarStream;

/// Brings small files, links and folders of trees into the stage, as one tar stream a session. send() in a thread for
/// each session.
class TreeSender final
{
    Q_DISABLE_COPY_MOVE(TreeSender)

public:
    /// \a folder holds the trees on this computer. \a tarKind as bd_begin says it. \a nameThere: what a path of here is
    /// called there. \a renew hears of what is another by now than it was in its batch, as it is sent; \a hear of what
    /// cannot be unpacked.
    TreeSender(QByteArray folder, QByteArray stage, QByteArray tarKind, PartJournal &journal,
               TransferCounters &counters, FailedFiles &failed, Pacer &pacer,
               std::function<QByteArray(const QByteArray &)> nameThere, std::function<void(const TreeEntry &)> renew,
               HearTrouble hear);

    /// Blocks until the queue has ended and the machine has unpacked all. CommandFailed with tar's words. \a listed:
    /// the machine's list of the stage behind that; empty when not all came this way, or \a isAll says no.
    [[nodiscard]] Result<void> send(BulkSession &session, WorkQueue<TreeBatch> &queue,
                                    const std::function<bool()> &isAll, QByteArray &listed);

private:
    [[nodiscard]] Result<void> sendEntry(TarStream &tar, TreeFiles &files, const TreeEntry &entry);
    [[nodiscard]] Result<void> sendFile(TarStream &tar, TreeFiles &files, TreeEntry entry);

    QByteArray m_folder, m_stage, m_tarKind;
    PartJournal &m_journal;
    TransferCounters &m_counters;
    FailedFiles &m_failed;
    Pacer &m_pacer;
    std::function<QByteArray(const QByteArray &)> m_nameThere;
    std::function<void(const TreeEntry &)> m_renew;
    HearTrouble m_hear;
    std::atomic<int> m_streams = 0; // that are sent, or were, or wait for what they will send
};

} // namespace engine
