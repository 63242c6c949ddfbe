// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/theme/look.h"

#include <QFontDatabase>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

Look g_look = Look::Light;

Tokens lightTokens()
{
    Tokens t;
    t.chrome = QColor(0xF1F3F5);
    t.surface = QColor(0xFFFFFF);
    t.alt = QColor(0xF7F8FA);
    t.raised = QColor(0xFFFFFF);
    t.hover = QColor(0xEEF1F4);
    t.selection = QColor(0xDBE7FB);
    t.selectionUnfocused = QColor(0xE7EAEE);
    t.line = QColor(0xDEE2E7);
    t.line2 = QColor(0xC5CBD3);
    t.field = QColor(0x858D99);
    t.text = QColor(0x1A1E24);
    t.text2 = QColor(0x4D5560);
    t.text3 = QColor(0x626A76);
    t.accent = QColor(0x2763D2);
    t.onAccent = QColor(0xFFFFFF);
    t.link = QColor(0x1F5BC4);
    t.focus = QColor(0x2763D2);
    t.match = QColor(0xFFE58A);
    t.matchCurrent = QColor(0xF5A524);
    t.matchText = QColor(0x1A1E24);
    t.matchCurrentText = QColor(0x1A1E24);
    t.warnFill = QColor(0xBE8400);
    t.grid = QColor(0xE8EBEF);
    t.mark = {QColor(0x5B6470), QColor(0x7442B8), QColor(0x1B5FC4), QColor(0x855A00),
              QColor(0x16723D), QColor(0xC4262E), QColor(0x5C6470), QColor(0xA84600),
              QColor(0x6B5B7B), QColor(0x16723D), QColor(0x16723D)};
    t.markGround = {QColor(0xEEF0F3), QColor(0xF1EAFB), QColor(0xE4EEFD), QColor(0xFBF1D9),
                    QColor(0xE2F4E9), QColor(0xFCE8E8), QColor(0xEEF0F3), QColor(0xFDEBDD),
                    QColor(0xEFEBF3), QColor(0xE2F4E9), QColor(0xE2F4E9)};
    t.series = {QColor(0x1B3CDA), QColor(0xC53109), QColor(0x3E8B7B), QColor(0x9F068F),
                QColor(0xBE8D01), QColor(0x009DE9), QColor(0x450063), QColor(0x3A434B)};
    t.heat = {QColor(0xF1F3F5), QColor(0xD3E2F7), QColor(0xA6C6F0),
              QColor(0x6A9FE4), QColor(0x2F6FD0), QColor(0x17479B)};
    t.areaAlpha = 36;
    return t;
}

Tokens darkTokens()
{
    Tokens t;
    t.chrome = QColor(0x15171B);
    t.surface = QColor(0x1B1E23);
    t.alt = QColor(0x1F2228);
    t.raised = QColor(0x252930);
    t.hover = QColor(0x24282F);
    t.selection = QColor(0x22395F);
    t.selectionUnfocused = QColor(0x2B2F37);
    t.line = QColor(0x2C3038);
    t.line2 = QColor(0x3D434D);
    t.field = QColor(0x727A88);
    t.text = QColor(0xE8EAED);
    t.text2 = QColor(0xB0B7C1);
    t.text3 = QColor(0x8B939F);
    t.accent = QColor(0x2F6FDE);
    t.onAccent = QColor(0xFFFFFF);
    t.link = QColor(0x7DB0FF);
    t.focus = QColor(0x7DB0FF);
    t.match = QColor(0x5C4A12);
    t.matchCurrent = QColor(0xF2B33D);
    t.matchText = QColor(0xFFF3CF);
    t.matchCurrentText = QColor(0x1A1E24);
    t.warnFill = QColor(0xE3B341);
    t.grid = QColor(0x282C33);
    t.mark = {QColor(0xA3ABB7), QColor(0xBC9CF5), QColor(0x6FAAFF), QColor(0xE3B341),
              QColor(0x56C583), QColor(0xFF7B7B), QColor(0xA0A8B4), QColor(0xF59A57),
              QColor(0xB3A3C6), QColor(0x56C583), QColor(0x56C583)};
    t.markGround = {QColor(0x2A2E35), QColor(0x2F2744), QColor(0x1D3050), QColor(0x3A3016),
                    QColor(0x17352A), QColor(0x43222A), QColor(0x2A2E35), QColor(0x412B1C),
                    QColor(0x302A3A), QColor(0x17352A), QColor(0x17352A)};
    t.series = {QColor(0x739DCA), QColor(0xFC9B23), QColor(0x91C399), QColor(0xE35A85),
                QColor(0x878A00), QColor(0x17D1FF), QColor(0xBD58FD), QColor(0xD8EBFB)};
    t.heat = {QColor(0x22262C), QColor(0x1F3352), QColor(0x274A7D),
              QColor(0x3368B4), QColor(0x5592E8), QColor(0xA3CBFF)};
    t.areaAlpha = 46;
    return t;
}

QFont sized(QFont font, double pixels, QFont::Weight weight)
{
    font.setPointSizeF(pixels * 72 / 96); // in points, so that the desktop's text scale applies
    font.setWeight(weight);
    return font;
}

QString firstInstalled(const QStringList &families, QFontDatabase::SystemFont fallback)
{
    for (const QString &family : families) {
        if (QFontDatabase::hasFamily(family))
            return family;
    }
    return QFontDatabase::systemFont(fallback).family();
}

} // namespace

const Tokens &tokens()
{
    static const Tokens light = lightTokens();
    static const Tokens dark = darkTokens();
    return g_look == Look::Dark ? dark : light;
}

Look look()
{
    return g_look;
}

void setLook(Look value)
{
    g_look = value;
}

QFont textFont(double pixels, QFont::Weight weight)
{
    static const QString family = firstInstalled({u"Inter"_s}, QFontDatabase::GeneralFont);
    return sized(QFont(family), pixels, weight);
}

QFont monoFont(double pixels)
{
    static const QString family = firstInstalled({u"JetBrains Mono"_s}, QFontDatabase::FixedFont);
    QFont font(family);
    font.setFixedPitch(true);
    font.setStyleHint(QFont::Monospace);
    // The ligatures are contextual alternates, which can only be disabled together with all shaping of Latin text.
    font.setStyleStrategy(QFont::PreferNoShaping);
    return sized(font, pixels, QFont::Normal);
}

} // namespace ui
