// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftppipe.h"
#include "engine/storage/transfer/wire/plan/runcontext.h"
#include "engine/storage/transfer/wire/stagewriter.h"
#include "engine/storage/transfer/wire/tree/treebatch.h"

#include <map>

namespace engine {

/// Brings small files and links of a machine into a stage, many on their way at once, and one after the other into the
/// writer. What is read and what the machine says of a file must be as it was listed, or the file does not count as
/// whole. Thread: the client's.
class SftpReceiver final
{
    Q_DISABLE_COPY_MOVE(SftpReceiver)

public:
    SftpReceiver(SftpClient &client, RunContext &context, StageWriter &writer);

    /// Errors: the client's and the writer's.
    [[nodiscard]] Result<void> receive(const TreeBatch &batch);

private:
    struct File; // or a link
    using FilePtr = std::shared_ptr<File>;

    Result<void> ask(const TreeEntry &entry);
    Result<void> opened(const FilePtr &file, const SftpReply &reply);
    Result<void> readNext(const FilePtr &file);
    Result<void> readPiece(const FilePtr &file, qint64 offset, qint64 size);
    Result<void> arrived(const FilePtr &file, qint64 offset, qint64 size, const SftpReply &reply);
    Result<void> settle();
    [[nodiscard]] Result<bool> settle(File &file);
    [[nodiscard]] Result<bool> putPieces(File &file);
    Result<void> told(File &file, int number);
    void fail(File &file, const QString &words);

    SftpClient &m_client;
    RunContext &m_context;
    StageWriter &m_writer;
    std::deque<FilePtr> m_files; // in the order in which they are written
    qint64 m_held = 0; // bytes that were asked for and are not written yet
    SftpPipe m_pipe;
};

/// Whether a file is what it was when it was listed.
[[nodiscard]] bool isAsListed(const TreeEntry &listed, const SftpAttributes &now);

} // namespace engine
