// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Writes numbered rows into the store of DIRECTORY from FIRST on, and prints each number when its write is
// acknowledged. Runs until it is killed, or for COUNT rows.

#include "engine/store/store.h"
#include "tests/store/storerowsupport.h"

#include <QCoreApplication>

#include <cstdio>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype inFlight = 700; // several batches

void acknowledge(int number)
{
    char line[16];
    const int length = std::snprintf(line, sizeof line, "%d\n", number);
    if (::write(STDOUT_FILENO, line, size_t(length)) != length)
        ::_exit(3);
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    if (argc != 4)
        return 2;
    auto store = storetest::open(QString::fromLocal8Bit(argv[1]));
    if (!store)
        return 1;
    const int first = std::atoi(argv[2]);
    const int count = std::atoi(argv[3]);
    QList<QFuture<void>> acknowledged;
    for (int i = first; i < first + count; ++i) {
        store->putJob(storetest::job(i));
        auto done = store->appendEvent(storetest::eventRow(i, u"u"_s)).then([i](const engine::Result<void> &result) {
            if (result)
                acknowledge(i);
        });
        acknowledged.append(done);
        if (acknowledged.size() > inFlight)
            acknowledged.takeFirst().waitForFinished();
    }
    return 0;
}
