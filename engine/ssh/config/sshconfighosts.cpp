// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/config/sshconfig.h"
#include "engine/ssh/login/sshaccount.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSet>

#include <algorithm>

#include <glob.h>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr int deepestInclude = 16; // the limit of ssh

// Splits a line into words as ssh does: quotes, backslashes before quotes, "=" after the keyword, comments.
QStringList wordsOf(const QString &line)
{
    QStringList words;
    QString word;
    bool inWord = false;
    QChar quote;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar c = line[i];
        const bool isEscape = c == u'\\' && i + 1 < line.size()
            && (u"'\"\\"_s.contains(line[i + 1]) || (quote.isNull() && line[i + 1] == u' '));
        const bool isBlank = c.isSpace() || (c == u'=' && (words.isEmpty() || (words.size() == 1 && !inWord)));
        if (isEscape) {
            word += line[++i];
            inWord = true;
        } else if (!quote.isNull() ? c == quote : c == u'"' || c == u'\'') {
            quote = quote.isNull() ? c : QChar();
            inWord = true;
        } else if (!quote.isNull() || !isBlank) {
            if (c == u'#' && quote.isNull() && !inWord)
                break;
            word += c;
            inWord = true;
        } else if (inWord) {
            words.append(word);
            word.clear();
            inWord = false;
        }
    }
    if (inWord)
        words.append(word);
    return words;
}

class HostLister
{
public:
    /// False when the file could not be read.
    bool read(const QString &path, int depth);
    [[nodiscard]] QList<ConfigHost> hosts() const { return m_hosts; }

private:
    void include(const QString &pattern, int depth);
    void offer(const QString &name, const QString &path, int line);

    SshAccount m_account = SshAccount::own();
    QList<ConfigHost> m_hosts;
    QSet<QString> m_names;
    QSet<QString> m_files;
};

bool HostLister::read(const QString &path, int depth)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return false;
    const QString canonical = QFileInfo(path).canonicalFilePath();
    if (m_files.contains(canonical))
        return true;
    m_files.insert(canonical);
    int number = 0;
    for (const QByteArray &line : file.readAll().split('\n')) {
        ++number;
        const QStringList words = wordsOf(QString::fromUtf8(line));
        const QString keyword = words.value(0).toLower();
        for (const QString &word : words.mid(1)) {
            if (keyword == "host"_L1)
                offer(word, path, number);
            else if (keyword == "include"_L1 && depth < deepestInclude)
                include(word, depth + 1);
        }
    }
    return true;
}

void HostLister::include(const QString &pattern, int depth)
{
    const QString path = m_account.expandTilde(pattern);
    const QString absolute = QDir::cleanPath(path.startsWith(u'/') ? path : m_account.home + u"/.ssh/"_s + path);
    glob_t found{};
    if (::glob(QFile::encodeName(absolute).constData(), 0, nullptr, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; ++i)
            read(QFile::decodeName(found.gl_pathv[i]), depth);
    }
    ::globfree(&found);
}

void HostLister::offer(const QString &name, const QString &path, int line)
{
    const auto destination = SshDestination::parse(name);
    if (name.contains(u'*') || name.contains(u'?') || name.startsWith(u'!') || !destination || destination->host != name
        || m_names.contains(name))
        return;
    m_names.insert(name);
    m_hosts.append({name, path, line});
}

} // namespace

Result<QList<ConfigHost>> listConfigHosts(const QString &configFile)
{
    const QString path = configFile.isEmpty() ? SshAccount::own().home + u"/.ssh/config"_s : configFile;
    if (!QFileInfo::exists(path))
        return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("engine", "There is no file “%1”."), {path}}, path};
    HostLister lister;
    if (!lister.read(path, 0))
        return Error{ErrorCode::IoError, {QT_TRANSLATE_NOOP("engine", "“%1” cannot be read."), {path}}, path};
    return lister.hosts();
}

} // namespace engine
