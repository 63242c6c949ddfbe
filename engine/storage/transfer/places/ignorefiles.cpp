// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/ignorefiles.h"

#include "engine/storage/transfer/places/here/stagefolder.h"
#include "engine/storage/transfer/places/wildcards.h"
#include "engine/storage/transfer/wire/hereerror.h"

#include <algorithm>
#include <fcntl.h>
#include <unistd.h>

namespace engine {

namespace {

constexpr qsizetype longestFile = 1024 * 1024;
constexpr qsizetype longestPattern = 4096; // PATH_MAX

// The text of an ignore file, up to a limit; empty if it is not a regular file.
QByteArray contentOf(int folder, const char *name)
{
    const UniqueFd file(::openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
    const auto status = statOf(file.get());
    if (!status || !S_ISREG(status->st_mode))
        return {};
    QByteArray content(qMin<qsizetype>(status->st_size, longestFile), Qt::Uninitialized);
    return content.first(readAt(file.get(), content.data(), content.size(), 0));
}

// Removes trailing spaces that are not escaped by a backslash.
QByteArray withoutTrailingSpaces(const QByteArray &line)
{
    qsizetype end = 0;
    for (qsizetype i = 0; i < line.size(); ++i) {
        if (line[i] == '\\')
            ++i;
        else if (line[i] == ' ')
            continue;
        end = i + 1;
    }
    return line.first(qMin(end, line.size()));
}

} // namespace

IgnoreStack::IgnoreStack(IgnoreFiles which, const QByteArray &folder) : m_which(which)
{
    if (which == IgnoreFiles::OursAndGit)
        climb(folder);
}

void IgnoreStack::climb(const QByteArray &folder)
{
    std::vector<Level> found;
    UniqueFd at(::open(folder.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    QByteArray path = folder;
    while (at.isValid()) {
        Level level;
        level.rules.add(contentOf(at.get(), ".gitignore"));
        level.above = folder.sliced(path == "/" ? 1 : qMin(path.size() + 1, folder.size()));
        level.above += level.above.isEmpty() ? "" : "/";
        found.insert(found.begin(), std::move(level));
        if (::faccessat(at.get(), ".git", F_OK, AT_SYMLINK_NOFOLLOW) == 0)
            break;
        if (path.lastIndexOf('/') <= 0)
            return; // not in a repository
        path.truncate(path.lastIndexOf('/'));
        at = UniqueFd(::open(path.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    }
    m_levels = std::move(found);
}

void IgnoreStack::enter(int folder, const QByteArray &path)
{
    Level level;
    level.skipped = path.size() + 1;
    if (m_which == IgnoreFiles::OursAndGit)
        level.rules.add(contentOf(folder, ".gitignore"));
    if (m_which != IgnoreFiles::None)
        level.rules.add(contentOf(folder, ".batchdeckignore"));
    m_levels.push_back(std::move(level));
}

void IgnoreStack::leave()
{
    m_levels.pop_back();
}

// Ignore files nearer to the entry override those above.
bool IgnoreStack::ignores(const QByteArray &path, bool isFolder) const
{
    for (auto level = m_levels.crbegin(); level != m_levels.crend(); ++level) {
        if (level->rules.isEmpty())
            continue;
        const QByteArray there = level->skipped > 0 ? path.sliced(level->skipped) : QByteArray(level->above + path);
        const auto verdict = level->rules.judge(there, isFolder);
        if (verdict != IgnoreRules::Verdict::Unsaid)
            return verdict == IgnoreRules::Verdict::Ignored;
    }
    return false;
}

void IgnoreRules::add(const QByteArray &text)
{
    const qsizetype mark = text.startsWith("\xEF\xBB\xBF") ? 3 : 0;
    for (const QByteArray &line : text.sliced(mark).split('\n'))
        addLine(line.endsWith('\r') ? line.chopped(1) : line);
}

void IgnoreRules::addLine(QByteArray line)
{
    line.truncate(line.indexOf('\0') < 0 ? line.size() : line.indexOf('\0'));
    if (line.startsWith('#') || line.size() > longestPattern)
        return;
    Pattern pattern;
    pattern.text = withoutTrailingSpaces(line);
    pattern.isNegated = pattern.text.startsWith('!');
    if (pattern.isNegated)
        pattern.text.remove(0, 1);
    pattern.isForFolders = pattern.text.endsWith('/');
    if (pattern.isForFolders)
        pattern.text.chop(1);
    pattern.isOfName = !pattern.text.contains('/');
    if (pattern.text.startsWith('/'))
        pattern.text.remove(0, 1);
    if (pattern.text.isEmpty())
        return;
    const auto special = [](char byte) { return byte == '*' || byte == '?' || byte == '[' || byte == '\\'; };
    pattern.literal = std::find_if(pattern.text.cbegin(), pattern.text.cend(), special) - pattern.text.cbegin();
    m_patterns.append(pattern);
}

IgnoreRules::Verdict IgnoreRules::judge(QByteArrayView path, bool isFolder) const
{
    for (auto pattern = m_patterns.crbegin(); pattern != m_patterns.crend(); ++pattern) {
        if ((isFolder || !pattern->isForFolders) && pattern->matches(path))
            return pattern->isNegated ? Verdict::Kept : Verdict::Ignored;
    }
    return Verdict::Unsaid;
}

// Git compares the beginning without wildcards separately, so that "**" begins the rest of the pattern: "/foo**"
// matches all paths that begin with "foo", at any depth.
bool IgnoreRules::Pattern::matches(QByteArrayView path) const
{
    const QByteArrayView asked = isOfName ? path.sliced(path.lastIndexOf('/') + 1) : path;
    return asked.startsWith(QByteArrayView(text).first(literal))
        && matchesWildcards(QByteArrayView(text).sliced(literal), asked.sliced(literal));
}

} // namespace engine
