// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/remotehost.h"

#include <QHash>
#include <QSet>

namespace engine {

class SecretStore;

/// One way in: open() with the answers of the user and with what the secret store has. A question that the store can
/// answer is answered by it once; when that was wrong it is taken out of the store, and the question is the user's.
/// What the user answered is kept after a login that succeeded with it, never before. Thread: the owner's.
class MachineLogin final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MachineLogin)

public:
    /// \a secrets may be null; \a names are those of the secrets that were of use before.
    MachineLogin(RemoteHost &host, SecretStore *secrets, QStringList names, QObject *parent);
    ~MachineLogin() override;

    void begin(const QList<Answer> &answers); ///< one that is under way is given up, without ended()
    void cancel();
    /// Until a login succeeds: a host key with this fingerprint is accepted, and another one that is not known is
    /// refused without a question. "SHA256:…"
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
    QHash<QString, Question> m_questions; // as they were asked before, by secretName()
    quint64 m_attempt = 0;
    int m_fetching = 0;
    QList<Answer> m_userAnswers; // by the user
    QList<Answer> m_answers; // all that open() gets
    QHash<QString, Secret> m_stored; // of this attempt: what the store had
    QSet<QString> m_asked; // answered by the store in the very words of the question
    QFuture<Result<void>> m_opening;
};

} // namespace engine
