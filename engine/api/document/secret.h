// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArrayView>
#include <QString>

#include <memory>

namespace engine {

/// A passphrase, password or key. Each object has a buffer of its own, without implicit sharing, and overwrites the
/// buffer on destruction. Value; any thread.
class Secret
{
public:
    Secret() = default;
    Secret(const QString &text); // implicit: text comes from people and from JSON
    explicit Secret(QByteArrayView utf8);
    Secret(const Secret &other) : Secret(other.bytes()) { }
    Secret(Secret &&other) noexcept;
    Secret &operator=(Secret other) noexcept;
    ~Secret();

    [[nodiscard]] bool isEmpty() const { return m_size == 0; }
    [[nodiscard]] const char *data() const { return m_size == 0 ? "" : m_bytes.get(); } ///< UTF-8, NUL-terminated
    [[nodiscard]] QByteArrayView bytes() const { return {data(), m_size}; }
    [[nodiscard]] QString text() const; ///< for interfaces that take nothing else: the copy is not overwritten

    bool operator==(const Secret &other) const { return bytes() == other.bytes(); }

private:
    std::unique_ptr<char[]> m_bytes;
    qsizetype m_size = 0;
    qsizetype m_room = 0;
};

} // namespace engine
