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
    /// The key that a mapping is compared with: "https://ACCOUNT.file.core.windows.net/SHARE",
    /// "blob://ACCOUNT/CONTAINER", the file server's id, the mount command, or the path.
    QString source;
    QString relativeMountPath;
    QJsonObject settings; ///< the entry as written, with its secrets
    QString target; ///< JSONPath of the entry: "$.properties.mountVolumes.azureFileShares[0]"
};

/// All valid entries of \a mountVolumes in the order of the schema; those of kind path (x-batchdeck.paths[]:
/// {"path","relativeMountPath"}) last. \a target is the JSONPath of \a mountVolumes. Pure.
[[nodiscard]] QList<Volume> volumesOf(const QJsonObject &mountVolumes, const QString &target);

/// Whether \a target of a mapping is a container of a storage account: "blob://ACCOUNT/CONTAINER".
[[nodiscard]] bool isContainer(const QString &target);

/// The containers that the volumes of \a mountVolumes are mapped to, each once. Pure.
[[nodiscard]] QStringList containersOf(const QJsonObject &mountVolumes, const QList<MappedVolume> &mappings);

/// Reads a mapping as typed; the error names the invalid part and its form. Pure.
[[nodiscard]] Result<MappedVolume> parseVolumeMapping(const QString &source, const QString &target);

/// The mapped target for \a volume; the most specific source wins. Empty when there is none. Accounts, shares,
/// containers and ids are compared without case, trailing "/" and case of the scheme. Pure.
[[nodiscard]] QString mappedTarget(const Volume &volume, const QList<MappedVolume> &mappings);

} // namespace engine
