// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/job/jobdocument.h"

#include "models/job/form/jobform.h"
#include "ui/document/checkelsewhere.h"
#include "ui/submit/form/submitform.h"
#include "ui/submit/jobtext.h"

#include <chrono>

using namespace std::chrono_literals;

namespace ui {

JobDocument::JobDocument(SubmitForm &form, JobText &text, QObject *parent) : QObject(parent), m_form(form), m_text(text)
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(150ms);
    connect(&m_delay, &QTimer::timeout, this, &JobDocument::check);
    connect(&form, &SubmitForm::edited, this, &JobDocument::takeForm);
    connect(&form, &SubmitForm::nameEdited, this, &JobDocument::touch);
    connect(&form, &SubmitForm::focusMoved, &text, &JobText::light);
    connect(&text, &JobText::edited, this, &JobDocument::takeText);
}

void JobDocument::setText(const QByteArray &text)
{
    m_formIsAhead = false;
    m_text.setText(text);
    check();
}

void JobDocument::takeForm()
{
    models::JobForm form = m_form.form();
    if (m_textIsAhead) {
        const models::JobForm before = models::readJobForm(m_json);
        m_formIsAhead = true; // keeps the cursor of the edited field
        take(engine::checkDocument(engine::ResourceKind::Job, m_text.text()));
        form = models::rebased(before, form, models::readJobForm(m_json));
        m_form.setForm(form);
    }
    const QJsonObject changed = models::withJobForm(m_json, form);
    if (changed != m_json) { // else keeps the formatting of the text
        m_formIsAhead = true;
        m_json = changed;
        m_text.setText(engine::writeDocument(engine::ResourceKind::Job, m_json));
        emit textChanged();
    }
    touch();
}

void JobDocument::takeText()
{
    m_formIsAhead = false;
    m_textIsAhead = true;
    emit textChanged();
    touch();
}

void JobDocument::touch()
{
    m_isTouched = true;
    emit touched();
    checkSoon();
}

void JobDocument::check()
{
    whenChecked(engine::ResourceKind::Job, m_text.text(), this,
                [this, asked = ++m_asked](const engine::DocumentCheck &check) {
                    if (asked == m_asked)
                        take(check);
                });
}

void JobDocument::checkNow()
{
    m_delay.stop();
    ++m_asked;
    take(engine::checkDocument(engine::ResourceKind::Job, m_text.text()));
}

void JobDocument::take(const engine::DocumentCheck &check)
{
    m_textIsAhead = false;
    const bool isReadable = !check.document.isEmpty();
    m_form.setEnabled(isReadable);
    if (isReadable) {
        m_json = check.document;
        if (!m_formIsAhead)
            m_form.setForm(models::readJobForm(m_json));
    }
    emit checked(check);
}

} // namespace ui
