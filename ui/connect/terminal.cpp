// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/connect/terminal.h"

#include "engine/api/paths.h"

#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>

#include <array>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

struct Terminal
{
    const char *program;
    const char *before; // option before the command; may be empty
};

constexpr std::array terminals{
    Terminal{"x-terminal-emulator", "-e"},
    Terminal{"gnome-terminal", "--"},
    Terminal{"konsole", "-e"},
    Terminal{"xfce4-terminal", "-x"},
    Terminal{"kitty", ""},
    Terminal{"alacritty", "-e"},
    Terminal{"foot", ""},
    Terminal{"xterm", "-e"},
};
constexpr char desktopsChoice[] = "xdg-terminal-exec";

QStringList lineFor(const QString &program, const QStringList &command)
{
    const QString name = program.section(u'/', -1);
    for (const Terminal &terminal : terminals) {
        if (name != QLatin1StringView(terminal.program))
            continue;
        const QString before = QString::fromLatin1(terminal.before);
        return before.isEmpty() ? QStringList{program} + command : QStringList{program, before} + command;
    }
    if (name == QLatin1StringView(desktopsChoice))
        return QStringList{program} + command;
    return QStringList{program, u"-e"_s} + command; // supported by nearly all terminals
}

// Quotes words with invalid UTF-8 or invisible characters as bytes.
QString escapedWord(const QString &word)
{
    QString text = u"$'"_s;
    for (const char c : engine::pathToBytes(word)) {
        const bool isPlain = c >= ' ' && c < 127 && c != '\'' && c != '\\';
        text += isPlain ? QString(QLatin1Char(c)) : u"\\x%1"_s.arg(quint8(c), 2, 16, QChar(u'0'));
    }
    return text + u'\'';
}

QString shellWord(const QString &word)
{
    static const QRegularExpression plain(u"^[-A-Za-z0-9_./:@%+=,]+$"_s);
    if (engine::shownPath(word) != word)
        return escapedWord(word);
    return plain.match(word).hasMatch() ? word : QString(u'\'' + QString(word).replace(u'\'', u"'\\''"_s) + u'\'');
}

} // namespace

QStringList terminalLine(const QStringList &command, const QString &preferred,
                         const std::function<bool(const QString &)> &isInstalled)
{
    QStringList candidates{QString::fromLatin1(desktopsChoice), preferred.trimmed()};
    for (const Terminal &terminal : terminals)
        candidates.append(QString::fromLatin1(terminal.program));
    for (const QString &program : std::as_const(candidates)) {
        if (!program.isEmpty() && isInstalled(program))
            return lineFor(program, command);
    }
    return {};
}

engine::Result<void> openTerminal(const QStringList &command)
{
    QStringList line = terminalLine(command, qEnvironmentVariable("TERMINAL"), [](const QString &program) {
        return !QStandardPaths::findExecutable(program).isEmpty();
    });
    if (line.isEmpty())
        return engine::Error::of(engine::ErrorCode::NotFound,
                                 QT_TRANSLATE_NOOP("engine", "No terminal program was found."));
    const QString program = line.takeFirst();
    if (QProcess::startDetached(program, line))
        return {};
    return engine::Error::of(engine::ErrorCode::IoError,
                             {QT_TRANSLATE_NOOP("engine", "The terminal %1 did not start."), {program}});
}

QString shellLine(const QStringList &command)
{
    QStringList words;
    for (const QString &word : command)
        words.append(shellWord(word));
    return words.join(u' ');
}

} // namespace ui
