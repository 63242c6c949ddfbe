// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QLabel>

#include <optional>

namespace ui {

/// Plain text in a tone, which follows changes of the look. Selectable and wrapped by default; a single line that is
/// not selectable is elided.
class ToneLabel final : public QLabel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ToneLabel)

public:
    enum class Tone { Text, Quiet, Faint, Failed, Warning };

    explicit ToneLabel(Tone tone, const QString &text = {}, QWidget *parent = nullptr,
                       const std::optional<QFont> &font = {});

    void setTone(Tone tone);

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void applyColour();

    Tone m_tone;
};

} // namespace ui
