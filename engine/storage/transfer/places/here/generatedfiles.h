// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/stage.h"

namespace engine {

/// Files of /proc and /sys, which the system generates when they are read, so that their listed sizes are wrong. They
/// are brought one by one, when all other files are in the staging folder.
class GeneratedFiles final
{
    Q_DISABLE_COPY_MOVE(GeneratedFiles)

public:
    static constexpr qint64 mostBytes = 16 * 1024 * 1024; ///< of one file
    /// Reads a file without blocking, up to mostBytes and one more. Errors: Unreachable and Canceled end the run;
    /// others are that file's.
    using Read = std::function<Result<QByteArray>(const QByteArray &path)>;

    explicit GeneratedFiles(RunContext &context) : m_context(context) { }

    [[nodiscard]] static bool has(const TransferPlan &plan, const TreeEntry &source);
    /// Whether it is such a file; bring() brings it then.
    [[nodiscard]] bool take(const TreeEntry &source);
    [[nodiscard]] Result<void> bring(Stage &stage, const Read &read);

private:
    [[nodiscard]] int put(StageWriter &writer, const TreeEntry &there, QByteArrayView bytes);

    RunContext &m_context;
    std::vector<TreeEntry> m_files;
};

/// Of this computer.
[[nodiscard]] Result<QByteArray> readGenerated(const QByteArray &folder, const QByteArray &path);
/// Of a machine.
[[nodiscard]] Result<QByteArray> readGenerated(BulkSession &session, const QByteArray &folder, const QByteArray &path);
[[nodiscard]] Result<QByteArray> readGenerated(SftpClient &client, const QByteArray &folder, const QByteArray &path);

} // namespace engine
