// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/run.h"

#include <QCoreApplication>

#include <signal.h>

int main(int argc, char **argv)
{
    // A reader that leaves is seen as a failed write; the engine's socket does the same.
    signal(SIGPIPE, SIG_IGN);
    const QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("batchctl"));
    QCoreApplication::setApplicationVersion(QStringLiteral(BATCHDECK_VERSION));
    return ctl::run(QCoreApplication::arguments().mid(1));
}
