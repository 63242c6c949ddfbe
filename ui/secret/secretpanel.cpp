// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/secret/secretpanel.h"

#include "engine/base/whenfinished.h"
#include "ui/widgets/page/banner.h"

#include <QApplication>
#include <QCheckBox>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

using engine::DocumentSecret;

namespace {

QString lackTitle(qsizetype count)
{
    return count == 1 ? SecretPanel::tr("A secret has no value")
                      : SecretPanel::tr("%1 secrets have no value").arg(QLocale().toString(count));
}

// Used if all secrets have a value: the engine does not say which one is missing.
QString againTitle(qsizetype count)
{
    return count == 1 ? SecretPanel::tr("A secret is missing: type it again")
                      : SecretPanel::tr("A secret is missing: type them again");
}

bool isEditor(const QWidget *widget)
{
    const auto *line = qobject_cast<const QLineEdit *>(widget);
    const auto *text = qobject_cast<const QPlainTextEdit *>(widget);
    return (line && !line->isReadOnly()) || (text && !text->isReadOnly());
}

} // namespace

SecretPanel::SecretPanel(engine::EngineClient &client, QWidget *parent) : AskPanel(parent), m_client(client)
{
    setObjectName(u"secrets"_s);
}

void SecretPanel::withdraw()
{
    ++m_looks;
    ++m_gifts;
    forget();
    AskPanel::withdraw();
}

bool SecretPanel::goOn()
{
    if (m_isBusy)
        return true;
    if (!isAsking())
        return false;
    accept();
    return true;
}

void SecretPanel::reportTo(Banner *banner)
{
    connect(this, &SecretPanel::failed, banner, &Banner::showError);
    connect(this, &SecretPanel::noticed, banner,
            [banner](const QString &words) { banner->showNotice(Mark::Unusable, words); });
}

void SecretPanel::offerFocus()
{
    if (!isEditor(QApplication::focusWidget()))
        takeFocus();
}

void SecretPanel::look(const QList<DocumentSecret> &secrets, const QString &accept, bool isMissing)
{
    const quint64 asked = ++m_looks;
    if (secrets.isEmpty())
        return emit complete({});
    engine::whenFinished(m_client.secrets.list(), this, [this, asked, secrets, accept, isMissing](const auto &known) {
        if (asked != m_looks)
            return;
        if (!known)
            return emit failed(known.error());
        QList<DocumentSecret> missing = models::without(secrets, *known);
        if (!missing.isEmpty())
            return ask(missing, lackTitle(missing.size()), accept);
        if (!isMissing)
            return emit complete({});
        missing = models::without(secrets, {});
        ask(missing, againTitle(missing.size()), accept);
    });
}

void SecretPanel::ask(const QList<DocumentSecret> &secrets, const QString &title, const QString &accept)
{
    m_secrets = secrets;
    begin(title);
    const bool areKept = std::any_of(secrets.cbegin(), secrets.cend(),
                                     [](const DocumentSecret &secret) { return !secret.name.isEmpty(); });
    addWords(tr("Values are never written into documents, logs or exports."));
    for (const DocumentSecret &secret : secrets) {
        addInput(secret.isOwn ? models::secretWords(secret)
                              : tr("%1, kept as %2 for all that name it").arg(models::secretWords(secret), secret.name),
                 true);
    }
    if (areKept) {
        addRemember();
        remember()->setChecked(true);
        remember()->setToolTip(tr("Otherwise it is forgotten when the program ends, and asked for again"));
    } else {
        addWords(tr("They are kept in the keyring for as long as their document."));
    }
    addButtons(accept, tr("Not now"), [this] { give(); });
    const auto check = [this] {
        acceptButton()->setEnabled(std::none_of(inputs().cbegin(), inputs().cend(),
                                                [](const QLineEdit *input) { return input->text().isEmpty(); }));
    };
    for (const QLineEdit *input : inputs())
        connect(input, &QLineEdit::textChanged, acceptButton(), check);
    check();
    show();
    emit asked();
}

void SecretPanel::give()
{
    const QStringList typed = values();
    forget();
    for (qsizetype i = 0; i < m_secrets.size(); ++i) {
        if (m_secrets.at(i).name.isEmpty())
            m_values.insert(m_secrets.at(i).variable, typed.at(i));
        else
            m_given.append({m_secrets.at(i), typed.at(i)});
    }
    m_remembers = remembers();
    m_isBusy = true;
    ++m_gifts;
    AskPanel::withdraw();
    keepNext();
}

void SecretPanel::keepNext()
{
    if (m_given.isEmpty()) {
        m_isBusy = false;
        return emit complete(std::exchange(m_values, {}));
    }
    const Given given = m_given.takeFirst();
    const quint64 gift = m_gifts;
    engine::whenFinished(
        m_client.secrets.set(given.secret.name, given.value, m_remembers), this, [this, gift](const auto &kept) {
            if (gift != m_gifts)
                return;
            if (!kept) {
                forget();
                return emit failed(kept.error());
            }
            if (kept->reason)
                emit noticed(tr("It is kept in memory only, until the program ends: %1").arg(kept->reason->text()));
            keepNext();
        });
}

void SecretPanel::forget()
{
    m_isBusy = false;
    m_given.clear();
    m_values.clear();
}

} // namespace ui
