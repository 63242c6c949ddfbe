// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/file/spoolfile.h"

#include "engine/log/core/file/spoolpath.h"
#include "engine/log/core/file/textfile.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace engine::logcore {

std::error_code SpoolFile::look()
{
    std::error_code error;
    const std::shared_ptr<const TextFile> file = TextFile::open(m_path, error);
    TextFile::Facts facts;
    if (file && !file->facts(facts))
        return std::make_error_code(std::errc::io_error);
    if (!error)
        m_size = facts.size;
    return error;
}

bool SpoolFile::exists() const
{
    struct stat status = {};
    return m_file.isValid() || ::stat(m_path.c_str(), &status) == 0;
}

std::error_code SpoolFile::readEnd(std::int64_t length, std::string &bytes) const
{
    bytes.clear();
    if (length == 0)
        return {};
    std::error_code error;
    if (const std::shared_ptr<const TextFile> file = TextFile::open(m_path, error))
        bytes = file->read(m_size - length, length);
    if (!error && std::int64_t(bytes.size()) != length)
        return std::make_error_code(std::errc::io_error);
    return error;
}

std::error_code SpoolFile::create()
{
    if (m_file.isValid())
        return {};
    if (const std::error_code error = makeFoldersOf(m_path))
        return error;
    m_file.reset(::open(m_path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600));
    if (!m_file.isValid())
        return {errno, std::system_category()};
    m_size = ::lseek(m_file.get(), 0, SEEK_END);
    return {};
}

std::error_code SpoolFile::append(std::string_view bytes)
{
    if (const std::error_code error = create())
        return error;
    while (!bytes.empty()) {
        const ssize_t written = ::write(m_file.get(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return {errno, std::system_category()};
        bytes.remove_prefix(std::size_t(written));
        m_size += written;
    }
    return {};
}

} // namespace engine::logcore
