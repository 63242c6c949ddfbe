// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/options.h"
#include "engine/api/resource/resourceid.h"

namespace ctl {

class Session;

/// Options of `job create` for downloads after the job.
[[nodiscard]] QList<Option> fetchOptions();
/// \a overrides, with the rule of the options added to the rules of the document \a text.
[[nodiscard]] engine::Result<QStringList> withFetch(Session &session, const QByteArray &text,
                                                    const QStringList &overrides);

/// `job file fetch`: prints the rules of a job, adds one, or removes all.
[[nodiscard]] engine::Result<int> fetchJobFiles(Session &session, const engine::ResourceId &id);
[[nodiscard]] QList<Option> fetchVerbOptions();

} // namespace ctl
