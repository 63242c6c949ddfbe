// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/sftp/sftperrors.h"

#include "engine/api/paths.h"
#include "engine/ssh/servertext.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qsizetype longestText = 200;

QString technicalOf(const SftpStatus &status)
{
    return u"SFTP status %1 %2"_s.arg(quint32(status.code)).arg(harmless(status.text, longestText)).trimmed();
}

} // namespace

QString refusalWords(const SftpStatus &status)
{
    switch (status.code) {
    case SftpCode::PermissionDenied:
        return u"permission denied"_s;
    case SftpCode::BadMessage:
        return u"its sftp server does not take such a name or request"_s;
    case SftpCode::Unsupported:
        return u"its sftp server cannot do that"_s;
    default:
        break;
    }
    const QString said = harmless(status.text, longestText);
    if (said.isEmpty() || said.compare(u"failure"_s, Qt::CaseInsensitive) == 0)
        return u"its sftp server gives no reason"_s;
    return said;
}

Error refusedError(const SftpStatus &status, const QString &path, SftpPurpose purpose)
{
    Error error = status.code == SftpCode::NoSuchFile
        ? Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("engine", "There is no %1."), {shownPath(path)}}, path}
        : refusedError(refusalWords(status), path, purpose);
    error.technical = technicalOf(status);
    return error;
}

Error refusedError(const QString &reason, const QString &path, SftpPurpose purpose)
{
    const char *sentence = purpose == SftpPurpose::Read ? QT_TRANSLATE_NOOP("engine", "%1 cannot be read: %2.")
                                                        : QT_TRANSLATE_NOOP("engine", "%1 cannot be changed: %2.");
    return Error::of(ErrorCode::IoError, {sentence, {shownPath(path), reason}}, path, reason);
}

Error existsError(const QString &path)
{
    return {ErrorCode::AlreadyExists, {QT_TRANSLATE_NOOP("engine", "%1 is there already."), {shownPath(path)}}, path};
}

Error silenceError()
{
    return {ErrorCode::Timeout, QT_TRANSLATE_NOOP("engine", "The machine's sftp server took too long to answer.")};
}

Error noServerError(const QString &technical)
{
    return Error::of(
        ErrorCode::IoError,
        QT_TRANSLATE_NOOP("engine", "The machine does not offer its files: its sshd has no sftp subsystem."), {},
        technical);
}

Error greetingError(const QString &technical)
{
    return Error::of(
        ErrorCode::IoError,
        QT_TRANSLATE_NOOP("engine",
                          "The machine's sftp server does not answer as one. See that nothing prints text when the "
                          "account's shell starts, as ~/.bashrc may."),
        {}, technical);
}

Error serverEndedError()
{
    return {ErrorCode::CommandFailed, QT_TRANSLATE_NOOP("engine", "The machine's sftp server has ended.")};
}

Error protocolError(const QString &technical)
{
    return Error::of(
        ErrorCode::IoError,
        {QT_TRANSLATE_NOOP("engine", "The machine's sftp server answered what it must not (%1), and was left."),
         {technical}},
        {}, technical);
}

} // namespace engine
