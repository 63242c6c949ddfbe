// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/machine/machinewords.h"

#include "models/translated.h"
#include "models/words.h"

#include <QLocale>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace models {

using engine::ConnectStep;
using engine::MachineSnapshot;
using engine::Question;

namespace {

QString quoted(const QString &text)
{
    static const QRegularExpression plain(u"^[-A-Za-z0-9_./:@~]+$"_s);
    if (plain.match(text).hasMatch())
        return text;
    QString inside = text;
    return QString(u'\'' + inside.replace(u'\'', u"'\\''"_s) + u'\'');
}

QString coresText(const MachineSnapshot &machine)
{
    return counted(machine.cores, QT_TRANSLATE_NOOP("models", "1 core"), QT_TRANSLATE_NOOP("models", "%1 cores"));
}

QString gpusText(const MachineSnapshot &machine)
{
    return counted(machine.gpus.size(), QT_TRANSLATE_NOOP("models", "1 GPU"), QT_TRANSLATE_NOOP("models", "%1 GPUs"));
}

QStringList wordsOf(const engine::Error &error)
{
    QStringList words{error.message.arguments};
    for (const engine::Fault &fault : error.details)
        words += fault.message.arguments;
    words.append(error.technical);
    return words;
}

} // namespace

QString stepTitle(ConnectStep step)
{
    static constexpr std::array words{
        QT_TRANSLATE_NOOP("models", "Resolve"),  QT_TRANSLATE_NOOP("models", "Connect"),
        QT_TRANSLATE_NOOP("models", "Host key"), QT_TRANSLATE_NOOP("models", "Authenticate"),
        QT_TRANSLATE_NOOP("models", "Probe"),    QT_TRANSLATE_NOOP("models", "Ready")};
    return translated(words, step);
}

QString stepDetail(ConnectStep step)
{
    static constexpr std::array words{
        QT_TRANSLATE_NOOP("models", "Read ~/.ssh/config"),
        QT_TRANSLATE_NOOP("models", "Look up its name, reach its port, through jump hosts if any"),
        QT_TRANSLATE_NOOP("models", "Compare its key with known_hosts"),
        QT_TRANSLATE_NOOP("models", "Log in with agent, key, password or codes"),
        QT_TRANSLATE_NOOP("models", "See cores, memory, GPUs, disks and tools"),
        QT_TRANSLATE_NOOP("models", "Can be part of a cluster")};
    return translated(words, step);
}

QString word(ConnectStep step)
{
    static constexpr std::array words{
        QT_TRANSLATE_NOOP("models", "resolving its name"),     QT_TRANSLATE_NOOP("models", "reaching its port"),
        QT_TRANSLATE_NOOP("models", "checking its host key"),  QT_TRANSLATE_NOOP("models", "logging in"),
        QT_TRANSLATE_NOOP("models", "looking at what it has"), QT_TRANSLATE_NOOP("models", "ready")};
    return translated(words, step);
}

QString hardwareText(const MachineSnapshot &machine)
{
    QStringList parts;
    if (machine.cores > 0)
        parts.append(coresText(machine));
    if (machine.memoryBytes > 0)
        parts.append(memory(machine.memoryBytes));
    parts.append(machine.gpus.isEmpty() ? tr("no GPU") : gpusText(machine));
    return parts.join(u", "_s);
}

QStringList gpuLines(const QList<engine::GpuShape> &gpus)
{
    QStringList lines;
    for (qsizetype first = 0; first < gpus.size();) {
        qsizetype end = first;
        while (end < gpus.size() && gpus[end].model == gpus[first].model
               && gpus[end].memoryBytes == gpus[first].memoryBytes)
            ++end;
        const qsizetype count = end - first;
        const QString size = memory(gpus[first].memoryBytes);
        lines.append(count == 1 ? QString(gpus[first].model + u", "_s + size)
                                : tr("%1 × %2, %3 each").arg(number(count), gpus[first].model, size));
        first = end;
    }
    return lines;
}

QString untilText(const QDateTime &when, const QDateTime &now)
{
    const qint64 seconds = (now.msecsTo(when) + 999) / 1000;
    if (seconds <= 0)
        return tr("now");
    if (seconds < 60)
        return tr("in %1 s").arg(number(seconds));
    return tr("in %1 min %2 s").arg(number(seconds / 60), number(seconds % 60));
}

QString momentText(const QDateTime &time)
{
    if (!time.isValid())
        return tr("none yet");
    const QDateTime local = time.toLocalTime();
    return local.date() == QDate::currentDate() ? QLocale().toString(local, u"HH:mm:ss"_s)
                                                : QLocale().toString(local, u"yyyy-MM-dd HH:mm:ss"_s);
}

QString questionTitle(const Question &question)
{
    switch (question.kind) {
    case Question::Kind::HostKey:
        return tr("Is this the key of %1?").arg(question.host);
    case Question::Kind::Passphrase:
        return tr("Passphrase of a key");
    case Question::Kind::Password:
        return tr("Password of %1").arg(question.host);
    case Question::Kind::Prompts:
        return tr("%1 asks").arg(question.host);
    }
    return {};
}

QString attentionText(const MachineSnapshot &machine)
{
    if (!machine.question)
        return machine.linkReason.isEmpty() ? tr("needs attention") : machine.linkReason.text();
    static constexpr std::array words{QT_TRANSLATE_NOOP("models", "shows a key that is not known yet"),
                                      QT_TRANSLATE_NOOP("models", "needs the passphrase of a key"),
                                      QT_TRANSLATE_NOOP("models", "asks for a password"),
                                      QT_TRANSLATE_NOOP("models", "asks something before it lets you in")};
    return translated(words, machine.question->kind);
}

QString machineFact(const MachineSnapshot &machine)
{
    if (machine.isLocal)
        return tr("this computer");
    if (machine.question)
        return tr("needs an answer");
    if (machine.link != engine::LinkState::Online)
        return word(machine.link);
    if (!machine.gpus.isEmpty())
        return gpusText(machine);
    return machine.cores > 0 ? coresText(machine) : word(machine.link);
}

QString forgetKeyCommand(const QString &destination, const engine::Error &error)
{
    QString file;
    for (const QString &part : wordsOf(error)) {
        // The error has the name under which known_hosts lists the key.
        if (part.startsWith(u"ssh-keygen -R "_s))
            return part;
        static const QRegularExpression path(u"(/[^\\s:]*known_hosts[^\\s:]*)"_s);
        if (const auto found = path.match(part); found.hasMatch() && file.isEmpty())
            file = found.captured(1);
    }
    return forgetKeyCommand(destination, file);
}

QString forgetKeyCommand(const QString &destination, const QString &file)
{
    static const QRegularExpression port(u"^(\\[?)([^\\]]*?)\\]?:(\\d+)$"_s);
    QString host = destination.mid(destination.lastIndexOf(u'@') + 1);
    if (const auto found = port.match(host); found.hasMatch() && (found.capturedLength(1) > 0 || host.count(u':') == 1))
        host = found.captured(3) == u"22" ? found.captured(2)
                                          : QString(u'[' + found.captured(2) + u"]:"_s + found.captured(3));
    const QString command = u"ssh-keygen -R "_s + quoted(host);
    return file.isEmpty() ? command : QString(command + u" -f "_s + quoted(file));
}

QString forgottenText(const engine::ForgottenKey &forgotten)
{
    QStringList words;
    if (forgotten.removed > 0)
        words.append(tr("The old key is forgotten. The next attempt asks about the new one."));
    QStringList places;
    for (const auto &place : forgotten.elsewhere)
        places.append(QString(place.file + u':' + QString::number(place.line)));
    if (!places.isEmpty())
        words.append(
            tr("It also stands in %1, which is yours to change: remove the line there.").arg(places.join(u", "_s)));
    if (words.isEmpty())
        words.append(tr("No key of this machine is kept here."));
    return words.join(u' ');
}

QStringList fingerprintsIn(const engine::Error &error)
{
    static const QRegularExpression fingerprint(u"SHA256:[A-Za-z0-9+/]+"_s);
    QStringList found;
    for (const QString &part : wordsOf(error)) {
        for (auto match = fingerprint.globalMatch(part); match.hasNext();) {
            const QString one = match.next().captured();
            if (!found.contains(one))
                found.append(one);
        }
    }
    return found;
}

} // namespace models
