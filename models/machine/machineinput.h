// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/machineclient.h"

/// Validation of a machine's input fields before a request. Pure.
namespace models {

/// Fault of each field in words; empty when it is valid.
struct MachineFaults
{
    QString destination;
    QString name;
    QString identityFile;
    QString jumps;
    QString home;
    QString address = {};

    [[nodiscard]] int count() const;
    bool operator==(const MachineFaults &) const = default;
};

/// \a taken: names of existing machines, compared without case.
[[nodiscard]] MachineFaults checkMachine(const engine::MachineRequest &request, const QStringList &taken);
/// Fault of "[user@]host[:port]"; empty when ssh would accept it.
[[nodiscard]] QString destinationFault(const QString &destination);
/// A valid name from the host of \a destination: "ada@gpu-a.lab.example:22" gives "gpu-a".
[[nodiscard]] QString nameFromDestination(const QString &destination);
/// Splits "a, b c" into jump hosts, outermost first.
[[nodiscard]] QStringList jumpsFromText(const QString &text);
/// \a path with a leading "~/" replaced by \a home.
[[nodiscard]] QString expandedPath(const QString &path, const QString &home);

} // namespace models
