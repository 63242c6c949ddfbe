// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/remotehost.h"

#include <QHash>
#include <QSet>

namespace engine {

class SecretStore;

/// One login: RemoteHost::open() with the user's answers and those of the secret store. The store answers each question
/// once; a wrong secret is removed from the store, and the user is asked. The user's answers are stored after a
/// successful login, never before. Thread: the owner's.
class MachineLogin final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MachineLogin)

public:
    /// \a secrets may be null. \a names: the secrets that earlier logins used.
    MachineLogin(RemoteHost &host, SecretStore *secrets, QStringList names, QObject *parent);
    ~MachineLogin() override;

    void begin(const QList<Answer> &answers); ///< cancels a login under way, without its ended()
    void cancel();
    /// Accepts an unknown host key with this fingerprint ("SHA256:…") until a login succeeds. Any other unknown key is
    /// refused without a question.
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
    QHash<QString, Question> m_questions; // by secretName(), in the words of earlier logins
    quint64 m_attempt = 0;
    int m_fetching = 0;
    QList<Answer> m_userAnswers;
    QList<Answer> m_answers; // those of user and store, for open()
    QHash<QString, Secret> m_stored; // secrets that the store had, in this attempt
    QSet<QString> m_asked; // questions for which the store was asked, by secretName()
    QFuture<Result<void>> m_opening;
};

} // namespace engine
