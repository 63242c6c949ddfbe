// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/transferrun.h"

namespace engine {

/// Moves what is in a stage to its places: a folder that is not there yet as a whole, the rest file by file. No link is
/// followed, and nothing is replaced but by the rule. One thread.
class Placement final
{
    Q_DISABLE_COPY_MOVE(Placement)

public:
    /// \a target is shown in errors.
    Placement(QByteArray target, ConflictRule rule, TransferCounters &counters, FailedFiles &failed)
        : m_target(std::move(target)), m_rule(rule), m_counters(counters), m_failed(failed)
    {
    }

    /// Between open folders; \a from holds no file then. What meets another kind has failed. Errors: IoError of what
    /// cannot be moved, or listed; it stays.
    [[nodiscard]] Result<void> place(int from, int to);

    /// Files over what is there, each that has one of its size and time there. The same errors.
    [[nodiscard]] Result<void> renew(int from, int to, const QByteArrayList &paths);

private:
    [[nodiscard]] Result<void> placeAll(int from, int to, const QByteArray &path);
    [[nodiscard]] Result<void> placeOne(int from, int to, const QByteArray &name, const QByteArray &path);
    [[nodiscard]] Result<void> meet(int from, int to, const QByteArray &name, const QByteArray &path);
    [[nodiscard]] Result<void> removeLeft(int from);
    [[nodiscard]] QByteArray at(const QByteArray &path) const { return m_target + '/' + path; }

    QByteArray m_target;
    ConflictRule m_rule;
    TransferCounters &m_counters;
    FailedFiles &m_failed;
    QByteArrayList m_left; // on purpose
};

} // namespace engine
