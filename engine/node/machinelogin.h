// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/remotehost.h"

#include <QHash>
#include <QSet>

namespace engine {

class SecretStore;

/// Logs in by RemoteHost::open(), with answers of the user and of the secret store. The store answers a question once;
/// if that answer is wrong, it is removed from the store, and the question goes to the user. The user's answers are
/// stored after a login that succeeded with them, never before. Thread: the owner's.
class MachineLogin final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MachineLogin)

public:
    /// \a secrets may be null; \a names: secrets that earlier logins used.
    MachineLogin(RemoteHost &host, SecretStore *secrets, QStringList names, QObject *parent);
    ~MachineLogin() override;

    void begin(const QList<Answer> &answers); ///< cancels a login that is under way, without ended()
    void cancel();
    /// Until a login succeeds: accepts a host key with \a fingerprint ("SHA256:…"), and refuses other unknown keys
    /// without a question.
    void acceptHostKey(const QString &fingerprint) { m_acceptedKey = fingerprint; }
    [[nodiscard]] const QStringList &secretNames() const { return m_names; }

signals:
    void ended(const engine::Result<void> &result); ///< of begin(); an error may carry the open question
    void secretNamesChanged();

private:
    void collect();
    void open();
    void opened(const Result<void> &result);
    [[nodiscard]] bool answerHostKey(Error &error);
    [[nodiscard]] bool answerFromStore(const Error &error);
    void fetch(const QString &name, const Question &question);
    void putFirst(const Answer &answer);
    void keepAnswers();
    void addName(const QString &name);
    void end(const Result<void> &result);

    RemoteHost &m_host;
    SecretStore *m_secrets;
    QStringList m_names;
    QString m_acceptedKey;
    QHash<QString, Question> m_questions; // of earlier logins, by secretName()
    quint64 m_attempt = 0;
    int m_fetching = 0;
    QList<Answer> m_userAnswers; // by the user
    QList<Answer> m_answers; // the answers for open()
    QHash<QString, Secret> m_stored; // values from the store, for this login
    QSet<QString> m_asked; // names of secrets with which the store has answered the exact question
    QFuture<Result<void>> m_opening;
};

} // namespace engine
