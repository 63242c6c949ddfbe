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

constexpr int stageFolderMode = 0700; ///< no other user may read incomplete files
/// Mode of a file until it is sealed. Hardly any source has it, as its owner could not read the file.
constexpr int stageFileMode = 0200;
// The server of a lost session may carry out its requests much later: they must not open and truncate files of a later
// run.
constexpr quint32 newSftpFile = SftpClient::ForWrite | SftpClient::Create | SftpClient::Exclusive;
/// Opens an existing file for writing, also if it is sealed.
[[nodiscard]] Result<SftpHandle> openSftpFile(SftpClient &client, const QString &full);
[[nodiscard]] SftpAttributes modeAlone(int mode);
/// Permissions and time of an entry, which mark it as whole.
[[nodiscard]] SftpAttributes sealOf(const TreeEntry &entry);

/// Makes folders by requests among the others. It does not ask whether they exist, which would be one more request for
/// each folder.
class SftpFolderMaker final
{
    Q_DISABLE_COPY_MOVE(SftpFolderMaker)

public:
    SftpFolderMaker(SftpPipe &pipe, QByteArray stage) : m_pipe(pipe), m_stage(std::move(stage)) { }

    Result<void> make(const QByteArray &folder); ///< with its parents

private:
    SftpPipe &m_pipe;
    QByteArray m_stage;
    QByteArray m_last; // folder that was made
};

/// Fills a staging folder by SFTP, with requests for many files at once. A refused request fails only its file. Each
/// MiB of a file of more than mostResent bytes is noted once the server has confirmed it.
class SftpStageWriter final : public StageWriter
{
    Q_DISABLE_COPY_MOVE(SftpStageWriter)

public:
    /// Shared by the lanes of a run.
    struct Shared
    {
        SftpContinued &continued;
        SftpServers &servers;
        bool syncs; ///< data must be on the disk before it is noted
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
    struct File; // with open requests
    using FilePtr = std::shared_ptr<File>;
    struct Sealing; // of a large file
    struct Mebibyte
    {
        qint64 number;
        qint64 end; ///< of the bytes given to m_writer
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
    /// What exists at a path of the staging folder. Nothing: its parents are made.
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
    FilePtr m_file; // between begin() and end()
    qint64 m_held = 0; // bytes that are not sent yet
    // Of the file that comes in parts:
    TreeEntry m_large;
    QByteArray m_path;
    bool m_isBad = false;
    SftpHandle m_handle;
    std::optional<SftpWriter> m_writer;
    qint64 m_given = 0; // bytes given to m_writer
    std::deque<Mebibyte> m_unconfirmed;
};

} // namespace engine
