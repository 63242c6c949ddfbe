// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/mappedvolume.h"

namespace engine {

enum class VolumeKind { AzureFileShare, AzureBlob, FileServer, Unmanaged, Path };

/// "azureFileShare", "azureBlob", "fileServer", "unmanaged", "path".
[[nodiscard]] QString toString(VolumeKind kind);

/// One entry of a document's mountVolumes.
struct Volume
{
    VolumeKind kind = VolumeKind::Path;
    /// What a mapping compares: "https://ACCOUNT.file.core.windows.net/SHARE", "blob://ACCOUNT/CONTAINER", the file
    /// server's id, the mount command, or the path.
    QString source;
    QString relativeMountPath;
    QJsonObject settings; ///< the entry as given, secrets included where it has them
    QString target; ///< its place: "$.properties.mountVolumes.azureFileShares[0]"
};

/// Every entry of \a mountVolumes that has the right shape, in the order of the schema, those of kind path
/// (x-batchdeck.paths[]: {"path","relativeMountPath"}) last. \a target is the place of \a mountVolumes. Pure.
[[nodiscard]] QList<Volume> volumesOf(const QJsonObject &mountVolumes, const QString &target);

/// Reads what people type; the error says which of the two is wrong and how it should look. Pure.
[[nodiscard]] Result<MappedVolume> parseVolumeMapping(const QString &source, const QString &target);

/// The target for \a volume, the most exact source winning; empty: none. Accounts, shares, containers and ids are
/// compared without case, after a trailing "/" and the scheme's case are dropped. Pure.
[[nodiscard]] QString mappedTarget(const Volume &volume, const QList<MappedVolume> &mappings);

} // namespace engine
