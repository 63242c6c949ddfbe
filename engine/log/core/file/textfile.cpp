// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/file/textfile.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace engine::logcore {

namespace {

TextFile::Facts factsFrom(const struct stat &status)
{
    return {status.st_dev, status.st_ino, status.st_size,
            std::int64_t(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec};
}

} // namespace

std::shared_ptr<const TextFile> TextFile::open(const std::string &path)
{
    std::error_code error;
    return open(path, error);
}

std::shared_ptr<const TextFile> TextFile::open(const std::string &path, std::error_code &error)
{
    error.clear();
    // O_NONBLOCK: opening a FIFO of that name must not block. It has no effect on a file.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status = {};
    if (descriptor >= 0 && ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode))
        return adopt(descriptor);
    if (descriptor >= 0)
        ::close(descriptor);
    else if (errno != ENOENT && errno != ENOTDIR && errno != ENAMETOOLONG)
        error.assign(errno, std::system_category());
    return nullptr;
}

std::shared_ptr<const TextFile> TextFile::adopt(int descriptor)
{
    return std::shared_ptr<const TextFile>(new TextFile(descriptor));
}

TextFile::~TextFile()
{
    ::close(m_descriptor);
}

bool TextFile::factsOf(const std::string &path, Facts &facts)
{
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    facts = factsFrom(status);
    return true;
}

bool TextFile::facts(Facts &facts) const
{
    struct stat status = {};
    if (::fstat(m_descriptor, &status) != 0)
        return false;
    facts = factsFrom(status);
    return true;
}

std::int64_t TextFile::read(std::int64_t offset, char *target, std::int64_t length) const
{
    std::int64_t done = 0;
    while (done < length) {
        const ssize_t count = ::pread(m_descriptor, target + done, std::size_t(length - done), offset + done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        done += count;
    }
    return done;
}

TextFile::Hole TextFile::holeFrom(std::int64_t offset, std::int64_t size) const
{
    const std::int64_t begin = ::lseek(m_descriptor, offset, SEEK_HOLE);
    if (begin < 0 || begin >= size)
        return {size, size};
    const std::int64_t end = ::lseek(m_descriptor, begin, SEEK_DATA);
    return {begin, end < 0 || end > size ? size : end};
}

std::string TextFile::read(std::int64_t offset, std::int64_t length) const
{
    std::string bytes(std::size_t(std::max<std::int64_t>(length, 0)), '\0');
    bytes.resize(std::size_t(read(offset, bytes.data(), std::int64_t(bytes.size()))));
    return bytes;
}

int openNameless(const std::string &folder)
{
    const int descriptor = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor >= 0)
        return descriptor;
    std::string name = folder + "/nameless-XXXXXX"; // for file systems without O_TMPFILE
    const int named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0)
        ::unlink(name.c_str());
    return named;
}

} // namespace engine::logcore
