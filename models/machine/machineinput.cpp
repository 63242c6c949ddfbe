// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/machine/machineinput.h"

#include "models/translated.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace models {

namespace {

constexpr qsizetype longestName = 64;
constexpr int highestPort = 65535;

struct Parts
{
    QString user;
    QString host;
    QString port; // text after the colon
    bool hasUser = false;
    bool hasPort = false;
};

// An IPv6 address has brackets if a port follows.
Parts split(const QString &destination)
{
    Parts parts;
    const qsizetype at = destination.lastIndexOf(u'@');
    parts.hasUser = at >= 0;
    parts.user = destination.left(qMax<qsizetype>(0, at));
    QString rest = destination.mid(at + 1);
    if (rest.startsWith(u'[')) {
        const qsizetype end = rest.indexOf(u']');
        parts.host = rest.mid(1, end < 0 ? -1 : end - 1);
        rest = end < 0 ? QString() : rest.mid(end + 1);
        parts.hasPort = !rest.isEmpty();
        parts.port = rest.startsWith(u':') ? rest.mid(1) : rest;
        return parts;
    }
    if (rest.count(u':') == 1) {
        parts.hasPort = true;
        parts.port = rest.section(u':', 1);
        rest = rest.section(u':', 0, 0);
    }
    parts.host = rest;
    return parts;
}

QString jumpsFault(const QStringList &jumps)
{
    for (const QString &jump : jumps) {
        if (const QString fault = destinationFault(jump); !fault.isEmpty())
            return QString(jump + u": "_s + fault);
    }
    return {};
}

QString identityFault(const QString &file)
{
    if (file.isEmpty())
        return {};
    if (file.endsWith(u".pub"_s))
        return tr("This is the public half. Choose the file without .pub.");
    if (!file.startsWith(u'/'))
        return tr("Give the whole path, from / or ~/.");
    return {};
}

QString homeFault(const QString &home)
{
    static const QRegularExpression start(u"^(/|~/|\\$)"_s);
    if (home.isEmpty() || start.match(home).hasMatch())
        return {};
    return tr("Give a path on the machine, from / or ~/.");
}

QString addressFault(const QString &address)
{
    static const QRegularExpression form(u"^[A-Za-z0-9][A-Za-z0-9.:_-]{0,254}\\z"_s);
    return address.isEmpty() || form.match(address).hasMatch() ? QString() : tr("Give a name or an IP address alone.");
}

} // namespace

int MachineFaults::count() const
{
    int faults = 0;
    for (const QString *fault : {&destination, &name, &identityFile, &jumps, &home, &address})
        faults += fault->isEmpty() ? 0 : 1;
    return faults;
}

MachineFaults checkMachine(const engine::MachineRequest &request, const QStringList &taken)
{
    MachineFaults faults;
    faults.destination = destinationFault(request.destination);
    if (request.name.isEmpty())
        faults.name = tr("A machine needs a name.");
    else if (const auto fits = engine::checkName(engine::ResourceKind::Machine, request.name); !fits)
        faults.name = fits.error().message.text();
    else if (taken.contains(request.name, Qt::CaseInsensitive))
        faults.name = tr("There is a %1 already.").arg(request.name);
    faults.identityFile = identityFault(request.identityFile);
    faults.jumps = jumpsFault(request.jumps);
    faults.home = homeFault(request.home);
    faults.address = addressFault(request.address);
    return faults;
}

QString destinationFault(const QString &destination)
{
    static const QRegularExpression blank(u"[\\s\\x00-\\x1f]"_s);
    if (destination.isEmpty())
        return tr("Give a host, or a Host of ~/.ssh/config.");
    if (destination.contains(u"://"_s))
        return tr("Leave out what stands before ://.");
    if (blank.match(destination).hasMatch())
        return tr("A host has no spaces.");
    const Parts parts = split(destination);
    if (parts.hasUser && parts.user.isEmpty())
        return tr("There is no user before the @.");
    if (parts.host.isEmpty())
        return tr("There is no host.");
    if (parts.host.startsWith(u'-') || parts.user.startsWith(u'-'))
        return tr("Neither host nor user begins with a hyphen.");
    bool isNumber = false;
    const int port = parts.port.toInt(&isNumber);
    if (parts.hasPort && (!isNumber || port < 1 || port > highestPort))
        return tr("A port is a number from 1 to 65535.");
    return {};
}

QString nameFromDestination(const QString &destination)
{
    static const QRegularExpression address(u"^[0-9a-fA-F.:]*[.:][0-9a-fA-F.:]*$"_s);
    static const QRegularExpression others(u"[^-A-Za-z0-9_]+"_s);
    QString name = split(destination.trimmed()).host;
    const bool isAddress = address.match(name).hasMatch() && !name.contains(QRegularExpression(u"^[a-fA-F]+\\."_s));
    if (!isAddress)
        name = name.section(u'.', 0, 0);
    name.replace(others, u"-"_s);
    return name.left(longestName);
}

QStringList jumpsFromText(const QString &text)
{
    static const QRegularExpression between(u"[,\\s]+"_s);
    return text.split(between, Qt::SkipEmptyParts);
}

QString expandedPath(const QString &path, const QString &home)
{
    return path.startsWith(u"~/"_s) ? QString(home + path.mid(1)) : path;
}

} // namespace models
