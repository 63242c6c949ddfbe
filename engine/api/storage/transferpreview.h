// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transfers.h"

namespace engine {

/// A file that is there already, and is another one.
struct DifferingFile
{
    QString path; ///< from the folder of the sources
    qint64 bytes = 0; ///< of the one that would be sent
    bool isNewer = false; ///< it was changed after the one that is there
};

/// What a transfer would do, as far as it was counted. Links count as files; what ignore files leave out is none.
struct TransferPreview
{
    bool isCounted = false; ///< the next five are whole
    qint64 files = 0;
    qint64 folders = 0;
    qint64 bytes = 0;
    qint64 holes = 0; ///< bytes of those that will take no space
    qint64 ignored = 0; ///< a folder with all in it as one
    qint64 unreadable = 0;
    bool isCompared = false; ///< the next seven are whole
    qint64 filesThere = 0; ///< as they are here
    qint64 bytesThere = 0;
    qint64 holesThere = 0;
    qint64 filesDiffering = 0;
    qint64 bytesDiffering = 0; ///< of those that would be sent
    qint64 holesDiffering = 0;
    qint64 foldersThere = 0;
    QList<DifferingFile> differing; ///< the first of them, once all were compared
    std::optional<qint64> freeBytes; ///< where it goes; none: not known
    qint64 bytesPerSecond = 0; ///< of what was brought there last; 0: not known
    Message problem; ///< why not more is known; empty: nothing went wrong

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
