// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/host/hostcontract.h"

#include "engine/base/descriptorlimit.h"
#include "engine/host/localhost.h"
#include "tests/support/await.h"
#include "tests/support/testmain.h"

#include <sys/resource.h>

class TstLocalHost final : public HostContract
{
    Q_OBJECT

public:
    TstLocalHost() : TstLocalHost(std::make_unique<QTemporaryDir>()) { }

private slots:
    void keepsItsDescriptorsForItself();

private:
    explicit TstLocalHost(std::unique_ptr<QTemporaryDir> folder)
        : HostContract([] { return std::make_unique<engine::LocalHost>(); }, folder->path()),
          m_temporary(std::move(folder))
    {
    }

    std::unique_ptr<QTemporaryDir> m_temporary;
};

// An engine follows more logs than programs expect to have files.
void TstLocalHost::keepsItsDescriptorsForItself()
{
    rlimit usual{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &usual), 0);
    engine::raiseDescriptorLimit();
    rlimit raised{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &raised), 0);
    QCOMPARE(raised.rlim_cur, qMax(usual.rlim_cur, qMin<rlim_t>(usual.rlim_max, 65536)));
    engine::LocalHost host;
    const auto result = testing::await(host.run({"ulimit -n"}));
    VERIFY_RESULT(result);
    QCOMPARE(result->output.trimmed(), QByteArray::number(quint64(usual.rlim_cur)));
}

BATCHDECK_TEST(QCoreApplication, TstLocalHost)

#include "tst_localhost.moc"
