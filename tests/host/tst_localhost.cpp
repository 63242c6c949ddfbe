// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/host/hostcontract.h"

#include "engine/host/localhost.h"
#include "tests/support/testmain.h"

class TstLocalHost final : public HostContract
{
    Q_OBJECT

public:
    TstLocalHost() : TstLocalHost(std::make_unique<QTemporaryDir>()) { }

private:
    explicit TstLocalHost(std::unique_ptr<QTemporaryDir> folder)
        : HostContract([] { return std::make_unique<engine::LocalHost>(); }, folder->path()),
          m_temporary(std::move(folder))
    {
    }

    std::unique_ptr<QTemporaryDir> m_temporary;
};

BATCHDECK_TEST_MAIN(QCoreApplication, TstLocalHost)

#include "tst_localhost.moc"
