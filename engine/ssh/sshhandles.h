// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <libssh/libssh.h>

#include <memory>

namespace engine {

/// Deleter for handles of libssh, which calls the function \a Free.
template <auto Free> struct SshFree
{
    void operator()(auto *handle) const { Free(handle); }
};
using SshKey = std::unique_ptr<ssh_key_struct, SshFree<ssh_key_free>>;
using SshText = std::unique_ptr<char, SshFree<ssh_string_free_char>>;

} // namespace engine
