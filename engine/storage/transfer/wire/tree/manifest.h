// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/bulksession.h"
#include "engine/storage/transfer/wire/tree/treeentry.h"

#include <functional>
#include <limits>

namespace engine {

/// Parses the manifest of transfer.sh, in pieces of any size. An entry is "KIND SIZE SECONDS NUL PATH NUL TARGET NUL".
/// If they were requested, "MODE BLOCKS" (octal; blocks of 512 bytes) and the owner follow the seconds. The output is
/// not trusted: an entry that is malformed, too long, or leads out of the tree is an error. Pure.
class ManifestReader final
{
public:
    static constexpr qsizetype longestPart = 16 * 1024; ///< of an entry; PATH_MAX is 4096

    /// Entries have a mode and tell holes only if these were requested.
    using Take = std::function<void(TreeEntry &&)>;

    explicit ManifestReader(Take take) : m_take(std::move(take)) { }

    [[nodiscard]] Result<void> feed(const QByteArray &bytes);
    [[nodiscard]] static Error nonsense(); ///< feed()'s error for a malformed manifest
    /// Whether the manifest ended behind an entry.
    [[nodiscard]] bool isWhole() const { return m_rest.isEmpty() && m_part == 0; }

private:
    [[nodiscard]] bool takePart(QByteArrayView part);
    [[nodiscard]] bool takeFacts(QByteArrayView facts);

    Take m_take;
    QByteArray m_rest;
    int m_part = 0; // 0 facts, 1 path, 2 target
    TreeEntry m_entry;
};

/// Whether the facts that a machine sends before a file's bytes are those of its list.
[[nodiscard]] bool isAsListed(const TreeEntry &listed, const QByteArray &facts);

/// The manifest of an entry, with all that can be requested.
[[nodiscard]] QByteArray manifestOf(const TreeEntry &entry);

/// Reads the list that \a list, a function of transfer.sh, writes. A list that is cut off is no error. Errors:
/// CommandFailed when it is malformed, or has more than \a most entries; the session's.
[[nodiscard]] Result<void> readManifest(BulkSession &session, const char *list, const QByteArrayList &words,
                                        const ManifestReader::Take &take,
                                        qint64 most = std::numeric_limits<qint64>::max());

/// The same of a running command, whose list begins with \a first.
[[nodiscard]] Result<void> readManifest(BulkCommand &command, const QByteArray &first, const ManifestReader::Take &take,
                                        qint64 most);

/// The same of a list in memory.
[[nodiscard]] Result<void> readManifest(const QByteArray &list, const ManifestReader::Take &take, qint64 most);

/// Whether \a path stays in its tree: it is not absolute, and has no ".." and no empty part.
[[nodiscard]] bool staysInside(QByteArrayView path);

} // namespace engine
