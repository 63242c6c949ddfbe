// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

namespace engine {

/// What was counted: a link counts as a file, and what it leads to not at all.
struct FileCount
{
    qint64 files = 0;
    qint64 folders = 0;
    qint64 bytes = 0;
    bool operator==(const FileCount &) const = default;
};

/// Something that is in the trash of its place.
struct TrashedFile
{
    QString path; ///< where it was
    QString trashed; ///< where it is
    bool operator==(const TrashedFile &) const = default;
};

/// Something that is to be done to files where they are. Value; any thread.
struct FileTaskRequest
{
    enum class Kind {
        Measure,
        Remove, ///< only what was counted before
        Trash,
        Restore, ///< out of the trash; needs no paths
        Checksum,
    };

    Kind kind = Kind::Measure;
    QString place; ///< machine; empty: this computer
    QStringList paths;
    FileCount counted; ///< Remove: what its user was shown
    QList<TrashedFile> trashed; ///< Restore
    QString algorithm; ///< Checksum: "sha256" or "md5"

    [[nodiscard]] QJsonObject toJson() const;
    /// InvalidArgument names what is missing or makes no sense.
    [[nodiscard]] static Result<FileTaskRequest> fromJson(const QJsonObject &json);
};
template <>
inline constexpr std::array wireWords<FileTaskRequest::Kind>{"measure", "remove", "trash", "restore", "checksum"};

/// How far it is; what is known when it has ended. Of one that ended with an error it has what was done before.
struct FileTaskSnapshot
{
    bool isDone = false; ///< it has ended
    std::optional<Error> error; ///< why it ended before it was through
    FileCount count; ///< Measure: so far
    qint64 itemsDone = 0; ///< Remove: files and folders; else paths
    qint64 bytesDone = 0; ///< Checksum: of all paths, where the place tells
    QList<TrashedFile> trashed; ///< Trash: what is there now; Restore: what came back
    QStringList sums; ///< Checksum: in the order of the paths

    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] static FileTaskSnapshot fromJson(const QJsonObject &json);
};

} // namespace engine
