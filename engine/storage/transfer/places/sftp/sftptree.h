// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftppipe.h"
#include "engine/storage/transfer/wire/tree/treeentry.h"

#include <deque>
#include <vector>

namespace engine {

/// Trees of a machine as its SFTP server lists them. Names are such that they can be one; all else may be a lie. Links
/// are entries, and never followed. Holds the names of the folders that wait, and no others. Thread: the client's.
class SftpTree final
{
    Q_DISABLE_COPY_MOVE(SftpTree)

public:
    using Take = std::function<Result<void>(TreeEntry &&)>; ///< its error ends the listing
    /// What cannot be read is told, and left out.
    using Trouble = std::function<void(const QByteArray &path, const QString &words)>;
    enum class Locked { Left, Opened }; ///< folders of our own: whoever may not look into them is let in

    /// Of more entries than \a most nothing more is taken: CommandFailed.
    SftpTree(SftpClient &client, qint64 most, Trouble trouble, Locked locked = Locked::Left);

    /// What is called \a name in a folder, with all below it, each folder after what it holds; nothing when there is
    /// none. Paths are from \a folder on.
    [[nodiscard]] Result<void> list(const QByteArray &folder, const QByteArray &name, const Take &take);
    /// The same of one that looks as lookUp() says.
    [[nodiscard]] Result<void> list(const QByteArray &folder, const QByteArray &name,
                                    const std::optional<SftpAttributes> &found, const Take &take);
    enum class Depth { Itself, Below }; ///< of a folder: what is in it, or also what is below
    /// The same of all that is in \a folder.
    [[nodiscard]] Result<void> listAll(const QByteArray &folder, Depth depth, const Take &take);

private:
    struct Waiting // a folder that is to be read
    {
        TreeEntry entry;
        quint32 opening = 0; ///< the request, until it is answered
        SftpHandle handle;
        std::vector<quint32> reads; ///< requests, in order
        bool isAsked = false;
        bool isRefused = false;
    };

    Result<void> descend(Waiting &folder, int depth);
    Result<void> read(Waiting &folder, std::deque<Waiting> &below);
    Result<void> takePage(const Waiting &folder, const QList<SftpName> &names, std::deque<Waiting> &below);
    Result<void> takeFolders(std::vector<TreeEntry> &&folders, std::vector<TreeEntry> &links,
                             std::deque<Waiting> &below);
    Result<void> takeLinks(std::vector<TreeEntry> &&links);
    Result<void> give(TreeEntry &&entry);
    void askAhead(std::deque<Waiting> &folders, size_t from);
    void askFor(Waiting &folder);
    void begin(Waiting &folder);
    void takeHandle(Waiting &folder);
    [[nodiscard]] QByteArray full(const QByteArray &path) const;

    SftpClient &m_client;
    qint64 m_most;
    Trouble m_trouble;
    Locked m_locked;
    bool m_isDeep = true;
    QByteArray m_folder;
    const Take *m_take = nullptr;
    qint64 m_entries = 0;
    qint64 m_waitingBytes = 0;
    int m_ahead = 0; // folders that are asked for
};

/// What each of some names of a folder is, by their order, asked for together; none of one that is not there. Errors:
/// the client's.
[[nodiscard]] Result<QList<std::optional<SftpAttributes>>> lookUp(SftpClient &client, const QByteArray &folder,
                                                                  const QByteArrayList &names);
/// As a listing says it is; without a target.
[[nodiscard]] TreeEntry treeEntryOf(const QByteArray &path, const SftpAttributes &attributes);
/// Calls \a take with each name in a folder, until one is answered with false. Who moves or removes them does so after
/// the last: a server may lose its place. Errors: the client's.
[[nodiscard]] Result<void> eachSftpName(SftpClient &client, const QByteArray &folder,
                                        const std::function<bool(const SftpName &)> &take);
/// Makes a folder, with those above it; one that is there is fine. \a mode: of those that are made. Errors: the
/// client's, IoError.
[[nodiscard]] Result<void> makeSftpPath(SftpClient &client, const QByteArray &path, std::optional<int> mode = {});
enum class FilesOfTree { Removed, Kept };
/// Takes a folder away with all it holds, or what is no folder; done, too, when there is none. Where files are to be
/// kept, it is IoError that there is one. Errors: the client's, IoError.
[[nodiscard]] Result<void> removeSftpTree(SftpClient &client, const QByteArray &path,
                                          FilesOfTree files = FilesOfTree::Removed);

} // namespace engine
