// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/shell/filetaskerrors.h"

#include "engine/api/paths.h"

namespace engine {

Error isMissing(const QString &path)
{
    return {ErrorCode::NotFound, {QT_TRANSLATE_NOOP("engine", "There is no %1 any more."), {shownPath(path)}}, path};
}

Error isTheHomeFolder(const QString &path)
{
    return {ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine", "%1 is or holds the home folder: name what is in it."), {shownPath(path)}},
            path};
}

Error hasNoTrash(const QString &path)
{
    return {ErrorCode::IoError,
            {QT_TRANSLATE_NOOP("engine", "There is no trash for %1, and none can be made. It can be deleted."),
             {shownPath(path)}},
            path};
}

Error isAnother(const FileCount &now)
{
    return {ErrorCode::Conflict,
            {QT_TRANSLATE_NOOP("engine",
                               "It is not what was counted any more: now %1 files and %2 folders. Nothing was "
                               "deleted."),
             {QString::number(now.files), QString::number(now.folders)}}};
}

} // namespace engine
