// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/file/spoolgap.h"

#include <cstdlib>

/// spooltaker PATH BYTES takes the middle of a spool file, once. A test kills it while it does.
int main(int argc, char **argv)
{
    return argc == 3 && engine::logcore::removeMiddle(argv[1], "node7", std::atoll(argv[2])) > 0 ? 0 : 1;
}
