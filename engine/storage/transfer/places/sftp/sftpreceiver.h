// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftppipe.h"
#include "engine/storage/transfer/wire/plan/runcontext.h"
#include "engine/storage/transfer/wire/stagewriter.h"
#include "engine/storage/transfer/wire/tree/treebatch.h"

#include <map>

namespace engine {

/// Brings small files and links of a machine to a writer. Many are requested at once, and written one after the other.
/// A file that differs from the list when it is read does not count as whole. Thread: the client's.
class SftpReceiver final
{
    Q_DISABLE_COPY_MOVE(SftpReceiver)

public:
    SftpReceiver(SftpClient &client, RunContext &context, StageWriter &writer);

    /// Errors: the client's and the writer's.
    [[nodiscard]] Result<void> receive(const TreeBatch &batch);

private:
    struct File; // a file or a link
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
    std::deque<FilePtr> m_files; // in the order of writing
    qint64 m_held = 0; // bytes that are requested and not written yet
    SftpPipe m_pipe;
};

/// Whether a file is in the version that was listed.
[[nodiscard]] bool isAsListed(const TreeEntry &listed, const SftpAttributes &now);

} // namespace engine
