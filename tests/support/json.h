// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QJsonDocument>
#include <QJsonObject>

namespace testing {

/// The parsed object; ends the test program when \a json, written in a test, is invalid.
[[nodiscard]] inline QJsonObject object(const QByteArray &json)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (error.error != QJsonParseError::NoError)
        qFatal("%s at %d of %s", qPrintable(error.errorString()), error.offset, json.constData());
    return document.object();
}

} // namespace testing
