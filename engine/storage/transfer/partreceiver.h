// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/dataruns.h"
#include "engine/storage/transfer/pacer.h"
#include "engine/storage/transfer/reasons.h"
#include "engine/storage/transfer/stagewriter.h"
#include "engine/storage/transfer/transferrun.h"

#include <vector>

namespace engine {

/// Brings large files of a machine into a stage in parts, each session those that are next; what is a hole there, or is
/// empty, is left a hole. Add the files, then let a thread for each session receive(), then seal().
class PartReceiver final
{
    Q_DISABLE_COPY_MOVE(PartReceiver)

public:
    /// \a folder holds the trees on the machine. \a nameHere: what a path of there is called in the stage.
    PartReceiver(QByteArray folder, PartJournal &journal, TransferCounters &counters, Reasons &reasons, Pacer &pacer,
                 std::function<QByteArray(const QByteArray &)> nameHere);

    /// Before the first receive(). What may be of it in the stage is of this version.
    void add(const TreeEntry &file) { m_files.push_back({file}); }
    [[nodiscard]] bool isEmpty() const { return m_files.empty(); }
    /// Blocks until no part is left that another session does not bring. Errors: the writer's and the session's.
    [[nodiscard]] Result<void> receive(BulkSession &session, StageWriter &writer);
    /// When all have received: gives the files that are whole their lengths, permissions and times, and forgets all.
    [[nodiscard]] Result<void> seal(StageWriter &writer);

private:
    struct File
    {
        TreeEntry entry;
        std::vector<DataRun> data{}; ///< of one that may have holes; none: not asked for yet
        qint64 next = 0; ///< MiB that nobody was given yet
        bool isBad = false; ///< cannot be read or written, or changed
    };
    struct Part
    {
        size_t file;
        qint64 first; ///< MiB
        qint64 count;
    };
    class Line; // a session's command, for one file

    [[nodiscard]] std::optional<Part> take(); // without a count: it must be known first where that file has data
    [[nodiscard]] Result<void> findData(BulkSession &session, size_t index);
    void pass(File &file, qint64 count); // of the next MiB: nobody need bring them
    void spoil(size_t index, const QString &words);

    QByteArray m_folder;
    PartJournal &m_journal;
    TransferCounters &m_counters;
    Reasons &m_reasons;
    Pacer &m_pacer;
    std::function<QByteArray(const QByteArray &)> m_nameHere;
    std::mutex m_writeMutex;
    std::mutex m_mutex; // of what follows
    std::vector<File> m_files;
    size_t m_current = 0;
};

} // namespace engine
