// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"
#include "engine/storage/transfer/wire/plan/transferplan.h"

namespace engine {

/// Moves what is in a stage to its places: a folder that is not there yet as a whole, the rest file by file. No link is
/// followed, and nothing is replaced but by the rule, and what is goes into the trash before. One thread.
class HerePlacement final
{
    Q_DISABLE_COPY_MOVE(HerePlacement)

public:
    /// Opens the folder in the trash that takes what is replaced.
    using OpenTrash = std::function<Result<UniqueFd>()>;

    /// \a target is shown in errors.
    HerePlacement(QByteArray target, ConflictRule rule, TransferCounters &counters, FailedFiles &failed,
                  OpenTrash openTrash)
        : m_target(std::move(target)), m_rule(rule), m_counters(counters), m_failed(failed),
          m_openTrash(std::move(openTrash))
    {
    }

    /// Between open folders; \a from holds no file then. What meets another kind, or cannot be moved, has failed.
    /// Errors: IoError of what cannot be listed, or when the disk is full or gone; it stays.
    [[nodiscard]] Result<void> place(int from, int to);

    /// Files over what is there, each that has one of its size and time there; one that cannot be moved has failed, and
    /// is taken away. The same errors.
    [[nodiscard]] Result<void> renew(int from, int to, const QByteArrayList &paths);

private:
    [[nodiscard]] Result<void> placeAll(int from, int to, const QByteArray &path);
    [[nodiscard]] Result<void> placeOne(int from, int to, const QByteArray &name, const QByteArray &path);
    [[nodiscard]] Result<void> meet(int from, int to, const QByteArray &name, const QByteArray &path);
    [[nodiscard]] Result<void> replace(int from, int to, const QByteArray &name, const QByteArray &path);
    [[nodiscard]] int keep(int to, const QByteArray &name, const QByteArray &path, QByteArray &kept);
    [[nodiscard]] Result<void> refuse(int from, const QByteArray &path, int number);
    void leave(int from, const QByteArray &path, const QString &words);
    [[nodiscard]] Result<void> removeLeft(int from);
    [[nodiscard]] QByteArray at(const QByteArray &path) const { return m_target + '/' + path; }

    QByteArray m_target;
    ConflictRule m_rule;
    TransferCounters &m_counters;
    FailedFiles &m_failed;
    OpenTrash m_openTrash;
    UniqueFd m_trash; // from the first that is replaced on
    QByteArrayList m_left; // on purpose
};

} // namespace engine
