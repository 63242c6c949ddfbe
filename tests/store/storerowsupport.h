// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/store/store.h"

#include <QDebug>

/// Rows for the store's tests.
namespace storetest {

using namespace Qt::StringLiterals;

inline engine::ResourceId experiment(const QString &name = u"e"_s)
{
    return engine::ResourceId::group(u"p"_s, u"g"_s)
        .child(engine::ResourceKind::Workspace, u"w"_s)
        .child(engine::ResourceKind::Experiment, name);
}

/// The i-th job of an experiment, created at i ms.
inline engine::JobRow job(int i, const engine::ResourceId &parent = experiment())
{
    const QString name = u"run-%1"_s.arg(i);
    return {parent.name() + u"-uuid-"_s + QString::number(i),
            parent.child(engine::ResourceKind::Job, name),
            i,
            false,
            {{u"name"_s, name}},
            {{u"state"_s, u"queued"_s}}};
}

inline engine::EventRow eventRow(int i, const QString &jobUuid)
{
    return {jobUuid, 1000 + i, {{u"number"_s, i}}};
}

/// The error's text, for QVERIFY2.
template <typename T> QByteArray wordsOf(const engine::Result<T> &result)
{
    return result ? QByteArray("it worked") : result.error().message.englishText().toUtf8();
}

/// Opens a store; null on an error. An error and notices are printed as warnings, which fail the test.
inline std::unique_ptr<engine::Store> open(const QString &directory)
{
    QList<engine::Message> notices;
    auto store = engine::Store::open(directory, notices);
    for (const engine::Message &notice : std::as_const(notices))
        qWarning() << notice.englishText();
    if (!store)
        qWarning() << store.error().message.englishText();
    return store ? std::move(*store) : nullptr;
}

inline QStringList namesOf(const QList<engine::JobRow> &jobs)
{
    QStringList names;
    for (const engine::JobRow &row : jobs)
        names.append(row.id.name());
    return names;
}

} // namespace storetest
