// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"

#include <QWidget>

class QLabel;

namespace ui {

class FaultList;
class JsonEditor;

/// The job.json beside the form: text, a notice of what a change of the form would lose, and all faults and warnings
/// with their lines.
class JobText final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobText)

public:
    explicit JobText(QWidget *parent = nullptr);

    [[nodiscard]] QByteArray text() const;
    void setText(const QByteArray &text); ///< can be undone; emits nothing
    void setFaults(const QList<engine::Fault> &faults, const QList<engine::Fault> &warnings);
    void light(const QStringList &keys); ///< highlights the lines of a property

signals:
    void edited();

private:
    [[nodiscard]] QWidget *newHead();
    void lookForComments();

    JsonEditor *m_json;
    FaultList *m_faults;
    QLabel *m_commentHint = nullptr;
};

} // namespace ui
