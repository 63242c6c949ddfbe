// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/storage/transferfixture.h"

namespace testing {

enum class CopyWay { Here, Within, Between, WithinPlain, FromPlain, ToPlain, Up, Down, UpPlain, DownPlain };

inline void addWaysApart()
{
    QTest::newRow("between machines") << CopyWay::Between;
    QTest::newRow("within a machine without a shell") << CopyWay::WithinPlain;
    QTest::newRow("from a machine without a shell") << CopyWay::FromPlain;
    QTest::newRow("to a machine without a shell") << CopyWay::ToPlain;
}

/// Between any two places but to and from this computer, whose uploads and downloads have tests of their own.
inline void addCopyWays()
{
    QTest::addColumn<CopyWay>("way");
    QTest::newRow("within this computer") << CopyWay::Here;
    QTest::newRow("within a machine") << CopyWay::Within;
    addWaysApart();
}

inline void addWaysToAndFromHere()
{
    QTest::newRow("to a machine") << CopyWay::Up;
    QTest::newRow("from a machine") << CopyWay::Down;
    QTest::newRow("here to a machine without a shell") << CopyWay::UpPlain;
    QTest::newRow("here from a machine without a shell") << CopyWay::DownPlain;
}

inline void addAllWays()
{
    addCopyWays();
    addWaysToAndFromHere();
}

/// Not those within one place, where a file is copied as a whole and no limit holds.
inline void addSendingWays()
{
    QTest::addColumn<CopyWay>("way");
    addWaysApart();
    addWaysToAndFromHere();
}

/// A machine with "here" and "there", another that sees the same files, and a third that gives SFTP and nothing else.
class CopyFixture
{
public:
    static constexpr char sftpOnly[] = "ForceCommand internal-sftp\n";

    /// The machines that have no folders of their own here; once. \a plain: further lines of the third's sshd.
    [[nodiscard]] bool startOthers(const QByteArray &plain = sftpOnly)
    {
        m_other = std::make_unique<TransferFixture>();
        m_plain = std::make_unique<TransferFixture>();
        return m_other->start() && m_plain->start(plain);
    }
    [[nodiscard]] bool start()
    {
        m_machine.reset(); // first: it takes its folders with it
        m_machine = std::make_unique<TransferFixture>();
        return m_machine->start();
    }
    [[nodiscard]] TransferFixture *operator->() const { return m_machine.get(); }
    [[nodiscard]] TransferFixture &plain() const { return *m_plain; } ///< the machine without a shell

    [[nodiscard]] engine::TransferPlan plan(const QByteArrayList &names,
                                            engine::ConflictRule rule = engine::ConflictRule::Skip) const
    {
        return m_machine->plan(true, names, rule); // whatever the way
    }
    [[nodiscard]] std::unique_ptr<engine::TransferRun> copy(CopyWay way, const engine::TransferPlan &plan) const
    {
        const auto host = [](const std::unique_ptr<TransferFixture> &fixture) {
            return std::shared_ptr<engine::RemoteHost>(&fixture->host(), [](engine::RemoteHost *) {});
        };
        const auto first = host(m_machine), second = host(m_other), plain = host(m_plain);
        switch (way) {
        case CopyWay::Here:
            return engine::makeTransferRun(plan, {});
        case CopyWay::Within:
            return engine::makeTransferRun(plan, {first, first});
        case CopyWay::Between:
            return engine::makeTransferRun(plan, {first, second});
        case CopyWay::WithinPlain:
            return engine::makeTransferRun(plan, {plain, plain});
        case CopyWay::FromPlain:
            return engine::makeTransferRun(plan, {plain, second});
        case CopyWay::ToPlain:
            return engine::makeTransferRun(plan, {first, plain});
        case CopyWay::Up:
            return engine::makeTransferRun(plan, {{}, first});
        case CopyWay::Down:
            return engine::makeTransferRun(plan, {first, {}});
        case CopyWay::UpPlain:
            return engine::makeTransferRun(plan, {{}, plain});
        case CopyWay::DownPlain:
            return engine::makeTransferRun(plan, {plain, {}});
        }
        return nullptr;
    }
    [[nodiscard]] bool isSame(const QByteArray &name) const
    {
        const QByteArray here = m_machine->contents("here/" + name);
        return !here.isEmpty() && here == m_machine->contents("there/" + name);
    }
    [[nodiscard]] QByteArray leftOver() const
    {
        return m_machine->run("find here there -name '*.part-*'; ls journal 2>/dev/null");
    }

private:
    std::unique_ptr<TransferFixture> m_machine, m_other, m_plain;
};

} // namespace testing
