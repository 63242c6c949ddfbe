// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "models/document/wantedsecrets.h"
#include "ui/widgets/page/askpanel.h"

namespace ui {

class Banner;

/// Asks for missing secrets of a job or a cluster and sends them to the engine. Keeps none.
class SecretPanel final : public AskPanel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SecretPanel)

public:
    explicit SecretPanel(engine::EngineClient &client, QWidget *parent = nullptr);

    /// Asks for those of \a secrets that the engine does not have. Without any, complete() follows without a question.
    void askMissing(const QList<engine::DocumentSecret> &secrets, const QString &accept)
    {
        look(secrets, accept, false);
    }
    /// As askMissing(), after the engine reported a missing secret: if it has a value for each, asks for all.
    void askAgain(const QList<engine::DocumentSecret> &secrets, const QString &accept) { look(secrets, accept, true); }
    /// Also drops running requests: neither complete() nor asked() nor failed() follows.
    void withdraw() override;
    /// Called when the page's command is repeated: accepts the open question. False: no question is open and no secret
    /// is being sent.
    [[nodiscard]] bool goOn();
    /// Shows failed() and noticed() in \a banner.
    void reportTo(Banner *banner);
    /// Focuses the first field, unless an editor has the focus: keys that are being typed would go into the field.
    void offerFocus();
    [[nodiscard]] bool isBusy() const { return m_isBusy; } ///< secrets are being sent to the engine

signals:
    /// The engine has all named secrets; \a values has the others, by variable.
    void complete(const QHash<QString, QString> &values);
    void asked(); ///< the panel is shown
    void failed(const engine::Error &error);
    void noticed(const QString &words); ///< \a words: where secrets are stored, if not as requested

private:
    void look(const QList<engine::DocumentSecret> &secrets, const QString &accept, bool isMissing);
    void ask(const QList<engine::DocumentSecret> &secrets, const QString &title, const QString &accept);
    void give();
    void keepNext();
    void forget(); ///< clears typed secrets

    struct Given
    {
        engine::DocumentSecret secret;
        QString value;
    };

    engine::EngineClient &m_client;
    quint64 m_looks = 0; // number of the last look(); older answers are dropped
    quint64 m_gifts = 0; // counts acceptances and withdrawals; results of earlier calls are dropped
    QList<engine::DocumentSecret> m_secrets; // of the question
    QList<Given> m_given; // being sent to the engine
    QHash<QString, QString> m_values;
    bool m_remembers = false;
    bool m_isBusy = false;
};

} // namespace ui
