// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/run.h"

#include "engine/api/paths.h"

#include <QCoreApplication>

#include <signal.h>

int main(int argc, char **argv)
{
    // A reader that leaves is seen as a failed write; the engine's socket does the same.
    signal(SIGPIPE, SIG_IGN);
    // As bytes: what Qt makes of them does not name every file. Before Qt, which takes some of them out.
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments.append(engine::pathFromBytes(argv[i]));
    const QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("batchctl"));
    QCoreApplication::setApplicationVersion(QStringLiteral(BATCHDECK_VERSION));
    return ctl::run(arguments);
}
