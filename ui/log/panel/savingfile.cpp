// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/panel/savingfile.h"

#include <cerrno>

#include <unistd.h>

namespace ui {

namespace {

constexpr qint64 syncedAtOnce = 64 * 1024 * 1024;

} // namespace

SavingFile::SavingFile(const QString &target, std::function<bool()> isWanted)
    : m_file(target), m_isWanted(std::move(isWanted)), m_isGood(m_file.open(QIODevice::WriteOnly))
{
}

bool SavingFile::write(QByteArrayView bytes)
{
    m_isGood = m_isGood && m_isWanted() && m_file.write(bytes.data(), bytes.size()) == bytes.size();
    m_unsynced += bytes.size();
    if (m_isGood && m_unsynced >= syncedAtOnce)
        m_isGood = sync();
    return m_isGood;
}

bool SavingFile::sync()
{
    m_unsynced = 0;
    if (!m_file.flush())
        return false;
    if (::fdatasync(m_file.handle()) == 0)
        return true;
    m_reason = qt_error_string(errno);
    return false;
}

engine::Result<void> SavingFile::commit()
{
    m_isGood = m_isGood && sync();
    if (!m_isWanted())
        return engine::Error::of(engine::ErrorCode::Canceled, {});
    if (m_isGood && m_file.commit())
        return {};
    return engine::Error::of(engine::ErrorCode::IoError,
                             {QT_TRANSLATE_NOOP("engine", "%1 was not saved: %2"),
                              {m_file.fileName(), m_reason.isEmpty() ? m_file.errorString() : m_reason}});
}

} // namespace ui
