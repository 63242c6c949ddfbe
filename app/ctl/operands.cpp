// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/operands.h"

#include <QRegularExpression>

#include <cmath>
#include <filesystem>

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

// As for scp: a colon before any slash ends the name of a machine. One that has no name in front of it is of a file
// here:
// "$HOST:/data" must not become a folder of this computer when there is no $HOST.
bool namesPlace(const QString &text)
{
    const qsizetype colon = text.indexOf(u':');
    const qsizetype slash = text.indexOf(u'/');
    return colon > 0 && (slash < 0 || colon < slash);
}

Error beginsNowhere(const QString &text, const QString &path)
{
    const QString place = text.first(text.indexOf(u':'));
    return {ErrorCode::InvalidArgument,
            Message("\"%1\" is no path of %2: one begins with a slash, as %2:/%3. A file here of that name is ./%1.",
                    {shownPath(text), place, shownPath(path)}),
            text,
            {},
            {}};
}

} // namespace

QString absolutePath(const QString &path)
{
    std::error_code error;
    const std::string folder = std::filesystem::current_path(error).native();
    if (path.startsWith(u'/') || error)
        return path;
    return joinedPath(pathFromBytes(folder), path);
}

Result<Location> locationOf(const QString &text)
{
    if (!namesPlace(text))
        return Location::parse(absolutePath(text));
    if (text.endsWith(u':'))
        return Location::parse(text + u'/');
    const QString path = text.sliced(text.indexOf(u':') + 1);
    return path.startsWith(u'/') ? Location::parse(text) : Result<Location>(beginsNowhere(text, path));
}

Result<qint64> bytesIn(const QString &option, const QString &text)
{
    static const QRegularExpression shape(u"^([0-9]+(?:\\.[0-9]+)?)([kMGT]?)B?$"_s);
    constexpr double most = 1e15; // far beyond any disk, and exact
    const QRegularExpressionMatch match = shape.match(text);
    const qsizetype thousands = u" kMGT"_s.indexOf(match.captured(2)); // nothing: 0, as it is in front of all
    const double bytes = match.captured(1).toDouble() * std::pow(1000.0, double(thousands));
    if (match.hasMatch() && bytes <= most)
        return qint64(std::llround(bytes));
    return Error{ErrorCode::InvalidArgument,
                 Message("%1 is a number of bytes, as 5000000 or 5M, and not \"%2\".", {option, text}),
                 option,
                 {},
                 {}};
}

QJsonValue numberIn(const QString &text)
{
    bool isNumber = false;
    const qint64 number = text.toLongLong(&isNumber);
    return isNumber ? QJsonValue(number) : QJsonValue(text);
}

} // namespace ctl
