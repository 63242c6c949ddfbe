// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/spoolfile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace engine {

SpoolFile::SpoolFile(QString path) : m_path(std::move(path)), m_size(QFileInfo(m_path).size()) { }

SpoolFile::~SpoolFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

bool SpoolFile::exists() const
{
    return m_descriptor >= 0 || QFileInfo::exists(m_path);
}

QByteArray SpoolFile::end(qint64 length) const
{
    QFile file(m_path);
    if (length <= 0 || !file.open(QIODevice::ReadOnly) || !file.seek(m_size - length))
        return {};
    return file.read(length);
}

Result<void> SpoolFile::create()
{
    if (m_descriptor >= 0)
        return {};
    QDir().mkpath(QFileInfo(m_path).absolutePath());
    m_descriptor = ::open(QFile::encodeName(m_path).constData(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (m_descriptor < 0)
        return error(errno);
    m_size = ::lseek(m_descriptor, 0, SEEK_END);
    return {};
}

Result<void> SpoolFile::append(const QByteArray &bytes)
{
    if (Result<void> created = create(); !created)
        return created;
    qsizetype done = 0;
    while (done < bytes.size()) {
        const ssize_t written = ::write(m_descriptor, bytes.constData() + done, size_t(bytes.size() - done));
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return error(errno);
        done += written;
        m_size += written;
    }
    return {};
}

Error SpoolFile::error(int number) const
{
    const bool isFull = number == ENOSPC || number == EDQUOT;
    const Message message = isFull
        ? Message(QT_TRANSLATE_NOOP("engine",
                                    "The disk of this computer is full, so %1 stops growing. Free some space, "
                                    "then open the job again."),
                  {m_path})
        : Message(QT_TRANSLATE_NOOP("engine", "%1 cannot be written. Check the rights of its folder."), {m_path});
    return {.code = ErrorCode::IoError,
            .message = message,
            .target = m_path,
            .details = {},
            .technical = qt_error_string(number)};
}

} // namespace engine
