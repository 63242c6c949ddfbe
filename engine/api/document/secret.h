// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArrayView>
#include <QString>

#include <memory>

namespace engine {

/// A passphrase, a password, a key. Each one has bytes of its own, which no copy shares, and overwrites them when it
/// goes. Value; any thread.
class Secret
{
public:
    Secret() = default;
    Secret(const QString &text); // as text comes from people and from JSON
    explicit Secret(QByteArrayView utf8);
    Secret(const Secret &other) : Secret(other.bytes()) { }
    Secret(Secret &&other) noexcept;
    Secret &operator=(Secret other) noexcept;
    ~Secret();

    [[nodiscard]] bool isEmpty() const { return m_size == 0; }
    [[nodiscard]] const char *data() const { return m_size == 0 ? "" : m_bytes.get(); } ///< UTF-8; a NUL follows
    [[nodiscard]] QByteArrayView bytes() const { return {data(), m_size}; }
    [[nodiscard]] QString text() const; ///< for what takes nothing else: nobody overwrites it

    bool operator==(const Secret &other) const { return bytes() == other.bytes(); }

private:
    std::unique_ptr<char[]> m_bytes;
    qsizetype m_size = 0;
    qsizetype m_room = 0;
};

} // namespace engine
