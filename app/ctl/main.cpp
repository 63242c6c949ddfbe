// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/run.h"

#include "engine/api/paths.h"

#include <QCoreApplication>

#include <signal.h>

int main(int argc, char **argv)
{
    // Writes to a closed pipe return an error instead; the engine's socket needs this as well.
    signal(SIGPIPE, SIG_IGN);
    // Bytes, read before QCoreApplication: Qt's text form cannot name every file, and Qt removes options of its own.
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments.append(engine::pathFromBytes(argv[i]));
    const QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("batchctl"));
    QCoreApplication::setApplicationVersion(QStringLiteral(BATCHDECK_VERSION));
    return ctl::run(arguments);
}
