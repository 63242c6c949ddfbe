// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/session.h"

#include "app/ctl/storage/mountoptions.h"
#include "engine/api/engine.h"
#include "engine/protocol/engine.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QStringDecoder>

#include <poll.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

constexpr qsizetype longestAnswer = 4096;
constexpr qint64 largestDocument = 4 * 1024 * 1024;

Format formatOf(const CommandLine &line)
{
    if (line.format.isEmpty())
        return isatty(STDOUT_FILENO) ? Format::Table : Format::Json;
    return line.format == u"table"_s ? Format::Table : line.format == u"tsv"_s ? Format::Tsv : Format::Json;
}

// The parent of a resource, and its option.
struct Above
{
    ResourceKind kind;
    QString option;
};

Above aboveOf(ResourceKind kind)
{
    if (kind == ResourceKind::Job)
        return {ResourceKind::Experiment, u"--experiment"_s};
    if (kind == ResourceKind::Workspace)
        return {ResourceKind::Group, u"--resource-group"_s};
    return {ResourceKind::Workspace, u"--workspace"_s};
}

Error refusedDocument(const QString &file, const Message &message)
{
    return {ErrorCode::InvalidDocument, message, file};
}

termios shownTerminal; // settings before NoEcho

void showAgain(int signal)
{
    tcsetattr(STDIN_FILENO, TCSANOW, &shownTerminal);
    ::signal(signal, SIG_DFL);
    raise(signal);
}

/// Disables the terminal's echo while it lives; restored also when Ctrl+C ends the program.
class NoEcho
{
    Q_DISABLE_COPY_MOVE(NoEcho)

public:
    NoEcho()
    {
        if (tcgetattr(STDIN_FILENO, &shownTerminal) != 0)
            return;
        m_isOff = true;
        for (const int number : endings)
            ::signal(number, showAgain);
        termios quiet = shownTerminal;
        quiet.c_lflag &= ~tcflag_t(ECHO);
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet);
    }
    ~NoEcho()
    {
        if (!m_isOff)
            return;
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &shownTerminal);
        for (const int number : endings)
            ::signal(number, SIG_DFL);
        (void)writeAll(STDERR_FILENO, "\n");
    }

private:
    static constexpr std::array endings{SIGINT, SIGTERM, SIGHUP};
    bool m_isOff = false;
};

} // namespace

bool writeAll(int descriptor, QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const ssize_t written = write(descriptor, bytes.data(), size_t(bytes.size()));
        if (written >= 0) {
            bytes = bytes.sliced(written);
        } else if (errno == EAGAIN) {
            pollfd wait{descriptor, POLLOUT, 0};
            poll(&wait, 1, -1);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

Session::Session(const CommandLine &line, BlockingLink::Start start)
    : m_line(line), m_profile(profileDirectory(line.profile)), m_storageAccount(takeStorageAccount()),
      m_format(formatOf(line)), m_link(m_profile, start, QCoreApplication::applicationFilePath())
{
}

Result<ResourceId> Session::id(ResourceKind kind, const QString &name)
{
    if (auto allowed = checkName(kind, name); !allowed)
        return allowed.error();
    if (m_profileId.isEmpty()) {
        const auto status = read(method::engineStatus);
        if (!status)
            return status.error();
        m_profileId = status->profileId;
    }
    if (kind == ResourceKind::Group)
        return ResourceId::group(m_profileId, name);
    if (kind == ResourceKind::Machine)
        return ResourceId::machine(m_profileId, name);
    if (kind == ResourceKind::StorageAccount)
        return ResourceId::storageAccount(m_profileId, name);
    const Above above = aboveOf(kind);
    const QString aboveName = m_line.value(above.option);
    auto parent = id(above.kind, aboveName.isEmpty() ? u"default"_s : aboveName);
    if (!parent)
        return parent;
    return parent->child(kind, name);
}

Result<ResourceId> Session::idFrom(ResourceKind kind, const QString &option)
{
    return id(kind, m_line.value(option));
}

Result<ResourceId> Session::subject(ResourceKind kind)
{
    if (!m_line.operand.isEmpty())
        return id(kind, m_line.operand);
    return idFrom(kind, m_line.has(u"--name"_s) ? u"--name"_s : QString(u"--"_s + toString(kind)));
}

void Session::print(const QJsonValue &answer, const QList<Column> &columns) const
{
    if (m_format == Format::Json && !answer.isArray())
        return print(asJson(answer));
    ListOutput list(m_format, columns);
    QString text = list.add(answer.isArray() ? answer.toArray() : QJsonArray{answer});
    text += list.end(); // it knows the widths of columns
    print(text);
}

void Session::print(const QString &text) const
{
    (void)writeAll(STDOUT_FILENO, text.toUtf8());
}

void Session::printAll(const QJsonArray &rows, const QList<Column> &columns) const
{
    if (rows.size() == 1)
        print(rows.at(0), columns);
    else if (!rows.isEmpty())
        print(rows, columns);
}

bool Session::printsJson(const QJsonValue &answer) const
{
    if (m_format == Format::Json)
        print(asJson(answer));
    return m_format == Format::Json;
}

void Session::note(const QString &sentence) const
{
    (void)writeAll(STDERR_FILENO, QString(safeText(sentence) + u'\n').toUtf8());
}

int Session::confirm(const QString &act) const
{
    if (m_line.has(u"--yes"_s))
        return 0;
    if (!isatty(STDIN_FILENO))
        return refuseUsage(u"%1? Say --yes to mean it."_s.arg(act));
    (void)writeAll(STDERR_FILENO, QString(safeText(act) + u"? [y/N] "_s).toUtf8());
    QFile input;
    if (!input.open(STDIN_FILENO, QIODevice::ReadOnly))
        return 2;
    const QByteArray answer = input.readLine().trimmed().toLower();
    return answer == "y" || answer == "yes" ? 0 : refuseUsage(u"Nothing was done."_s);
}

bool Session::canAsk() const
{
    return isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
}

std::optional<QString> Session::ask(const QString &prompt, bool isHidden) const
{
    const std::unique_ptr<NoEcho> quiet = isHidden ? std::make_unique<NoEcho>() : nullptr;
    (void)writeAll(STDERR_FILENO, QString(safeText(prompt) + u' ').toUtf8());
    QByteArray line;
    char c = 0;
    while (line.size() < longestAnswer) {
        const ssize_t got = ::read(STDIN_FILENO, &c, 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got != 1)
            return {};
        if (c == '\n')
            break;
        line.append(c);
    }
    return QString::fromUtf8(line);
}

int Session::refuseUsage(const QString &sentence) const
{
    note(u"batchctl: "_s + sentence);
    return 2;
}

QString Session::configFile() const
{
    if (!hasConfigFile())
        return u"-"_s;
    return m_line.value(m_line.has(u"--config-file"_s) ? u"--config-file"_s : u"-c"_s);
}

bool Session::hasConfigFile() const
{
    const QFileInfo old(m_line.value(u"-c"_s)); // may be a pipe of the shell
    return m_line.has(u"--config-file"_s) || (old.exists() && !old.isDir());
}

DocumentNames Session::documentNames() const
{
    DocumentNames names = m_documents;
    if (!names.contains(u"cluster"_s))
        names.insert(u"cluster"_s, QString(u"cluster "_s + m_line.value(u"--cluster"_s)).trimmed());
    for (const QString &text : m_line.all(u"--set"_s)) {
        const QString path = text.section(u'=', 0, 0).trimmed();
        names.insert(path.startsWith(u"properties.") ? QString(u"$."_s + path) : QString(u"$.properties."_s + path),
                     u"--set"_s);
    }
    return names;
}

Result<QByteArray> Session::document(const QString &option)
{
    const QString path = option == u"--config-file"_s ? configFile() : m_line.value(option);
    const QString name = path == u"-"_s ? u"<stdin>"_s : path;
    m_documents.insert(option == u"--cluster-file"_s ? u"cluster"_s : QString(), name);
    QFile file(path);
    const bool isOpen = path == u"-"_s ? file.open(STDIN_FILENO, QIODevice::ReadOnly) : file.open(QIODevice::ReadOnly);
    if (!isOpen)
        return Error{ErrorCode::NotFound, Message("The file %1 cannot be read: %2.", {path, file.errorString()}), path};
    QByteArray text;
    while (text.size() <= largestDocument) {
        const QByteArray piece = file.read(largestDocument + 1 - text.size());
        if (piece.isEmpty())
            break;
        text += piece;
    }
    if (text.size() > largestDocument)
        return refusedDocument(name, Message("The document %1 is larger than 4 MiB.", {name}));
    if (text.trimmed().isEmpty())
        return refusedDocument(name, Message("The document %1 is empty.", {name}));
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString decoded = decoder.decode(text);
    if (decoder.hasError())
        return refusedDocument(name, Message("The document %1 is not UTF-8.", {name}));
    return text;
}

} // namespace ctl
