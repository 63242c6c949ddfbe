// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/login/sshaccount.h"

#include <QDir>
#include <QFile>

#include <array>

#include <pwd.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace engine {

SshAccount SshAccount::own()
{
    passwd entry{};
    passwd *found = nullptr;
    std::array<char, 16 * 1024> buffer{};
    ::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found);
    return {found ? QFile::decodeName(entry.pw_name) : qEnvironmentVariable("USER"),
            found ? QFile::decodeName(entry.pw_dir) : QDir::homePath(), ::getuid()};
}

QString SshAccount::expandTilde(const QString &path) const
{
    return path == u"~"_s || path.startsWith(u"~/"_s) ? QString(home + QStringView(path).sliced(1)) : path;
}

} // namespace engine
