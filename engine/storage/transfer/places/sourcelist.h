// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"
#include "engine/storage/transfer/wire/plan/transferplan.h"
#include "engine/storage/transfer/wire/tree/manifest.h"
#include "engine/storage/transfer/wire/tree/treeentry.h"

#include <condition_variable>
#include <mutex>

namespace engine {

/// The list of a source's entries, in a file, as it may be long and is read several times. One thread fills it, and
/// one, which may be another, reads it.
class SourceList final
{
    Q_DISABLE_COPY_MOVE(SourceList)

public:
    /// The file is beside the journal of \a plan, or among temporary files, and has no name.
    explicit SourceList(const TransferPlan &plan);

    using Take = std::function<void(TreeEntry &)>;
    /// Lists the plan's sources on a machine; \a take gets each entry as it arrives. A missing source has no entries.
    /// Errors: CommandFailed (the list is malformed, or longer than the plan allows), IoError.
    [[nodiscard]] Result<void> fetch(BulkSession &session, const TransferPlan &plan, const Take &take);
    /// Runs \a list. NotFound: one of the sources is missing in its entries.
    [[nodiscard]] static Result<void> whole(const TransferPlan &plan, const Take &take,
                                            const std::function<Result<void>(const Take &each)> &list);
    /// Fills the list by \a say, which feeds \a reader a manifest in pieces, and passes each piece to \a heard
    /// afterwards.
    using Heard = std::function<Result<void>(const QByteArray &some)>;
    using Say = std::function<Result<void>(ManifestReader &reader, const Heard &heard)>;
    [[nodiscard]] Result<void> fill(const TransferPlan &plan, const Take &take, const Say &say);
    /// Fills the list with the entries that \a walk adds.
    using Add = std::function<Result<void>(const TreeEntry &entry)>;
    using Walk = std::function<Result<void>(const Add &add)>;
    [[nodiscard]] Result<void> gather(const TransferPlan &plan, const Take &take, const Walk &walk);
    /// Lists again: calls \a take with files, as they were listed, that changed or vanished since.
    [[nodiscard]] Result<void> eachChanged(BulkSession &session, const TransferPlan &plan, const Take &take) const;
    /// Whether the sources, their folders and empty files are as they were listed, so that no entry was added, removed
    /// or renamed since. Only these are asked for, which is quick. Other files are checked when they are read.
    [[nodiscard]] Result<bool> isCurrent(BulkSession &session, const TransferPlan &plan) const;
    /// The same, with \a isAsListed for each entry.
    [[nodiscard]] Result<bool> isCurrent(const std::function<bool(const TreeEntry &)> &isAsListed) const;
    /// Reads all entries, also while the list is filled. \a take returns false to stop. Errors: also those of filling
    /// it.
    [[nodiscard]] Result<void> each(const std::function<bool(TreeEntry &)> &take) const;

private:
    [[nodiscard]] Result<void> keep(const TransferPlan &plan, const Take &take, const Say &say);
    [[nodiscard]] Result<void> put(const QByteArray &some);
    [[nodiscard]] int moveToTemporary();
    [[nodiscard]] Result<bool> awaitMore(qint64 offset) const; // false: the list has ended

    QByteArray m_folder;
    UniqueFd m_file;
    bool m_isTemporary = false; // the file is among temporary files
    mutable std::mutex m_mutex; // of what follows
    mutable std::condition_variable m_hasMore;
    qint64 m_bytes = 0; // in the file
    bool m_isEnded = false;
    std::optional<Error> m_trouble;
};

} // namespace engine
