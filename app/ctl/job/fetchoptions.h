// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/options.h"
#include "engine/api/resource/resourceid.h"

namespace ctl {

class Session;

/// Of `job create`: what is brought here once the job is over.
[[nodiscard]] QList<Option> fetchOptions();
/// \a overrides, and the rule that the options say behind those of the document \a text.
[[nodiscard]] engine::Result<QStringList> withFetch(Session &session, const QByteArray &text,
                                                    const QStringList &overrides);

/// `job file fetch`: shows the rules of a job, adds one, or takes all away.
[[nodiscard]] engine::Result<int> fetchJobFiles(Session &session, const engine::ResourceId &id);
[[nodiscard]] QList<Option> fetchVerbOptions();

} // namespace ctl
