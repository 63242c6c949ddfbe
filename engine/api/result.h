// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"

#include <variant>

namespace engine {

/// A value or an Error. Member names are those of std::expected, so that Result can become an alias of it. Value; any
/// thread.
template <typename T> class [[nodiscard]] Result
{
public:
    Result() : m_content(Error{}) { } // required by QFuture, which never reads it
    Result(T value) : m_content(std::in_place_index<0>, std::move(value)) { }
    Result(Error error) : m_content(std::in_place_index<1>, std::move(error)) { }
    [[nodiscard]] static Result canceled() { return Error::canceled(); } ///< the result of a canceled call

    [[nodiscard]] bool has_value() const { return m_content.index() == 0; }
    explicit operator bool() const { return has_value(); }

    [[nodiscard]] T &value() & { return std::get<0>(m_content); }
    [[nodiscard]] const T &value() const & { return std::get<0>(m_content); }
    [[nodiscard]] T &&value() && { return std::get<0>(std::move(m_content)); }
    [[nodiscard]] const Error &error() const { return std::get<1>(m_content); }

    T &operator*() & { return value(); }
    const T &operator*() const & { return value(); }
    T &&operator*() && { return std::move(*this).value(); }
    T *operator->() { return &value(); }
    const T *operator->() const { return &value(); }

private:
    std::variant<T, Error> m_content;
};

/// Success without a value, or an Error.
template <> class [[nodiscard]] Result<void>
{
public:
    Result() = default;
    Result(Error error) : m_error(std::move(error)), m_failed(true) { }
    [[nodiscard]] static Result canceled() { return Error::canceled(); }

    [[nodiscard]] bool has_value() const { return !m_failed; }
    explicit operator bool() const { return has_value(); }
    [[nodiscard]] const Error &error() const { return m_error; }

private:
    Error m_error;
    bool m_failed = false;
};

} // namespace engine
