// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/connect/sshconnector.h"

namespace engine {

/// The last answer to \a question; null: none. A passphrase answers for its key file, whichever host asks. Pure.
[[nodiscard]] const Answer *findAnswer(const QList<Answer> &answers, const Question &question);

/// Checks the host key of the connected \a session against the known_hosts files, and stores a key that the user
/// accepted. Returns its fingerprint; HostKeyUnknown with the question, HostKeyChanged (also for a revoked key),
/// IoError when the key cannot be stored. The session's thread; blocks for small files.
[[nodiscard]] Result<QString> checkHostKey(const SshSession &session, const SshHop &hop, const SshAttempt &attempt);

/// Algorithms for SSH_OPTIONS_HOSTKEYS: those that the configuration allows, without SHA-1, with those of known keys
/// first. Any thread; blocks for small files.
[[nodiscard]] QByteArray hostKeyAlgorithms(const SshHop &hop, const SshAttempt &attempt);

} // namespace engine
