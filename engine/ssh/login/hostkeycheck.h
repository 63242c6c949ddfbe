// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/connect/sshconnector.h"

namespace engine {

/// The last answer to \a question, or null. A passphrase answers for its key file, whichever host asks. Pure.
[[nodiscard]] const Answer *findAnswer(const QList<Answer> &answers, const Question &question);

/// Checks the host key of the connected \a session by the known_hosts files, and stores a key that the user accepted.
/// Returns its fingerprint, or HostKeyUnknown with the question, HostKeyChanged (also for a revoked key), or IoError
/// when it cannot be stored. Thread: the session's; blocks for small files.
[[nodiscard]] Result<QString> checkHostKey(const SshSession &session, const SshHop &hop, const SshAttempt &attempt);

/// Algorithms for SSH_OPTIONS_HOSTKEYS: those that the configuration allows, except with SHA-1; first those of known
/// keys. Any thread; blocks for small files.
[[nodiscard]] QByteArray hostKeyAlgorithms(const SshHop &hop, const SshAttempt &attempt);

} // namespace engine
