// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/widgets/page/page.h"

#include <QJsonObject>

namespace ui {

/// A page with a form. The window keeps its fields as a draft until they are sent.
class FormPage : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FormPage)

public:
    using Page::Page;

    /// The fields by name, if edited and not sent; else empty. "text" is a document of kind "kind".
    [[nodiscard]] virtual QJsonObject draft() const = 0;
    virtual void takeDraft(const QJsonObject &fields) = 0; ///< from draft(), perhaps without secrets

signals:
    void draftChanged();
};

} // namespace ui
