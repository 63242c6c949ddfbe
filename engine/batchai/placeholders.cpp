// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/placeholders.h"

#include "engine/batchai/faultnotes.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

const QRegularExpression &anyForm()
{
    static const QRegularExpression form(u"<[A-Za-z][^<>/]*>"_s);
    return form;
}

// The common case is a text without one.
QString firstMatch(const QString &text, const QRegularExpression &form)
{
    return text.contains(u'<') ? form.match(text).captured() : QString();
}

} // namespace

QString azPlaceholder(const QString &text)
{
    static const QRegularExpression form(u"<AZURE_BATCHAI_[A-Z0-9_]+>"_s);
    return firstMatch(text, form);
}

QString anyPlaceholder(const QString &text)
{
    return firstMatch(text, anyForm());
}

QString withoutPlaceholders(const QString &text)
{
    return QString(text).replace(anyForm(), u"*"_s);
}

Message placeholderWords(const QString &placeholder)
{
    return {QT_TRANSLATE_NOOP("engine", "%1 stands for something that you have to fill in."), {shortened(placeholder)}};
}

} // namespace engine
