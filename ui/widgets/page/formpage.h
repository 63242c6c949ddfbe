// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/widgets/page/page.h"

#include <QJsonObject>

namespace ui {

/// A page that is typed into before something is made of it. What was typed is kept by the window until it is sent.
class FormPage : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FormPage)

public:
    using Page::Page;

    /// The fields by name, once they were typed into and until they are sent; else empty. "text" is a document of the
    /// kind "kind".
    [[nodiscard]] virtual QJsonObject draft() const = 0;
    virtual void takeDraft(const QJsonObject &fields) = 0; ///< of draft(); secrets may be missing

signals:
    void draftChanged();
};

} // namespace ui
