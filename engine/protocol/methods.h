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

#include <tuple>

namespace engine {

/// Every method that an engine knows, in the order of their names.
inline constexpr std::tuple allMethods{
    method::createCluster,   method::listSetupFiles,  method::resizeCluster,   method::fetchSample,
    method::listSamples,     method::useThisComputer, method::checkDocument,   method::exportDocuments,
    method::importDocuments, method::releaseEngine,   method::engineStatus,    method::stopEngine,
    method::cancelCheck,     method::checkJob,        method::createJob,       method::deleteJob,
    method::listJobEvents,   method::listJobFiles,    method::listJobFolders,  method::followJobFile,
    method::getJob,          method::listJobs,        method::listJobOutputs,  method::planJob,
    method::rerunJob,        method::setFetchRules,   method::terminateJob,    method::waitForJob,
    method::whyJob,          method::limitLogs,       method::addMachine,      method::cancelMachine,
    method::cleanMachine,    method::connectMachine,  method::diagnoseMachine, method::forgetHostKey,
    method::listHosts,       method::importMachines,  method::terminalCommand, method::createResource,
    method::deleteResource,  method::getResource,     method::listResources,   method::fetchSnapshot,
    method::updateResource,  method::listSecrets,     method::removeSecret,    method::setSecret,
    method::endListing,      method::endFileTask,     method::listFolder,      method::locate,
    method::makeFolder,      method::listPlaces,      method::readFile,        method::renameFile,
    method::setFileMode,     method::fetchSpace,      method::startFileTask,   method::statFile,
    method::showFileTask,    method::cancelTransfer,  method::endPreview,      method::limitTransfers,
    method::listTransfers,   method::pauseTransfer,   method::previewTransfer, method::resumeTransfer,
    method::changeTransfer,  method::showTransfer,    method::startTransfer,   method::undoTransfer,
    method::waitForTransfer, method::listUsages,      method::listVolumes,     method::mapVolume,
    method::unmapVolume,
};

} // namespace engine
