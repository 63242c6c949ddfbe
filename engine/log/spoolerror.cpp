// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/spoolerror.h"

#include <cerrno>

namespace engine {

Error spoolError(const QString &path, const std::error_code &error)
{
    const int number = error.value();
    const bool isFull = number == ENOSPC || number == EDQUOT;
    const bool isNoName = number == ENAMETOOLONG || number == EISDIR || number == ENOTDIR || number == EINVAL;
    const char *words = isFull
        ? QT_TRANSLATE_NOOP("engine",
                            "The disk of this computer is full, so %1 stops growing. It goes on by itself "
                            "within a minute after there is room.")
        : isNoName ? QT_TRANSLATE_NOOP("engine", "Nothing on this computer can have the name %1, so it is not copied.")
                   : QT_TRANSLATE_NOOP("engine",
                                       "%1 cannot be written. Check the rights of its folder; then it goes "
                                       "on by itself within a minute.");
    return Error::of(isNoName ? ErrorCode::InvalidArgument : ErrorCode::IoError, {words, {path}}, path,
                     qt_error_string(number));
}

Error unreadSpool(const QString &path, const std::error_code &error)
{
    return Error::of(ErrorCode::IoError,
                     {QT_TRANSLATE_NOOP("engine",
                                        "%1 cannot be read, so it is not known where the copy goes on. That is tried "
                                        "again within a minute."),
                      {path}},
                     path, qt_error_string(error.value()));
}

} // namespace engine
