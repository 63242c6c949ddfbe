// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/engine/installation.h"

#include <QTest>

namespace testing {

/// "cluster show -n c" and {"a b"} as arguments: the words of \a line, then \a more as they are.
inline QStringList words(const QString &line, const QStringList &more = {})
{
    return line.split(QLatin1Char(' '), Qt::SkipEmptyParts) + more;
}

/// The error that batchctl -o json printed last on stderr: {"code","message","target","details"}.
inline QJsonObject errorOf(const Outcome &outcome)
{
    const QByteArrayList lines = outcome.errorOutput.trimmed().split('\n');
    return QJsonDocument::fromJson(lines.constLast()).object().value(QStringLiteral("error")).toObject();
}

inline QStringList valuesOf(const QJsonValue &array, const QString &key)
{
    QStringList values;
    for (const QJsonValue &entry : array.toArray())
        values.append(key.isEmpty() ? entry.toString() : entry[key].toString());
    return values;
}

/// The value at a path such as "properties.mountVolumes.azureFileShares.0.accountName" in \a document.
inline QJsonValue at(const QJsonValue &document, const QString &path)
{
    QJsonValue value = document;
    for (const QString &key : path.split(QLatin1Char('.'))) {
        bool isIndex = false;
        const int index = key.toInt(&isIndex);
        value = isIndex ? value[index] : value[key];
    }
    return value;
}

/// The folder of the service's third-party documents, which we may not distribute; empty without them.
inline QString oldDocuments()
{
    const QString folder =
        qEnvironmentVariable("BATCHDECK_TEST_DATA", QStringLiteral(BATCHDECK_SOURCE_DIR "/../shared/data"))
        + QStringLiteral("/batch-ai");
    return QFileInfo::exists(folder) ? folder : QString();
}

} // namespace testing

#define VERIFY_DONE(outcome)                                                                                           \
    do {                                                                                                               \
        const testing::Outcome done_ = (outcome); /* which may be a command: once */                                   \
        QVERIFY2(done_.exitCode == 0, done_.errorOutput.constData());                                                  \
    } while (false)
