// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

namespace engine {

/// Counts of files and bytes. A symbolic link counts as a file; its target is not counted.
struct FileCount
{
    qint64 files = 0;
    qint64 folders = 0;
    qint64 bytes = 0;
    bool operator==(const FileCount &) const = default;
};

/// An entry of the trash of a place.
struct TrashedFile
{
    QString path; ///< original path
    QString trashed; ///< path in the trash
    bool operator==(const TrashedFile &) const = default;
};

/// A file task: an operation on files in place. Value; any thread.
struct FileTaskRequest
{
    enum class Kind {
        Measure,
        Remove, ///< only what was counted before
        Trash,
        Restore, ///< out of the trash; paths are ignored
        Checksum,
    };

    Kind kind = Kind::Measure;
    QString place; ///< machine; empty: this computer
    QStringList paths;
    FileCount counted; ///< Remove: the counts that the user was shown
    QList<TrashedFile> trashed; ///< Restore
    QString algorithm; ///< Checksum: "sha256" or "md5"

    [[nodiscard]] QJsonObject toJson() const;
    /// InvalidArgument names the parameter that is missing or invalid.
    [[nodiscard]] static Result<FileTaskRequest> fromJson(const QJsonObject &json);
};
template <>
inline constexpr std::array wireWords<FileTaskRequest::Kind>{"measure", "remove", "trash", "restore", "checksum"};

/// Progress of a file task, and its result when it has ended. A task that failed reports what was done before.
struct FileTaskSnapshot
{
    bool isDone = false; ///< it has ended
    std::optional<Error> error; ///< why it ended early
    FileCount count; ///< Measure: counted so far
    qint64 itemsDone = 0; ///< Remove: files and folders; else paths
    qint64 bytesDone = 0; ///< Checksum: of all paths, if the place reports it
    QList<TrashedFile> trashed; ///< Trash: what is in the trash now; Restore: what was restored
    QStringList sums; ///< Checksum: in the order of the paths

    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] static FileTaskSnapshot fromJson(const QJsonObject &json);
};

} // namespace engine
