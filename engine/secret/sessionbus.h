// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <functional>
#include <memory>

namespace engine {

/// Glib's connection to the session bus, as long as this is held. Null where glib is not.
using SessionBus = std::shared_ptr<void>;

/// Calls \a receive, later and in this thread (the application's), with the connection that libsecret will use, or with
/// false when there is none. Glib would end the whole process with SIGTERM when a session bus ends; an engine that
/// outlives the user's session must not go that way, so this is held while libsecret is at work.
void withSessionBus(std::function<void(bool hasBus, const SessionBus &bus)> receive);

/// Lets libsecret look for the keyring anew at its next use.
void forgetSecretService();

} // namespace engine
