// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/clusters.h"
#include "engine/protocol/documents.h"
#include "engine/protocol/engine.h"
#include "engine/protocol/jobs.h"
#include "engine/protocol/logs.h"
#include "engine/protocol/machines.h"
#include "engine/protocol/newresource.h"
#include "engine/protocol/resources.h"
#include "engine/protocol/samples.h"
#include "engine/protocol/secrets.h"
#include "engine/protocol/storage.h"
#include "engine/protocol/transfers.h"
#include "engine/protocol/volumes.h"

namespace engine {

/// Every method that an engine knows.
inline constexpr std::tuple allMethods = std::tuple_cat(
    clusterMethods, documentMethods, engineMethods, jobMethods, logMethods, machineMethods, newResourceMethods,
    resourceMethods, sampleMethods, secretMethods, storageMethods, transferMethods, volumeMethods);

} // namespace engine
