// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/paths.h"
#include "engine/api/words.h"

#include <QJsonArray>
#include <QJsonObject>

#include <optional>

namespace engine {

/// The place of a storage account: "blob://ACCOUNT". Its root has the containers.
[[nodiscard]] QString blobPlace(const QString &account);
/// The account of such a place; empty for any other place.
[[nodiscard]] QString accountOf(const QString &place);

/// A file or folder somewhere: "gpu-a:/data/x" on the machine gpu-a, "/data/x" on this computer, "blob://ACCOUNT/C/x"
/// in the container C of a storage account. Value; any thread.
struct Location
{
    QString place; ///< name of a machine, or blobPlace(); empty: this computer
    QString path; ///< absolute, clean (engine/api/paths.h)

    /// InvalidArgument names what is wrong.
    [[nodiscard]] static Result<Location> parse(const QString &text);
    [[nodiscard]] QString toString() const;
    [[nodiscard]] QJsonObject toJson() const; ///< the form of parameters of methods
    [[nodiscard]] Location child(const QString &name) const { return {place, joinedPath(path, name)}; }
    [[nodiscard]] Location parent() const { return {place, parentPath(path)}; }
    [[nodiscard]] QString name() const { return nameOfPath(path); }
    bool operator==(const Location &) const = default;
};

enum class EntryKind { File, Folder, Link, Other };

/// An entry of a folder. Value; any thread.
struct StorageEntry
{
    QString name;
    EntryKind kind = EntryKind::File; ///< not followed: a link is a link
    bool isFolder = false; ///< can be listed: a folder, or a link to one
    qint64 size = 0; ///< bytes; 0 for a folder
    qint64 modifiedMs = 0; ///< UTC
    int mode = -1; ///< permission bits, 0 to 07777; -1 when the place has none
    QString owner; ///< name or number; empty when unknown
    QString group;
    QString target; ///< target of a link; set by stat() only

    /// [name, kind, isFolder, size, modifiedMs, mode, owner, group, target]: an array, as there may be millions.
    [[nodiscard]] QJsonArray toJson() const;
    [[nodiscard]] static StorageEntry fromJson(const QJsonArray &json);
};

/// A place of files: this computer, a machine, a file server or a storage account. Value; any thread.
struct StoragePlace
{
    enum class Kind { ThisComputer, Machine, FileServer, StorageAccount };

    Kind kind = Kind::ThisComputer;
    QString name; ///< of the machine, file server or account; empty: this computer
    Location root; ///< where browsing starts: the home folder, the file server's folder, or an account's containers
    bool isOnline = true;

    static void describe(auto &self, auto &fields)
    {
        fields("kind", self.kind);
        fields("name", self.name);
        fields("place", self.root.place);
        fields("path", self.root.path);
        fields("online", self.isOnline);
    }
};
template <>
inline constexpr std::array wireWords<StoragePlace::Kind>{"thisComputer", "machine", "fileServer", "storageAccount"};

struct SpaceInfo
{
    qint64 totalBytes = 0;
    qint64 freeBytes = 0; ///< for the current user
    std::optional<qint64> freeEntries; ///< free inodes, if limited
};

} // namespace engine
