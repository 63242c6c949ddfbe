// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/documents.h"

#include <QObject>
#include <QTimer>

namespace ui {

class JobText;
class SubmitForm;

/// The document of a new job, edited by a form and a text: changes of the one are written to the other. An unreadable
/// text disables the form, which would overwrite it. GUI thread.
class JobDocument final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobDocument)

public:
    /// \a form and \a text must outlive this.
    JobDocument(SubmitForm &form, JobText &text, QObject *parent);

    [[nodiscard]] const QJsonObject &json() const { return m_json; } ///< of the last readable text
    void setText(const QByteArray &text); ///< checked() follows
    void checkSoon() { m_delay.start(); } ///< checked() follows after 150 ms without another call
    void checkNow(); ///< checked() is emitted before it returns
    [[nodiscard]] bool isSettled() const { return !m_delay.isActive(); }
    [[nodiscard]] bool isTouched() const { return m_isTouched; } ///< edited and not submitted
    void setTouched(bool isTouched) { m_isTouched = isTouched; } ///< emits nothing

signals:
    void touched(); ///< edited by the user, even if the text is unchanged
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
    bool m_formIsAhead = false; // the text was written by the form and is not written back
    bool m_textIsAhead = false; // the text was edited and not read yet: the form is outdated
    bool m_isTouched = false;
    quint64 m_asked = 0; // number of the last check; older results are dropped
    QTimer m_delay;
};

} // namespace ui
