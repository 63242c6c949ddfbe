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

/// What a source says it has under some names, kept on the disk: it may be long, and is gone through several times. One
/// thread fills it, and one, which may be another, reads it.
class SourceList final
{
    Q_DISABLE_COPY_MOVE(SourceList)

public:
    /// Kept beside the journal of \a plan, or among temporary files: without a name.
    explicit SourceList(const TransferPlan &plan);

    using Take = std::function<void(TreeEntry &)>;
    /// Asks the machine for the plan's sources; \a take gets each as it comes. Of a source that is gone there is
    /// nothing to take; of more than the plan allows nothing is taken. Errors: CommandFailed when it says what cannot
    /// be, IoError.
    [[nodiscard]] Result<void> fetch(BulkSession &session, const TransferPlan &plan, const Take &take);
    /// What \a list lists; NotFound when one of the sources is not among it.
    [[nodiscard]] static Result<void> whole(const TransferPlan &plan, const Take &take,
                                            const std::function<Result<void>(const Take &each)> &list);
    /// The same of what \a say says: it gives \a reader a manifest in pieces, and each of them to \a heard after.
    using Heard = std::function<Result<void>(const QByteArray &some)>;
    using Say = std::function<Result<void>(ManifestReader &reader, const Heard &heard)>;
    [[nodiscard]] Result<void> fill(const TransferPlan &plan, const Take &take, const Say &say);
    /// The same of what \a walk adds, one after the other.
    using Add = std::function<Result<void>(const TreeEntry &entry)>;
    using Walk = std::function<Result<void>(const Add &add)>;
    [[nodiscard]] Result<void> gather(const TransferPlan &plan, const Take &take, const Walk &walk);
    /// Asks again: the files that are others by now, or gone, as they were listed.
    [[nodiscard]] Result<void> eachChanged(BulkSession &session, const TransferPlan &plan, const Take &take) const;
    /// Whether the sources, their folders and what was empty are as they were listed: nothing came, went, or got
    /// another name since. Asks for these alone, which is quick. What has bytes is checked when it is read.
    [[nodiscard]] Result<bool> isOfNow(BulkSession &session, const TransferPlan &plan) const;
    /// Whether \a isAsListed says so of each entry.
    [[nodiscard]] Result<bool> isOfNow(const std::function<bool(const TreeEntry &)> &isAsListed) const;
    /// All once more, as soon as it is there. Errors: also those of who fills it.
    [[nodiscard]] Result<void> each(const std::function<bool(TreeEntry &)> &take) const; ///< false: no more

private:
    [[nodiscard]] Result<void> keep(const TransferPlan &plan, const Take &take, const Say &say);
    [[nodiscard]] Result<void> put(const QByteArray &some);
    [[nodiscard]] int moveToTemporary();
    [[nodiscard]] Result<bool> awaitMore(qint64 offset) const; // false: that is all

    QByteArray m_folder;
    UniqueFd m_file;
    bool m_isTemporary = false; // not in that folder
    mutable std::mutex m_mutex; // of what follows
    mutable std::condition_variable m_hasMore;
    qint64 m_bytes = 0; // that are there
    bool m_isEnded = false;
    std::optional<Error> m_trouble;
};

} // namespace engine
