// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/drop/privatefolder.h"

#include "engine/api/workerpool.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QThreadPool>
#include <QUuid>

#include <filesystem>
#include <sys/stat.h>
#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

namespace fs = std::filesystem;

QString lockOf(const QString &folder)
{
    return folder + u".lock"_s;
}

// Fetched folders may be read-only, and names may be invalid UTF-8, which Qt cannot handle.
void removeTree(const QString &folder)
{
    const fs::path root(QFile::encodeName(folder).toStdString());
    std::error_code ignored;
    fs::permissions(root, fs::perms::owner_all, fs::perm_options::add, ignored);
    for (fs::recursive_directory_iterator it(root, ignored), end; it != end; it.increment(ignored)) {
        if (it->is_directory(ignored) && !it->is_symlink(ignored))
            fs::permissions(it->path(), fs::perms::owner_all, fs::perm_options::add, ignored);
    }
    fs::remove_all(root, ignored);
}

void removeAbandoned(const QDir &all)
{
    for (const QString &name : all.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QString folder = all.filePath(name);
        auto lock = std::make_shared<QLockFile>(lockOf(folder));
        lock->setStaleLockTime(0); // stale only if its process ended, regardless of age
        if (lock->tryLock(0))
            engine::workerPool().start([folder, lock] { removeTree(folder); });
    }
}

} // namespace

PrivateFolder::PrivateFolder()
{
    const QDir all(QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + u"/batchdeck/drag"_s);
    if (!all.mkpath(u"."_s))
        return;
    removeAbandoned(all);
    const QString path = all.filePath(QUuid::createUuid().toString(QUuid::WithoutBraces));
    m_lock = std::make_shared<QLockFile>(lockOf(path)); // before mkdir: nobody removes it as abandoned
    m_lock->setStaleLockTime(0);
    if (m_lock->tryLock(0) && ::mkdir(QFile::encodeName(path).constData(), S_IRWXU) == 0)
        m_path = path;
}

PrivateFolder::~PrivateFolder()
{
    if (!m_path.isEmpty())
        engine::workerPool().start([folder = m_path, lock = std::move(m_lock)] { removeTree(folder); });
}

} // namespace ui
