// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/stage.h"

namespace engine {

/// Files that the system makes when they are read, those of /proc and /sys: what is told of their sizes is not true.
/// They are brought one by one, when all others are in the stage.
class MadeFiles final
{
    Q_DISABLE_COPY_MOVE(MadeFiles)

public:
    static constexpr qint64 mostBytes = 16 * 1024 * 1024; ///< of one
    /// All of one, of which nothing is waited for; no more than mostBytes and one. Unreachable and Canceled: of none is
    /// there anything to read any more; others are this one's.
    using Read = std::function<Result<QByteArray>(const QByteArray &path)>;

    explicit MadeFiles(RunContext &context) : m_context(context) { }

    [[nodiscard]] static bool has(const TransferPlan &plan, const TreeEntry &source);
    /// Whether it is one, which comes with bring().
    [[nodiscard]] bool take(const TreeEntry &source);
    [[nodiscard]] Result<void> bring(Stage &stage, const Read &read);

private:
    [[nodiscard]] int put(StageWriter &writer, const TreeEntry &there, QByteArrayView bytes);

    RunContext &m_context;
    std::vector<TreeEntry> m_files;
};

/// Of this computer.
[[nodiscard]] Result<QByteArray> readMade(const QByteArray &folder, const QByteArray &path);
/// Of a machine.
[[nodiscard]] Result<QByteArray> readMade(BulkSession &session, const QByteArray &folder, const QByteArray &path);
[[nodiscard]] Result<QByteArray> readMade(SftpClient &client, const QByteArray &folder, const QByteArray &path);

} // namespace engine
