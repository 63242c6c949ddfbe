// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/node/bench.h"

#include <QObject>

#include <memory>

/// Base of the tests of the node's scripts: a bench for each test function, which runs with each of the four shells. A
/// test fails when it leaves processes running that do not end by themselves.
class WrapperFixture : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data();
    void init();
    void cleanup();
    void cleanupTestCase();

protected:
    /// Puts the jobs of this bench on a tmpfs with \a options; false without the rights of root.
    [[nodiscard]] bool mountTmpfs(const char *options);

    std::unique_ptr<testing::Bench> m_bench;
    QString m_attempt;
    QString m_mount;
    QStringList m_gone; // attempts whose folder was removed while they ran; it must not be made again

private:
    // Benches of earlier tests, whose processes must end by themselves.
    std::vector<std::unique_ptr<testing::Bench>> m_busy;
    QByteArray m_shell; // a shell that is known to be installed
};
