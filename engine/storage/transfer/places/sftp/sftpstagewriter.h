// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftppipe.h"
#include "engine/ssh/sftp/sftpstreams.h"
#include "engine/storage/transfer/places/sftp/sftpcontinued.h"
#include "engine/storage/transfer/places/sftp/sftpservers.h"
#include "engine/storage/transfer/wire/plan/runcontext.h"
#include "engine/storage/transfer/wire/stagewriter.h"

namespace engine {

constexpr int stageFolderMode = 0700; ///< nobody may look into what is not whole
/// Of a file until it is sealed. A source hardly has it, as its owner could not read it.
constexpr int stageFileMode = 0200;
// What a session asked for that was lost, its server may do much later: it must not open, and empty, what is ours by
// then.
constexpr quint32 newSftpFile = SftpClient::ForWrite | SftpClient::Create | SftpClient::Exclusive;
/// One that is there, to write to it, also where it was sealed.
[[nodiscard]] Result<SftpHandle> openSftpFile(SftpClient &client, const QString &full);
[[nodiscard]] SftpAttributes modeAlone(int mode);
/// Permissions and time, by which something counts as whole.
[[nodiscard]] SftpAttributes sealOf(const TreeEntry &entry);

/// Makes folders, on their way with all else. Whether they are there already is not asked: it would be one more
/// question a folder.
class SftpFolderMaker final
{
    Q_DISABLE_COPY_MOVE(SftpFolderMaker)

public:
    SftpFolderMaker(SftpPipe &pipe, QByteArray stage) : m_pipe(pipe), m_stage(std::move(stage)) { }

    Result<void> make(const QByteArray &folder); ///< with those above

private:
    SftpPipe &m_pipe;
    QByteArray m_stage;
    QByteArray m_last; // that was made
};

/// Fills a stage over SFTP, many files on their way at once. What the server refuses of one file is that file's alone.
/// Each MiB of one of more than mostAnew is noted once the server has confirmed it.
class SftpStageWriter final : public StageWriter
{
    Q_DISABLE_COPY_MOVE(SftpStageWriter)

public:
    /// What the lanes of a run share.
    struct Shared
    {
        SftpContinued &continued;
        SftpServers &servers;
        bool syncs; ///< what is noted must be on the disk
    };

    SftpStageWriter(std::shared_ptr<SftpClient> client, RunContext &context, const Shared &shared);
    ~SftpStageWriter() override;

    int add(const TreeEntry &entry) override;
    int begin(const TreeEntry &file, const QByteArray &path) override;
    int write(QByteArrayView bytes) override;
    int end() override;
    int finish() override;
    int beginParts(const TreeEntry &file, const QByteArray &path) override;
    int putBlock(qint64 at, QByteArrayView bytes) override;
    int putHole(qint64 at, qsizetype length) override;
    int endMebibyte(qint64 mib) override;
    int endParts() override;
    int sealParts(const std::vector<TreeEntry> &files, const Sealed &sealed) override;

private:
    struct File; // that is on its way
    using FilePtr = std::shared_ptr<File>;
    struct Sealing; // of a large file
    struct Mebibyte
    {
        qint64 number;
        qint64 end; ///< of the bytes that were given to the writer
    };

    [[nodiscard]] int told(const Result<void> &result) { return result ? 0 : fail(result.error()); }
    Result<void> addLink(const TreeEntry &link);
    Result<void> linked(const TreeEntry &link, const SftpReply &reply);
    Result<void> opened(const FilePtr &file, const SftpReply &reply);
    Result<void> openAnew(const FilePtr &file, const SftpStatus &why);
    Result<void> flush(const FilePtr &file);
    Result<void> written(const FilePtr &file, qint64 end, const SftpReply &reply);
    Result<void> noteTo(const FilePtr &file, qint64 end);
    Result<void> seal(const FilePtr &file);
    Result<void> sealIfWhole(const FilePtr &file);
    void spoil(File &file, const QString &words);
    void note(const QByteArray &path, const SftpStatus &why);
    Result<void> openedToSeal(const std::shared_ptr<Sealing> &sealing, const QString &full, const SftpReply &reply);
    Result<void> sealAndClose(const std::shared_ptr<Sealing> &sealing);
    Result<void> endSealing(const Sealing &sealing);
    enum class There { Nothing, EmptyFile, Another };
    /// What is at a path of the stage; where nothing is, the folders above it are there from then on.
    Result<There> lookAtPlace(const QByteArray &path);
    Result<void> makeFoldersAbove(const QByteArray &path);
    Result<void> checkSpace();
    void note();
    int refused(const Error &error);
    [[nodiscard]] QByteArray staged(const QByteArray &path) const { return m_context.stagePath() + '/' + path; }

    std::shared_ptr<SftpClient> m_client;
    RunContext &m_context;
    SftpContinued &m_continued;
    bool m_syncs;
    SftpPipe m_pipe;
    SftpFolderMaker m_folders;
    FilePtr m_file; // whose bytes come
    qint64 m_held = 0; // bytes that are not on their way yet
    // The large file.
    TreeEntry m_large;
    QByteArray m_path;
    bool m_isBad = false;
    SftpHandle m_handle;
    std::optional<SftpWriter> m_writer;
    qint64 m_given = 0; // to it
    std::deque<Mebibyte> m_unconfirmed;
};

} // namespace engine
