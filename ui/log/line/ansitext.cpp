// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/line/ansitext.h"

#include "engine/log/reader/logsearch.h"
#include "ui/theme/tokens.h"

#include <QHash>

#include <array>
#include <cmath>

namespace ui {

namespace {

constexpr char escape = '\x1b';
constexpr double readableContrast = 4.5;

constexpr std::array<QRgb, 16> basic{0x000000, 0xcd3131, 0x0dbc79, 0xe5e510, 0x2472c8, 0xbc3fbc, 0x11a8cd, 0xe5e5e5,
                                     0x666666, 0xf14c4c, 0x23d18b, 0xf5f543, 0x3b8eea, 0xd670d6, 0x29b8db, 0xffffff};

QColor colourOf(quint32 value)
{
    const quint32 number = value & 0x00ff'ffff;
    if (value & AnsiStyle::trueColour)
        return QColor::fromRgb(QRgb(number));
    if (number < 16)
        return QColor::fromRgb(basic[number]);
    if (number < 232) { // a cube of 6 steps
        const auto level = [](quint32 step) { return step == 0 ? 0 : 55 + int(step) * 40; };
        const quint32 cube = number - 16;
        return {level(cube / 36), level(cube / 6 % 6), level(cube % 6)};
    }
    const int grey = 8 + int(number - 232) * 10;
    return {grey, grey, grey};
}

double luminance(const QColor &colour)
{
    const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

/// \a colour, shifted to black or white until it is readable on \a ground.
QColor readableOn(const QColor &ground, const QColor &colour)
{
    static QHash<quint64, QColor> known;
    const quint64 key = quint64(ground.rgb()) << 32 | colour.rgb();
    if (const auto found = known.constFind(key); found != known.constEnd())
        return *found;
    if (known.size() > 4096) // a log that prints images has arbitrarily many colours
        known.clear();
    const QColor target = contrast(ground, Qt::white) > contrast(ground, Qt::black) ? Qt::white : Qt::black;
    QColor result = colour;
    for (int step = 1; step <= 20 && contrast(ground, result) < readableContrast; ++step) {
        const float share = float(step) / 20;
        const auto mix = [share](float from, float to) { return from + (to - from) * share; };
        result = QColor::fromRgbF(mix(colour.redF(), target.redF()), mix(colour.greenF(), target.greenF()),
                                  mix(colour.blueF(), target.blueF()));
    }
    known.insert(key, result);
    return result;
}

/// Applies one SGR parameter, with the following ones that specify its colour. \a at is advanced behind them.
void applySgr(const QList<int> &numbers, qsizetype &at, AnsiStyle &style)
{
    const int number = numbers[at++];
    const auto colour = [&]() -> quint32 {
        const int kind = numbers.value(at);
        if (kind == 5) {
            at += 2;
            return AnsiStyle::indexed | quint32(std::clamp(numbers.value(at - 1), 0, 255));
        }
        if (kind == 2) {
            at += 4;
            return AnsiStyle::trueColour
                | (qRgb(numbers.value(at - 3), numbers.value(at - 2), numbers.value(at - 1)) & 0xff'ffff);
        }
        at = numbers.size();
        return 0;
    };
    if (number == 0)
        style = {};
    else if (number == 1)
        style.isBold = true;
    else if (number == 22)
        style.isBold = false;
    else if (number == 4 || number == 21)
        style.isUnderlined = true;
    else if (number == 24)
        style.isUnderlined = false;
    else if (number == 7)
        style.isInverse = true;
    else if (number == 27)
        style.isInverse = false;
    else if (number == 38)
        style.text = colour();
    else if (number == 48)
        style.ground = colour();
    else if (number == 39)
        style.text = 0;
    else if (number == 49)
        style.ground = 0;
    else if (number >= 30 && number <= 37)
        style.text = AnsiStyle::indexed | quint32(number - 30);
    else if (number >= 90 && number <= 97)
        style.text = AnsiStyle::indexed | quint32(number - 90 + 8);
    else if (number >= 40 && number <= 47)
        style.ground = AnsiStyle::indexed | quint32(number - 40);
    else if (number >= 100 && number <= 107)
        style.ground = AnsiStyle::indexed | quint32(number - 100 + 8);
}

/// Numbers separated by colons are one parameter with subparameters (ITU T.416).
void applyGroup(QList<int> numbers, AnsiStyle &style)
{
    constexpr qsizetype withColourSpace = 6; // 38:2:SPACE:R:G:B
    if (numbers.constFirst() == 4) {
        style.isUnderlined = numbers.at(1) != 0; // straight, double, curly...
        return;
    }
    if (numbers.at(1) == 2 && numbers.size() >= withColourSpace)
        numbers.removeAt(2);
    qsizetype at = 0;
    applySgr(numbers, at, style);
}

/// \a parameters of a sequence that ends with 'm'; others ("?", ">") belong to another sequence.
void applySequence(QByteArrayView parameters, AnsiStyle &style)
{
    if (!std::all_of(parameters.begin(), parameters.end(), [](char byte) { return byte >= '0' && byte <= ';'; }))
        return;
    QList<int> plain; // a colour may also be specified by separate parameters
    QList<int> group{0};
    const auto applyPlain = [&] {
        for (qsizetype at = 0; at < plain.size();)
            applySgr(plain, at, style);
        plain.clear();
    };
    const auto endGroup = [&] {
        if (group.size() == 1) {
            plain.append(group.constFirst());
        } else {
            applyPlain();
            applyGroup(group, style);
        }
        group = {0};
    };
    for (const char byte : parameters) {
        if (byte == ';')
            endGroup();
        else if (byte == ':')
            group.append(0);
        else
            group.last() = std::min(group.constLast() * 10 + (byte - '0'), 65535);
    }
    endGroup();
    applyPlain();
}

void appendShown(QByteArrayView bytes, QString &text)
{
    const qsizetype begin = text.size();
    text += QString::fromUtf8(bytes);
    for (qsizetype i = begin; i < text.size(); ++i) {
        QChar &c = text[i];
        if (c.unicode() < 0x20 && c != QLatin1Char('\t'))
            c = QChar(0x2400 + c.unicode()); // the pictures of control characters
        else if (c.unicode() == 0x7f)
            c = QChar(0x2421);
        else if (c.unicode() > 0x7f && c.unicode() < 0xa0)
            c = QChar(QChar::ReplacementCharacter);
        else if (c == QChar::LineSeparator || c == QChar::ParagraphSeparator)
            c = QChar(0x2424); // a text layout would break the line there
    }
}

} // namespace

StyledText styledText(QByteArrayView bytes, AnsiStyle &style)
{
    StyledText result;
    for (qsizetype at = 0; at < bytes.size();) {
        qsizetype end = bytes.indexOf(escape, at);
        if (end < 0)
            end = bytes.size();
        const qsizetype begin = result.text.size();
        appendShown(bytes.sliced(at, end - at), result.text);
        if (style != AnsiStyle() && result.text.size() > begin) {
            if (!result.spans.isEmpty() && result.spans.constLast().end == begin
                && result.spans.constLast().style == style)
                result.spans.last().end = result.text.size();
            else
                result.spans.append({begin, result.text.size(), style});
        }
        if (end == bytes.size())
            break;
        at = engine::controlSequenceEnd(bytes, end);
        if (at - end >= 3 && bytes[end + 1] == '[' && bytes[at - 1] == 'm')
            applySequence(bytes.sliced(end + 2, at - end - 3), style);
    }
    return result;
}

double contrast(const QColor &a, const QColor &b)
{
    const double first = luminance(a) + 0.05;
    const double second = luminance(b) + 0.05;
    return std::max(first, second) / std::min(first, second);
}

Ink inkOf(const AnsiStyle &style)
{
    Ink ink;
    ink.isBold = style.isBold;
    ink.isUnderlined = style.isUnderlined;
    QColor text = style.text ? colourOf(style.text) : QColor();
    QColor ground = style.ground ? colourOf(style.ground) : QColor();
    if (style.isInverse) {
        std::swap(text, ground);
        if (!ground.isValid())
            ground = tokens().text;
        if (!text.isValid())
            text = tokens().surface;
    }
    ink.ground = ground;
    if (text.isValid())
        ink.text = readableOn(ground.isValid() ? ground : tokens().surface, text);
    else if (ground.isValid())
        ink.text = contrast(ground, Qt::white) > contrast(ground, Qt::black) ? Qt::white : Qt::black;
    return ink;
}

} // namespace ui
