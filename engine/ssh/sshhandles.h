// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <libssh/libssh.h>

#include <memory>

namespace engine {

struct SshKeyFree
{
    void operator()(ssh_key_struct *key) const { ssh_key_free(key); }
};
using SshKey = std::unique_ptr<ssh_key_struct, SshKeyFree>;

struct SshTextFree
{
    void operator()(char *text) const { ssh_string_free_char(text); }
};
using SshText = std::unique_ptr<char, SshTextFree>;

} // namespace engine
