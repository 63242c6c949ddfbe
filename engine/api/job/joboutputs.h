// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QStringList>

namespace engine {

/// An output directory in a job's own folder on a node, and it holds something. Value.
struct JobOutput
{
    QString node;
    QString path; ///< as the node spells it
    QString sharedWith; ///< an earlier node that has the same one; empty: none
    qint64 bytes = -1; ///< that it takes on the disk; below 0: not known
    bool isAtLeast = false; ///< there was no time to count the rest

    [[nodiscard]] QString place() const; ///< "n1:/home/ada/…", for people
    static void describe(auto &self, auto &fields)
    {
        fields("node", self.node);
        fields("path", self.path);
        fields.optional("sharedWith", self.sharedWith);
        fields.optional("bytes", self.bytes, -1);
        fields.optional("isAtLeast", self.isAtLeast);
    }
    bool operator==(const JobOutput &other) const { return node == other.node && path == other.path; }
};

/// What the deletion of a job leaves in the job's own folders unless it names it. Value.
struct JobOutputs
{
    QList<JobOutput> found;
    QStringList unlisted; ///< nodes that did not say in time what they have

    [[nodiscard]] QStringList places() const; ///< "n1:/home/ada/… (1.2 MB)", for people; what nodes share is there once
    static void describe(auto &self, auto &fields) { fields("outputs", self.found)("unlisted", self.unlisted); }
};

} // namespace engine
