// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/batchai/json/jsonreader.h"

namespace engine {

/// Tokenizer of JSON with extensions: reads strings, numbers and words. A function that returns false has noted a
/// fault, which is the only one.
class JsonScanner
{
public:
    explicit JsonScanner(const QByteArray &text); ///< \a text must outlive this object

    [[nodiscard]] bool isAtEnd() const { return m_at >= m_end; }
    [[nodiscard]] bool isAt(char c) const { return m_at < m_end && *m_at == c; }
    [[nodiscard]] bool isAtNumber() const { return isAt('-') || isAtDigit(); }
    [[nodiscard]] TextPlace place() const { return m_place; }

    void advance()
    {
        const char c = *m_at++;
        if (c == '\n' || (c == '\r' && !isAt('\n'))) {
            ++m_place.line;
            m_place.column = 1;
        } else if ((static_cast<uchar>(c) & 0xc0) != 0x80) {
            ++m_place.column;
        }
    }
    bool take(char c)
    {
        if (!isAt(c))
            return false;
        advance();
        return true;
    }

    bool checkEncoding(); ///< false unless all of it is UTF-8
    bool skip(); ///< white space and comments
    bool readString(QString &text);
    bool readNumber(QJsonValue &value);
    bool readWord(QJsonValue &value); ///< true, false, null

    bool fail(const char *source, const QStringList &arguments = {}) { return failAt(m_place, source, arguments); }
    bool failAt(TextPlace place, const char *source, const QStringList &arguments = {});
    void warnAt(TextPlace place, const QString &code, const Message &message);
    [[nodiscard]] const QList<Fault> &faults() const { return m_faults; }
    [[nodiscard]] QList<Fault> warnings() const; ///< in the order of the text

private:
    [[nodiscard]] bool isAtDigit() const { return m_at < m_end && *m_at >= '0' && *m_at <= '9'; }
    void skipLine();
    bool skipComment();
    void appendUtf8(QString &text, const char *run) const;
    bool readEscape(QString &text);
    bool readCharacter(TextPlace begin, QString &text);
    bool readUnit(TextPlace begin, char16_t &unit);
    bool readDigits(TextPlace begin);
    bool passNumber(bool &isWhole);

    const char *m_at;
    const char *const m_end;
    TextPlace m_place{1, 1};
    QList<Fault> m_faults;
    QList<Fault> m_warnings;
};

} // namespace engine
