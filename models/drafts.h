// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QFuture>
#include <QJsonObject>
#include <QList>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <optional>

namespace models {

/// Unsent input of a form.
struct Draft
{
    QString key; ///< of the form; one draft for each
    QString title; ///< "New job in resnet"
    qint64 whenMs = 0;
    QJsonObject place; ///< resource or location of the form
    /// By field name. "text" is a document of the kind "kind".
    QJsonObject fields;
};

/// The drafts of a profile, in a file readable only by its user. In memory drafts keep everything that was typed; in
/// the file they have no secrets, and survive a crash. Only the end of the program waits for the disk. Drafts that
/// other windows of the profile write meanwhile are kept in the file, and read by the next window. A damaged file is
/// renamed to FILE.damaged-TIME before a new one is written; an unreadable one is left unchanged.
class Drafts final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Drafts)

public:
    static constexpr qsizetype most = 20; ///< older drafts are dropped

    explicit Drafts(const QString &file, QObject *parent = nullptr);
    ~Drafts() override; ///< writes pending drafts and waits for the disk

    void keep(const Draft &draft); ///< replaces the draft with the same key; written with a delay
    void remove(const QString &key);
    [[nodiscard]] std::optional<Draft> find(const QString &key) const;
    [[nodiscard]] const QList<Draft> &all() const { return m_drafts; } ///< newest first

private:
    void write();

    const QString m_file;
    QList<Draft> m_drafts;
    QSet<QString> m_changed; // keys of drafts that no write includes yet
    QTimer m_delay;
    QFuture<bool> m_writing;
    QSet<QString> m_inWriting; // keys of drafts in the running write; empty when none runs
    bool m_isBehind = false; // drafts have changed since the running write started
};

} // namespace models
