// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/bulksession.h"
#include "engine/storage/transfer/wire/tree/treeentry.h"

#include <functional>
#include <limits>

namespace engine {

/// Reads what transfer.sh's manifest says, in pieces of any size: "KIND SIZE SECONDS NUL PATH NUL TARGET NUL" an entry,
/// with "MODE BLOCKS" (octal, of 512 bytes) after the seconds where it was asked for them, and the owner after those.
/// A machine may say anything: what makes no sense, is too long, or leads out of the tree ends it. Pure.
class ManifestReader final
{
public:
    static constexpr qsizetype longestPart = 16 * 1024; ///< of an entry; PATH_MAX is 4096

    /// Entries have no mode and do not tell holes where the machine was not asked.
    using Take = std::function<void(TreeEntry &&)>;

    explicit ManifestReader(Take take) : m_take(std::move(take)) { }

    [[nodiscard]] Result<void> feed(const QByteArray &bytes);
    [[nodiscard]] static Error nonsense(); ///< what feed() answers then
    [[nodiscard]] bool isWhole() const { return m_rest.isEmpty() && m_part == 0; } ///< it did not end inside an entry

private:
    [[nodiscard]] bool takePart(QByteArrayView part);
    [[nodiscard]] bool takeFacts(QByteArrayView facts);

    Take m_take;
    QByteArray m_rest;
    int m_part = 0; // 0 facts, 1 path, 2 target
    TreeEntry m_entry;
};

/// Whether \a facts, as a machine says them of one file before it gives its bytes, are those of its list.
[[nodiscard]] bool isAsListed(const TreeEntry &listed, const QByteArray &facts);

/// An entry as a machine would say it that was asked for all.
[[nodiscard]] QByteArray manifestOf(const TreeEntry &entry);

/// What \a list, a function of transfer.sh, lists, to its end; one that is cut off is no error. Errors: CommandFailed
/// when it makes no sense, or has more entries than \a most; those of the session.
[[nodiscard]] Result<void> readManifest(BulkSession &session, const char *list, const QByteArrayList &words,
                                        const ManifestReader::Take &take,
                                        qint64 most = std::numeric_limits<qint64>::max());

/// The same of a command that runs already, whose list begins with \a first.
[[nodiscard]] Result<void> readManifest(BulkCommand &command, const QByteArray &first, const ManifestReader::Take &take,
                                        qint64 most);

/// The same of a whole list that is here.
[[nodiscard]] Result<void> readManifest(const QByteArray &list, const ManifestReader::Take &take, qint64 most);

/// Whether \a path of a tree stays in it: no "..", no empty part, not absolute.
[[nodiscard]] bool staysInside(QByteArrayView path);

} // namespace engine
