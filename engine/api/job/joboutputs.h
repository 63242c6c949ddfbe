// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QStringList>

namespace engine {

/// An output directory with content in a job's own folder on a node. Value.
struct JobOutput
{
    QString node;
    QString path; ///< as on the node
    QString sharedWith; ///< the earlier node that shares this directory; empty when none does
    qint64 bytes = -1; ///< size on the disk; below 0 when unknown
    bool isAtLeast = false; ///< counting was cut short: \a bytes is a lower bound

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

/// What the deletion of a job leaves in the job's own folders unless the request names it. Value.
struct JobOutputs
{
    QList<JobOutput> found;
    QStringList unlisted; ///< nodes that did not answer in time

    /// "n1:/home/ada/… (1.2 MB)", for people; a directory that nodes share is listed once
    [[nodiscard]] QStringList places() const;
    static void describe(auto &self, auto &fields) { fields("outputs", self.found)("unlisted", self.unlisted); }
};

} // namespace engine
