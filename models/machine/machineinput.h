// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/machineclient.h"

/// What a user types to describe a machine, judged before anything is sent. Pure.
namespace models {

/// What is wrong with each field, in words; empty for what is right.
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

/// \a taken: names of the machines there are, compared without case.
[[nodiscard]] MachineFaults checkMachine(const engine::MachineRequest &request, const QStringList &taken);
/// What is wrong with "[user@]host[:port]"; empty for what ssh would take.
[[nodiscard]] QString destinationFault(const QString &destination);
/// A name that obeys the rules, from the host of \a destination: "ada@gpu-a.lab.example:22" is "gpu-a".
[[nodiscard]] QString nameFromDestination(const QString &destination);
/// "a, b c" is a list of jump hosts, outermost first.
[[nodiscard]] QStringList jumpsFromText(const QString &text);
/// "~/x" below \a home; all else as it is.
[[nodiscard]] QString expandedPath(const QString &path, const QString &home);

} // namespace models
