// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/pacer.h"
#include "engine/storage/transfer/partjournal.h"
#include "engine/storage/transfer/tarwords.h"
#include "engine/storage/transfer/transferrun.h"

#include <vector>

namespace engine {

/// Brings large files into the stage in parts, each session those that are next; holes are left out. Add the files,
/// then let a thread for each session send(), then seal().
class PartSender final
{
    Q_DISABLE_COPY_MOVE(PartSender)

public:
    /// \a folder holds the trees on this computer. \a partMiB: what one session is given at a time, and may have to
    /// send again after a cut.
    PartSender(QByteArray folder, QByteArray stage, qint64 partMiB, PartJournal &journal, TransferCounters &counters,
               FailedFiles &failed, Pacer &pacer, std::function<QByteArray(const QByteArray &)> nameThere,
               HearTrouble hear);

    void add(const TreeEntry &file) { m_files.push_back({file}); } ///< before the first send()
    [[nodiscard]] bool isEmpty() const { return m_files.empty(); }
    /// Blocks until no part is left that another session does not send.
    [[nodiscard]] Result<void> send(BulkSession &session);
    /// When all have sent: gives the files their lengths, permissions and times, and forgets them.
    [[nodiscard]] Result<void> seal(BulkSession &session);

private:
    struct File
    {
        TreeEntry entry;
        qint64 next = 0; ///< MiB that nobody was given yet
        qint64 dataEnd = 0; ///< MiB: where the run of data ends that next is in; looked for once a run
        bool isBad = false; ///< cannot be read, or changed
    };
    struct Part
    {
        size_t file;
        qint64 first; ///< MiB
        qint64 count;
    };
    class Line; // a session's command, for one file

    [[nodiscard]] std::optional<Part> take();
    [[nodiscard]] std::optional<Part> takeOf(size_t index, int descriptor);
    void note(size_t index, qint64 first, qint64 count); ///< MiB that are there
    void spoil(size_t index, const QString &words);

    QByteArray m_folder, m_stage;
    qint64 m_partMiB;
    PartJournal &m_journal;
    TransferCounters &m_counters;
    FailedFiles &m_failed;
    Pacer &m_pacer;
    std::function<QByteArray(const QByteArray &)> m_nameThere;
    HearTrouble m_hear; // of what cannot be sealed
    std::mutex m_mutex; // of what follows
    std::vector<File> m_files;
    size_t m_current = 0;
    UniqueFd m_open; // the current file
};

} // namespace engine
