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

/// What was typed into a form and not sent.
struct Draft
{
    QString key; ///< of the form; each has one draft
    QString title; ///< "New job in resnet"
    qint64 whenMs = 0;
    QJsonObject place; ///< where the form is
    /// By name. "text" is a document of the kind "kind".
    QJsonObject fields;
};

/// The drafts of a profile, in a file that only its user can read. They outlive their pages as they are, and the
/// program, or its end by a crash, without their secrets. Nobody waits for the disk but who ends the program. What
/// other windows of the profile write into the file meanwhile stays there, and is read when the next window opens. A
/// damaged file is renamed to FILE.damaged-TIME before a new one is written; one that cannot be read is left as it is.
class Drafts final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Drafts)

public:
    static constexpr qsizetype most = 20; ///< older ones are forgotten

    explicit Drafts(const QString &file, QObject *parent = nullptr);
    ~Drafts() override; ///< writes what is not written yet, and waits for it

    void keep(const Draft &draft); ///< in place of the one of the same key; written a moment later
    void remove(const QString &key);
    [[nodiscard]] std::optional<Draft> find(const QString &key) const;
    [[nodiscard]] const QList<Draft> &all() const { return m_drafts; } ///< newest first

private:
    void write();

    const QString m_file;
    QList<Draft> m_drafts;
    QSet<QString> m_changed; // keys of those that nobody writes yet
    QTimer m_delay;
    QFuture<bool> m_writing;
    QSet<QString> m_inWriting; // keys of those that m_writing writes; empty: nothing is being written
    bool m_isBehind = false; // what m_writing writes is not the newest any more
};

} // namespace models
