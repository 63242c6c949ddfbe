// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/operands.h"

#include "app/ctl/session.h"
#include "engine/api/storage/placespec.h"

#include <QRegularExpression>

#include <cmath>
#include <filesystem>

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

// InvalidArgument when the current folder was deleted.
Result<QString> absolutePath(const QString &path)
{
    std::error_code error;
    const std::string folder = std::filesystem::current_path(error).native();
    return cleanPath(path.startsWith(u'/') || error ? path : joinedPath(pathFromBytes(folder), path));
}

// Explains how a local file of that name is written.
Error unknownPlace(const Error &error, const QString &text, const PlaceSpec &spec)
{
    if (error.code != ErrorCode::NotFound)
        return error;
    return {ErrorCode::NotFound,
            Message("There is no machine and no file server \"%1\": \"batchctl machine list\" shows the machines, "
                    "\"batchctl machine import\" adds Hosts of ~/.ssh/config. A file of this computer that is called "
                    "so is ./%2.",
                    {shownPath(spec.place), shownPath(text)}),
            spec.place};
}

} // namespace

Result<Location> locationOf(Session &session, const QString &text)
{
    const auto spec = PlaceSpec::parse(text);
    if (!spec)
        return spec.error();
    if (spec->isHere()) {
        const auto path = absolutePath(spec->path);
        return path ? Result<Location>(Location{{}, *path}) : path.error();
    }
    const auto located = session.read(method::locate, {spec->place, spec->path});
    if (!located)
        return unknownPlace(located.error(), text, *spec);
    return Location{located->place, located->path};
}

Result<QString> pathHere(const QString &text)
{
    const auto spec = PlaceSpec::parse(text);
    if (!spec)
        return spec.error();
    if (spec->isHere())
        return absolutePath(spec->path);
    return Error{
        ErrorCode::InvalidArgument,
        Message("%1 is in another place; this can only be of this computer. A file here that is called so is ./%1.",
                {shownPath(text)}),
        text};
}

OfFile fileAt(const Location &location)
{
    return {location.place, location.path};
}

QString placeGrammar()
{
    return u"PLACE is a machine (its name, or what ssh calls it) or a file server, and is written as for scp:\n"
           "  PLACE:        the home there, or the folder of the file server\n"
           "  PLACE:DIR     below it\n"
           "  PLACE:/DIR    from the root there\n"
           "  DIR, /DIR     of this computer; ./A:B where a name has a colon\n"
           "  blob://ACCOUNT/CONTAINER/NAME    in a storage account"_s;
}

Result<qint64> bytesIn(const QString &option, const QString &text)
{
    static const QRegularExpression shape(u"^([0-9]+(?:\\.[0-9]+)?)([kMGT]?)B?$"_s);
    constexpr double most = 1e15; // far above any disk, and exact as a double
    const QRegularExpressionMatch match = shape.match(text);
    // 0 without a suffix: the list starts with a blank
    const qsizetype thousands = u" kMGT"_s.indexOf(match.captured(2));
    const double bytes = match.captured(1).toDouble() * std::pow(1000.0, double(thousands));
    if (match.hasMatch() && bytes <= most)
        return qint64(std::llround(bytes));
    return Error{ErrorCode::InvalidArgument,
                 Message("%1 is a number of bytes, as 5000000 or 5M, and not \"%2\".", {option, text}), option};
}

Result<int> numberIn(const QString &option, const QString &text)
{
    bool isNumber = false;
    const int number = text.toInt(&isNumber);
    if (isNumber)
        return number;
    return Error{ErrorCode::InvalidArgument, Message("%1 is a whole number, and not \"%2\".", {option, text}), option};
}

} // namespace ctl
