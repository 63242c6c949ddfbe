// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"

#include <QJsonObject>
#include <QMap>
#include <QStringList>

namespace models {

/// What the submit form shows of a job's document.
struct JobForm
{
    QString cluster; ///< id or name, as the document has it
    int nodeCount = 1;
    QString toolkit; ///< the property that names it: "customToolkitSettings"; empty: none yet
    QMap<QString, QString> settings; ///< of the toolkit, by key; numbers as digits; none is empty
    QString stopAfter; ///< "6 h", "1 h 30 min"; what cannot be read stays as written
    QString priority; ///< "low", "normal", "high"; empty: the service's default
    QString preparation;
    QString standardOutput; ///< stdOutErrPathPrefix
    QList<QStringList> environment; ///< name, value
    QList<QStringList> inputs; ///< id, path
    QList<QStringList> outputs; ///< id, pathPrefix, pathSuffix
    QList<QStringList> fetched; ///< fetchRows(): what is brought once it is over

    bool operator==(const JobForm &) const = default;
};

[[nodiscard]] JobForm readJobForm(const QJsonObject &document);
/// \a document with what differs between it and \a form rewritten; everything else stays, known or not.
[[nodiscard]] QJsonObject withJobForm(const QJsonObject &document, const JobForm &form);

/// \a faults of \a document with those of the form's \a name and \a cluster, without those that the form mends, or a
/// value that is asked for at the submit.
[[nodiscard]] QList<engine::Fault> faultsWithForm(QList<engine::Fault> faults, const QJsonObject &document,
                                                  const QString &name, const QString &cluster);

/// The label of the form's field, or of a column of its tables, for \a key of a job's document; empty: there is none.
[[nodiscard]] QString fieldLabel(const QString &key);
/// A fault in the words of the form: fields go by their labels, and values as they are typed there.
[[nodiscard]] QString formWords(const engine::Fault &fault);

/// What was typed into a form that showed \a before, on top of \a now.
[[nodiscard]] JobForm rebased(const JobForm &before, const JobForm &typed, JobForm now);

/// A name that is free among \a taken: "run-17" gives "run-18", "train" gives "train-2".
[[nodiscard]] QString freshName(const QString &name, const QStringList &taken);

/// Whether JSON as people write it has a comment, which writing the document anew would lose.
[[nodiscard]] bool hasComments(QByteArrayView text);

/// The keys on the way to a fault's target: "$.properties.inputDirectories[1].path" gives "inputDirectories", "1",
/// "path".
[[nodiscard]] QStringList targetKeys(const QString &target);

} // namespace models
