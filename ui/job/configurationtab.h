// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QJsonObject>
#include <QWidget>

namespace ui {

class DocumentView;

/// Shows a job's document as JSON text.
class ConfigurationTab final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConfigurationTab)

public:
    explicit ConfigurationTab(QWidget *parent = nullptr);

    void setDocument(const QJsonObject &document);

private:
    DocumentView *m_text;
};

} // namespace ui
