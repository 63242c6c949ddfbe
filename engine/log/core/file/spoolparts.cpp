// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/file/spoolparts.h"

#include "engine/base/uniquefd.h"
#include "engine/log/core/file/spoolpath.h"
#include "engine/log/core/file/textfile.h"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

namespace engine::logcore {

namespace {

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> pieces;
    for (std::size_t end = 0; (end = text.find(separator)) != std::string_view::npos; text.remove_prefix(end + 1))
        pieces.push_back(text.substr(0, end));
    pieces.push_back(text);
    return pieces;
}

/// 0 for an invalid number.
std::int64_t numberOf(std::string_view word, int base = 10)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number, base);
    return error == std::errc() && end == word.data() + word.size() ? number : 0;
}

// Percent encoding: one word for any path.
std::string encoded(std::string_view path)
{
    constexpr std::string_view hexDigits = "0123456789ABCDEF";
    constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    std::string word;
    for (const char c : path) {
        const std::size_t byte = static_cast<unsigned char>(c);
        if (plain.find(c) != std::string_view::npos)
            word += c;
        else
            word += {'%', hexDigits[byte / 16], hexDigits[byte % 16]};
    }
    return word;
}

std::string decoded(std::string_view word)
{
    std::string path;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const bool isCoded = word[i] == '%' && i + 2 < word.size();
        path += isCoded ? char(numberOf(word.substr(i + 1, 2), 16)) : word[i];
        i += isCoded ? 2 : 0;
    }
    return path;
}

std::string lineOf(const SpoolParts::Gap &gap)
{
    return "gap " + std::to_string(gap.begin) + ' ' + std::to_string(gap.end) + '\n';
}

std::error_code failure(int number)
{
    return {number, std::system_category()};
}

} // namespace

std::string SpoolParts::pathOf(const std::string &spoolPath)
{
    return besideSpool(spoolPath, ".parts");
}

SpoolParts SpoolParts::of(const std::string &spoolPath)
{
    SpoolParts parts;
    (void)read(spoolPath, parts);
    return parts;
}

std::error_code SpoolParts::read(const std::string &spoolPath, SpoolParts &parts)
{
    std::error_code error;
    const std::shared_ptr<const TextFile> file = TextFile::open(pathOf(spoolPath), error);
    if (error)
        return error;
    TextFile::Facts facts;
    if (file && !file->facts(facts))
        return failure(errno);
    std::string text = file ? file->read(0, facts.size) : std::string();
    if (std::int64_t(text.size()) != facts.size)
        return failure(EIO);
    parts = {};
    std::vector<Part> found;
    text.resize(text.rfind('\n') + 1); // an incomplete last line, from a full disk, is ignored
    for (const std::string_view line : split(text, '\n')) {
        const std::vector<std::string_view> words = split(line, ' ');
        if (words.front() == "part" && words.size() == 4)
            found.push_back({numberOf(words[1]), std::string(words[2] == "-" ? "" : words[2]), words[3] == "1"});
        else if (words.front() == "gap" && words.size() == 3)
            parts.m_gap = {numberOf(words[1]), numberOf(words[2])};
        else if (words.front() == "source" && words.size() == 2)
            parts.m_source = decoded(words[1]);
    }
    if (!found.empty())
        parts.m_parts = found;
    return {};
}

std::error_code SpoolParts::save(const std::string &spoolPath) const
{
    std::string text;
    for (const Part &part : m_parts)
        text += "part " + std::to_string(part.begin) + ' ' + (part.inode.empty() ? "-" : part.inode) + ' '
            + (part.isAfterLoss ? "1" : "0") + '\n';
    if (m_gap)
        text += lineOf(*m_gap);
    if (!m_source.empty())
        text += "source " + encoded(m_source) + '\n';
    const std::string path = pathOf(spoolPath);
    const std::string fresh = path + ".new";
    if (const std::error_code error = makeFoldersOf(path))
        return error;
    const UniqueFd file(::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (!file.isValid())
        return failure(errno);
    if (const ssize_t written = ::write(file.get(), text.data(), text.size()); written != ssize_t(text.size()))
        return failure(written < 0 ? errno : ENOSPC);
    // A file of a single part loses nothing at a power loss, and there are many files. EINVAL: the file system cannot
    // sync.
    if ((m_parts.size() > 1 || m_gap) && ::fdatasync(file.get()) != 0 && errno != EINVAL)
        return failure(errno);
    if (std::rename(fresh.c_str(), path.c_str()) != 0)
        return failure(errno);
    return {};
}

std::string SpoolParts::sourceOfGap() const
{
    return m_gap && m_parts.back().begin <= m_gap->begin ? m_source : std::string();
}

std::error_code SpoolParts::appendGap(const std::string &spoolPath) const
{
    const UniqueFd file(::open(pathOf(spoolPath).c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    if (!file.isValid())
        return failure(errno);
    // The last line of a gap counts. Written in one call, and on a new line even after an incomplete one.
    const std::string line = m_gap ? '\n' + lineOf(*m_gap) : std::string();
    if (const ssize_t written = ::write(file.get(), line.data(), line.size()); written != ssize_t(line.size()))
        return failure(written < 0 ? errno : ENOSPC);
    return ::fdatasync(file.get()) == 0 || errno == EINVAL ? std::error_code() : failure(errno);
}

void SpoolParts::begin(const Part &part)
{
    if (m_parts.back().begin == part.begin) {
        const bool isAfterLoss = m_parts.back().isAfterLoss || part.isAfterLoss;
        m_parts.back() = part;
        m_parts.back().isAfterLoss = isAfterLoss && part.begin > 0;
    } else {
        m_parts.push_back(part);
    }
}

} // namespace engine::logcore
