// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/documents.h"

#include <QObject>
#include <QTimer>

namespace ui {

class JobText;
class SubmitForm;

/// The document of a new job, shown by a form and by a text at the same time: what is typed into the one is written
/// into the other. A text that cannot be read disables the form, which would write over it. GUI thread.
class JobDocument final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobDocument)

public:
    /// \a form and \a text outlive it.
    JobDocument(SubmitForm &form, JobText &text, QObject *parent);

    [[nodiscard]] const QJsonObject &json() const { return m_json; } ///< of the last text that could be read
    void setText(const QByteArray &text); ///< checked() follows
    void checkSoon() { m_delay.start(); } ///< checked() follows after 150 ms without another call
    void checkNow(); ///< checked() is emitted before it returns
    [[nodiscard]] bool isSettled() const { return !m_delay.isActive(); }
    [[nodiscard]] bool isTouched() const { return m_isTouched; } ///< typed into, and not sent
    void setTouched(bool isTouched) { m_isTouched = isTouched; } ///< emits nothing

signals:
    void touched(); ///< typed into, also where the text stays as it is
    void textChanged(); ///< by the user, in the form or in the text
    void checked(const engine::DocumentCheck &check);

private:
    void takeForm();
    void takeText();
    void touch();
    void check();
    void take(const engine::DocumentCheck &check);

    SubmitForm &m_form;
    JobText &m_text;
    QJsonObject m_json;
    bool m_formIsAhead = false; // the text came from the form: what is typed there is not written back
    bool m_textIsAhead = false; // typed and not yet read: the form shows what was before
    bool m_isTouched = false;
    quint64 m_asked = 0; // checks of an older text are dropped
    QTimer m_delay;
};

} // namespace ui
