// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transfers.h"

namespace engine {

/// A file that exists at the target with other content.
struct DifferingFile
{
    QString path; ///< relative to the folder of the sources
    qint64 bytes = 0; ///< size of the source
    bool isNewer = false; ///< the source is newer than the target
};

/// What a transfer would do, as far as it is known. Links count as files; ignored files are not counted.
struct TransferPreview
{
    bool isCounted = false; ///< the next five members are final
    qint64 files = 0;
    qint64 folders = 0;
    qint64 bytes = 0;
    qint64 holes = 0; ///< bytes of holes of sparse files, which take no space
    qint64 ignored = 0; ///< an ignored folder counts as one
    qint64 unreadable = 0;
    bool isCompared = false; ///< the next seven members are final
    qint64 filesThere = 0; ///< equal at the target
    qint64 bytesThere = 0;
    qint64 holesThere = 0;
    qint64 filesDiffering = 0;
    qint64 bytesDiffering = 0; ///< bytes that would be sent of files that differ
    qint64 holesDiffering = 0;
    qint64 foldersThere = 0;
    QList<DifferingFile> differing; ///< the first of them, once all are compared
    std::optional<qint64> freeBytes; ///< at the target; none when unknown
    qint64 bytesPerSecond = 0; ///< rate of the last transfer to the target; 0 when unknown
    Message problem; ///< why counting or comparing stopped; empty when it did not

    static void describe(auto &self, auto &fields)
    {
        fields("counted", self.isCounted);
        fields("files", self.files);
        fields("folders", self.folders);
        fields("bytes", self.bytes);
        fields("holes", self.holes);
        fields("ignored", self.ignored);
        fields("unreadable", self.unreadable);
        fields("compared", self.isCompared);
        fields("filesThere", self.filesThere);
        fields("bytesThere", self.bytesThere);
        fields("holesThere", self.holesThere);
        fields("filesDiffering", self.filesDiffering);
        fields("bytesDiffering", self.bytesDiffering);
        fields("holesDiffering", self.holesDiffering);
        fields("foldersThere", self.foldersThere);
        fields("differing", self.differing);
        fields("freeBytes", self.freeBytes);
        fields("speed", self.bytesPerSecond);
        fields.optional("problem", self.problem);
    }
};

} // namespace engine
