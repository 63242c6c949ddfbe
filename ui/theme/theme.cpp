// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/theme/theme.h"

#include "ui/theme/look.h"
#include "ui/theme/style.h"

#include <QApplication>
#include <QPalette>

namespace ui {

namespace {

LookChoice g_choice = LookChoice::Desktop;

QPalette paletteOf(const Tokens &t)
{
    QPalette palette;
    palette.setColor(QPalette::Window, t.chrome);
    palette.setColor(QPalette::WindowText, t.text);
    palette.setColor(QPalette::Base, t.surface);
    palette.setColor(QPalette::AlternateBase, t.alt);
    palette.setColor(QPalette::Text, t.text);
    palette.setColor(QPalette::PlaceholderText, t.text3);
    palette.setColor(QPalette::Button, t.raised);
    palette.setColor(QPalette::ButtonText, t.text);
    palette.setColor(QPalette::BrightText, t.onAccent);
    palette.setColor(QPalette::ToolTipBase, t.raised);
    palette.setColor(QPalette::ToolTipText, t.text);
    palette.setColor(QPalette::Highlight, t.selection);
    palette.setColor(QPalette::HighlightedText, t.text);
    palette.setColor(QPalette::Inactive, QPalette::Highlight, t.selectionUnfocused);
    palette.setColor(QPalette::Link, t.link);
    palette.setColor(QPalette::LinkVisited, t.link);
    palette.setColor(QPalette::Light, t.raised);
    palette.setColor(QPalette::Midlight, t.hover);
    palette.setColor(QPalette::Mid, t.line);
    palette.setColor(QPalette::Dark, t.line2);
    palette.setColor(QPalette::Shadow, t.field);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        palette.setColor(QPalette::Disabled, role, t.text3);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, t.selectionUnfocused);
    return palette;
}

Look desktopLook()
{
    // Evaluated once, before the platform's palette is replaced.
    static const Look look =
        QGuiApplication::palette().color(QPalette::Window).lightness() < 128 ? Look::Dark : Look::Light;
    return look;
}

} // namespace

LookChoice lookChoice()
{
    return g_choice;
}

void applyTheme(QApplication &application, LookChoice choice)
{
    const Look desktop = desktopLook();
    g_choice = choice;
    setLook(choice == LookChoice::Desktop ? desktop : (choice == LookChoice::Dark ? Look::Dark : Look::Light));
    if (!qobject_cast<Style *>(application.style()))
        QApplication::setStyle(new Style);
    QApplication::setFont(textFont());
    for (const char *bars : {"QMenuBar", "QMenu", "QToolButton", "QStatusBar"})
        QApplication::setFont(textFont(12.5), bars);
    QApplication::setFont(textFont(12.5, QFont::Medium), "QPushButton");
    QApplication::setFont(textFont(12, QFont::Medium), "QHeaderView");
    QApplication::setFont(textFont(12), "QTipLabel");
    QPalette palette = paletteOf(tokens());
    QApplication::setPalette(palette);
    palette.setColor(QPalette::Window, tokens().raised);
    QApplication::setPalette(palette, "QMenu"); // also for popups of combo boxes
}

} // namespace ui
