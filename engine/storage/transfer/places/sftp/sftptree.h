// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftppipe.h"
#include "engine/storage/transfer/wire/tree/treeentry.h"

#include <deque>
#include <vector>

namespace engine {

/// Lists trees of a machine by SFTP. Only valid names are accepted; the other facts are not checked. Links are entries,
/// and never followed. Keeps only the names of folders that are still to be read. Thread: the client's.
class SftpTree final
{
    Q_DISABLE_COPY_MOVE(SftpTree)

public:
    using Take = std::function<Result<void>(TreeEntry &&)>; ///< its error ends the listing
    /// Called for an entry that cannot be read, which is left out.
    using Trouble = std::function<void(const QByteArray &path, const QString &words)>;
    /// What happens to folders that their permissions close. Opened: we change the permissions, as the folders are
    /// ours.
    enum class Locked { Left, Opened };

    /// CommandFailed when there are more than \a most entries.
    SftpTree(SftpClient &client, qint64 most, Trouble trouble, Locked locked = Locked::Left);

    /// Lists \a name in a folder, with all below it: each folder after its entries. No entries: it does not exist.
    /// Paths are relative to \a folder.
    [[nodiscard]] Result<void> list(const QByteArray &folder, const QByteArray &name, const Take &take);
    /// The same for several names, which are looked up together.
    [[nodiscard]] Result<void> list(const QByteArray &folder, const QByteArrayList &names, const Take &take);
    enum class Depth { Itself, Below }; ///< Itself: only the entries of the folder
    /// The same for all entries of \a folder.
    [[nodiscard]] Result<void> listAll(const QByteArray &folder, Depth depth, const Take &take);

private:
    struct Waiting // folder that is to be read
    {
        TreeEntry entry;
        quint32 opening = 0; ///< request, until it is answered
        SftpHandle handle;
        std::vector<quint32> reads; ///< requests, in order
        bool isAsked = false;
        bool isRefused = false;
    };

    Result<void> listFound(const QByteArray &name, const SftpAttributes &found);
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
    int m_ahead = 0; // folders with open requests
};

/// Attributes of names in a folder, in their order, requested together; none: the name does not exist. Errors: the
/// client's.
[[nodiscard]] Result<QList<std::optional<SftpAttributes>>> lookUp(SftpClient &client, const QByteArray &folder,
                                                                  const QByteArrayList &names);
/// The entry for attributes; without a link's target.
[[nodiscard]] TreeEntry treeEntryOf(const QByteArray &path, const SftpAttributes &attributes);
/// Calls \a take with each name in a folder, until it returns false. Entries must not be moved or removed before the
/// last one, as a server may then skip names. Errors: the client's.
[[nodiscard]] Result<void> eachSftpName(SftpClient &client, const QByteArray &folder,
                                        const std::function<bool(const SftpName &)> &take);
/// Makes a folder and its parents; success if it exists. \a mode: of new folders. Errors: the client's, IoError.
[[nodiscard]] Result<void> makeSftpPath(SftpClient &client, const QByteArray &path, std::optional<int> mode = {});
enum class FilesOfTree { Removed, Kept };
/// Removes an entry, a folder with all below it; success if it does not exist. With FilesOfTree::Kept a file in it is
/// an IoError. Errors: the client's, IoError.
[[nodiscard]] Result<void> removeSftpTree(SftpClient &client, const QByteArray &path,
                                          FilesOfTree files = FilesOfTree::Removed);

} // namespace engine
