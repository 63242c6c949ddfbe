// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"
#include "models/storage/accountinput.h"

#include <QJsonObject>
#include <QSet>
#include <QWidget>

class QCheckBox;
class QGridLayout;
class QLineEdit;
class QRadioButton;
class QToolButton;

namespace ui {

class ToneLabel;

/// The fields of a storage account. Shows the fault of a field once it was edited. A whole URL with a shared access
/// signature, pasted into any field, fills all of them.
class AccountForm final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AccountForm)

public:
    explicit AccountForm(QWidget *parent = nullptr);

    [[nodiscard]] models::AccountInput input() const; ///< trimmed
    [[nodiscard]] models::AccountFaults faults() const { return models::checkAccount(input(), m_taken); }
    [[nodiscard]] bool isTouched() const { return !m_touched.isEmpty(); }
    void setTaken(const QStringList &names); ///< names of existing accounts
    [[nodiscard]] QJsonObject fields() const; ///< by name, without the secret
    void setFields(const QJsonObject &fields);
    void takeFocus();
    void showRefusal(const engine::Error &error); ///< at the field that it is about, which gets the focus
    void forgetSecret();

signals:
    void edited();
    void submitted(); ///< Return in a field

private:
    QLineEdit *addLine(const QString &objectName, const QString &label, const QString &hint);
    void addHelp(const QString &words);
    void addKinds();
    void addMore();
    void takeEdit(QLineEdit *line);
    void showKind();
    void check();
    void showFault(QLineEdit *field, const QString &fault);

    QGridLayout *m_grid;
    QLineEdit *m_name = nullptr;
    QRadioButton *m_hasKey = nullptr;
    QRadioButton *m_hasSignature = nullptr;
    QLineEdit *m_secret = nullptr;
    QCheckBox *m_remember = nullptr;
    QToolButton *m_more = nullptr;
    QLineEdit *m_endpoint = nullptr;
    QHash<QLineEdit *, ToneLabel *> m_faultLabels;
    QSet<QLineEdit *> m_touched;
    QStringList m_taken;
};

} // namespace ui
