// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/storage/placespec.h"

#include "engine/api/paths.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

Error refusedText(const QString &text, const Message &message)
{
    return {ErrorCode::InvalidArgument, message, text};
}

QString decoded(const QString &path)
{
    return pathFromBytes(QByteArray::fromPercentEncoding(pathToBytes(path)));
}

} // namespace

Result<PlaceSpec> PlaceSpec::parse(const QString &text)
{
    constexpr auto anyCharacter = QRegularExpression::DotMatchesEverythingOption;
    static const QRegularExpression url(u"\\A(?:scp|sftp)://([^/]+)(?:/(.*))?\\z"_s, anyCharacter);
    static const QRegularExpression blob(u"\\A(blob://[^/]+)(/.*)?\\z"_s, anyCharacter);
    static const QRegularExpression address(u"\\A([^/:\\[]*@)?\\[([^/\\]]+)\\]:(.*)\\z"_s, anyCharacter);
    if (text.isEmpty())
        return refusedText(
            text,
            {QT_TRANSLATE_NOOP("engine",
                               "A path is empty. The folder that one is in is “.”; the home of a machine “MACHINE:”."),
             {}});
    if (const auto match = blob.match(text); match.hasMatch())
        return PlaceSpec{match.captured(1), match.captured(2).isEmpty() ? u"/"_s : match.captured(2)};
    if (const auto match = url.match(text); match.hasMatch())
        return PlaceSpec{match.captured(1), decoded(match.captured(2))};
    if (const auto match = address.match(text); match.hasMatch())
        return PlaceSpec{match.captured(1) + match.captured(2), match.captured(3)};
    const qsizetype colon = text.indexOf(u':');
    const qsizetype slash = text.indexOf(u'/');
    if (colon < 0 || (slash >= 0 && slash < colon))
        return PlaceSpec{{}, text};
    if (colon == 0)
        return refusedText(text,
                           {QT_TRANSLATE_NOOP("engine",
                                              "“%1” names no machine before its colon. A file of this computer that is "
                                              "called so is ./%1."),
                            {shownPath(text)}});
    return PlaceSpec{text.first(colon), text.sliced(colon + 1)};
}

Result<QString> PlaceSpec::pathFrom(const QString &home) const
{
    if (isAbsolute())
        return cleanPath(path);
    if (path == u"~" || path.startsWith(u"~/"))
        return cleanPath(home + u'/' + path.sliced(1));
    if (path.startsWith(u'~'))
        return refusedText(
            path,
            {QT_TRANSLATE_NOOP("engine",
                               "“%1” would be in the home of another user: write its path from /. A name "
                               "that begins with ~ is ./%1."),
             {shownPath(path)}});
    return cleanPath(home + u'/' + path);
}

} // namespace engine
