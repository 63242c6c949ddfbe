// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"

#include <QJsonObject>
#include <QMap>
#include <QStringList>

namespace models {

/// Content of the submit form.
struct JobForm
{
    QString cluster; ///< id or name, as in the document
    int nodeCount = 1;
    QString toolkit; ///< its property: "customToolkitSettings"; empty when none is chosen
    QMap<QString, QString> settings; ///< of the toolkit, by key; numbers as digits; only non-empty values
    QString stopAfter; ///< "6 h", "1 h 30 min"; an invalid value as written
    QString priority; ///< "low", "normal", "high"; empty for the service's default
    QString preparation;
    QString standardOutput; ///< stdOutErrPathPrefix
    QList<QStringList> environment; ///< name, value
    QList<QStringList> inputs; ///< id, path
    QList<QStringList> outputs; ///< id, pathPrefix, pathSuffix
    QList<QStringList> fetched; ///< fetchRows(): downloads after the end

    bool operator==(const JobForm &) const = default;
};

[[nodiscard]] JobForm readJobForm(const QJsonObject &document);
/// \a document with the differences between it and \a form applied; everything else is unchanged.
[[nodiscard]] QJsonObject withJobForm(const QJsonObject &document, const JobForm &form);

/// \a faults of \a document with those of the form's \a name and \a cluster, without faults that the form or a later
/// question corrects.
[[nodiscard]] QList<engine::Fault> faultsWithForm(QList<engine::Fault> faults, const QJsonObject &document,
                                                  const QString &name, const QString &cluster);

/// Label of the form's field, or table column, for \a key of a job's document; empty when there is none.
[[nodiscard]] QString fieldLabel(const QString &key);
/// Words of a fault for the form: with labels of fields, and values as typed.
[[nodiscard]] QString formWords(const engine::Fault &fault);

/// \a now with the changes that were typed into a form that had shown \a before.
[[nodiscard]] JobForm rebased(const JobForm &before, const JobForm &typed, JobForm now);

/// An unused name: "run-17" gives "run-18", "train" gives "train-2".
[[nodiscard]] QString freshName(const QString &name, const QStringList &taken);

/// Whether the JSON text has comments, which would be lost when the document is written.
[[nodiscard]] bool hasComments(QByteArrayView text);

/// Keys of a fault's target: "$.properties.inputDirectories[1].path" gives "inputDirectories", "1", "path".
[[nodiscard]] QStringList targetKeys(const QString &target);

} // namespace models
