// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "models/document/wantedsecrets.h"
#include "ui/widgets/page/askpanel.h"

namespace ui {

class Banner;

/// Asks for the secrets that a job or a cluster lacks, and gives them to the engine. None of them stays here.
class SecretPanel final : public AskPanel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SecretPanel)

public:
    explicit SecretPanel(engine::EngineClient &client, QWidget *parent = nullptr);

    /// Asks for those that the engine does not have; complete() follows at once when there are none.
    void askMissing(const QList<engine::DocumentSecret> &secrets, const QString &accept)
    {
        look(secrets, accept, false);
    }
    /// The same, when the engine said that one is missing: all of them, where it has a value for each.
    void askAgain(const QList<engine::DocumentSecret> &secrets, const QString &accept) { look(secrets, accept, true); }
    /// Also ends what is under way: neither complete() nor asked() nor failed() follows.
    void withdraw() override;
    /// The page's own command, given again: accepts what it asks for. False: it asks for nothing, and nothing that was
    /// typed is on its way.
    [[nodiscard]] bool goOn();
    /// Shows in \a banner what is failed() and noticed().
    void reportTo(Banner *banner);
    /// Gives the first field the focus, unless an editor has it: the next keys would land there unseen.
    void offerFocus();
    [[nodiscard]] bool isBusy() const { return m_isBusy; } ///< what was typed is on its way to the engine

signals:
    /// The engine has those with a name; \a values has the others, by variable.
    void complete(const QHash<QString, QString> &values);
    void asked(); ///< the panel is there
    void failed(const engine::Error &error);
    void noticed(const QString &words); ///< where they are kept, when that is not what was asked for

private:
    void look(const QList<engine::DocumentSecret> &secrets, const QString &accept, bool isMissing);
    void ask(const QList<engine::DocumentSecret> &secrets, const QString &title, const QString &accept);
    void give();
    void keepNext();
    void forget(); ///< what was typed

    struct Given
    {
        engine::DocumentSecret secret;
        QString value;
    };

    engine::EngineClient &m_client;
    quint64 m_looks = 0; // answers to an older one are dropped
    quint64 m_gifts = 0; // the same
    QList<engine::DocumentSecret> m_secrets; // that it asks for
    QList<Given> m_given; // on their way to the engine
    QHash<QString, QString> m_values;
    bool m_remembers = false;
    bool m_isBusy = false;
};

} // namespace ui
