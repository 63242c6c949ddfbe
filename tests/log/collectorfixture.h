// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/logcollector.h"
#include "tests/log/processhost.h"
#include "tests/support/files.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace testing {

inline void append(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Append));
    QCOMPARE(file.write(bytes), bytes.size());
}

/// A file, its copy in a spool, and the collector that copies it.
struct CollectorFixture
{
    QTemporaryDir folder;
    QString original = folder.filePath(QStringLiteral("it's a %2 $HOME file.txt"));
    QString spool = folder.filePath(QStringLiteral("spool/job/stdout.txt"));
    std::shared_ptr<ProcessHost> host = std::make_shared<ProcessHost>();
    std::unique_ptr<engine::LogCollector> collector = newCollector();

    static std::unique_ptr<engine::LogCollector> newCollector() { return newCollector({}); }
    static std::unique_ptr<engine::LogCollector> newCollector(engine::LogCollector::Settings settings)
    {
        settings.firstDelay = std::chrono::milliseconds(5);
        return std::make_unique<engine::LogCollector>(nullptr, settings);
    }
    void follow() { collector->follow({spool, host, original, spool}); }
    [[nodiscard]] bool isPrefix() const { return contentOf(original).startsWith(contentOf(spool)); }
};

} // namespace testing
