// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/node/bench.h"

#include <QObject>

#include <memory>

/// A bench for each test of the scripts, every test under each of the four shells. What a test leaves running, but for
/// what ends by itself, fails it. A test of them derives from this.
class WrapperFixture : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data();
    void init();
    void cleanup();
    void cleanupTestCase();

protected:
    /// Jobs of this bench are on a file system of their own, with \a options of tmpfs; false: that takes root.
    [[nodiscard]] bool mountTmpfs(const char *options);

    std::unique_ptr<testing::Bench> m_bench;
    QString m_attempt;
    QString m_mount;
    QStringList m_gone; // attempts whose folder was removed under them: it is not made again

private:
    std::vector<std::unique_ptr<testing::Bench>> m_busy; // of tests that are over: what runs there must end by itself
    QByteArray m_shell; // that is known to be here
};
