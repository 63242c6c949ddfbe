// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/blob/blobsession.h"
#include "engine/storage/transfer/places/here/filesums.h"
#include "engine/storage/transfer/wire/tree/treeentry.h"

namespace engine {

/// Where a path of an account leads: "/photos/2024/a.jpg" is "2024/a.jpg" in the container photos.
struct BlobPath
{
    QString container; ///< empty: of the account's root
    QString blob; ///< empty: of a container
};
/// \a path: from \a folder, which is absolute.
[[nodiscard]] BlobPath blobPathOf(const QByteArray &folder, const QByteArray &path = {});

/// The time of change as rclone keeps it in a blob's metadata: "2026-01-31T12:00:00.123456789Z". Empty: the year has
/// not four digits. Pure.
inline const QString blobTimeName = QStringLiteral("mtime");
[[nodiscard]] QString blobTimeText(const TreeEntry &file);
/// A blob as a file, with its ETag in `target`. Its time is the one kept in its metadata, if any.
[[nodiscard]] TreeEntry blobEntryOf(const QByteArray &path, const BlobEntry &blob);

/// An empty blob that stands for a folder: its name ends with a slash, or it has the metadata hdi_isfolder.
[[nodiscard]] bool isBlobFolder(const BlobEntry &blob);

/// Lists trees of an account as files and folders: a folder is what several names begin with, up to a slash, or a
/// marker. Names are not trusted: a name that would lead out of its tree or that the service's list lacks, a blob that
/// has the name of a folder, and a blob with bytes whose name ends with a slash are trouble of their own. A folder
/// comes before its entries; a service that does not sort its list may make it come twice. One thread. Errors: those of
/// the requests.
class BlobTree final
{
    Q_DISABLE_COPY_MOVE(BlobTree)

public:
    /// \a blob: the file, or the marker of the folder; null: it has none.
    using Take = std::function<Result<void>(TreeEntry &&entry, const BlobEntry *blob)>;
    /// \a files: how many files it is about.
    using Trouble = std::function<void(const QByteArray &path, const QString &words, qint64 files)>;

    BlobTree(BlobSession &session, QByteArray folder, Trouble trouble)
        : m_session(session), m_folder(std::move(folder)), m_trouble(std::move(trouble))
    {
    }

    /// Lists \a names, which are paths from the folder, with all that is in them. \a withNumbered: also "a (2).txt" for
    /// "a.txt". Names that do not exist have no entries.
    [[nodiscard]] Result<void> list(const QByteArrayList &names, const Take &take, bool withNumbered = false);
    [[nodiscard]] Result<QByteArrayList> missing(const QByteArrayList &names);

private:
    struct Held
    {
        TreeEntry entry;
        BlobEntry blob;
        bool isHidden = false; // by a folder of its name
    };
    struct Top; // what the names are

    [[nodiscard]] Result<Top> look(const QByteArrayList &names, bool withNumbered);
    [[nodiscard]] Result<void> lookInto(const QByteArray &parent, const QByteArrayList &names, bool withNumbered,
                                        Top &top);
    [[nodiscard]] Result<void> listFolder(const QByteArray &path, const BlobEntry *marker, const Take &take);
    [[nodiscard]] Result<void> takeBlob(const QByteArray &path, const BlobEntry &blob, const Take &take);
    [[nodiscard]] Result<void> openFolder(const QByteArray &path, const BlobEntry *marker, const Take &take);
    [[nodiscard]] Result<void> release(const QByteArray &next, const Take &take);

    BlobSession &m_session;
    QByteArray m_folder;
    Trouble m_trouble;
    qint64 m_now = QDateTime::currentSecsSinceEpoch(); // of folders, which have no time
    QByteArrayList m_open; // folders of the last entry
    std::vector<Held> m_held; // blobs whose names may turn out to be those of folders; each begins with the one before
};

/// SHA-256 of blobs, which are read here. Without blobs that cannot be read. Canceled when \a stop is requested.
[[nodiscard]] Result<FileSums> blobSums(BlobSession &session, const QByteArray &folder, const QByteArrayList &paths,
                                        Pacer &pacer, const std::stop_token &stop);

} // namespace engine
