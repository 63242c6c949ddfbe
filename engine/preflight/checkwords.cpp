// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/preflight/checkwords.h"

#include "engine/node/doctor.h"
#include "engine/node/wrapperprotocol.h"

namespace engine {

namespace {

using State = DoctorFinding::State;

// Words for something missing that a command before the job's own may install.
constexpr FindingWords preparedWords[] = {
    {"file-missing", State::Warning, QT_TRANSLATE_NOOP("engine", "%1 is not there yet."),
     QT_TRANSLATE_NOOP("engine", "Job preparation or the cluster's setup task has to bring it.")},
    {"file-relative", State::Ok,
     QT_TRANSLATE_NOOP("engine", "%1 is looked for when the job runs, in its own new folder."), ""},
    {"program-missing", State::Warning, QT_TRANSLATE_NOOP("engine", "There is no %1 yet."),
     QT_TRANSLATE_NOOP("engine", "Job preparation or the cluster's setup task has to bring it.")},
    {"modules-missing", State::Warning, QT_TRANSLATE_NOOP("engine", "%1 does not find these modules yet: %2"),
     QT_TRANSLATE_NOOP("engine", "Job preparation or the cluster's setup task has to bring them.")},
    {"mpi-missing", State::Warning, QT_TRANSLATE_NOOP("engine", "There is no mpirun yet."),
     QT_TRANSLATE_NOOP("engine", "Job preparation or the cluster's setup task has to bring it.")},
};

constexpr FindingWords allWords[] = {
    {"hangs", State::Failed, QT_TRANSLATE_NOOP("engine", "%1 does not answer."),
     QT_TRANSLATE_NOOP("engine", "A share may be away: try “ls” there, and mount it anew.")},
    {"temp-refused", State::Failed, QT_TRANSLATE_NOOP("engine", "Neither /tmp nor the home can be written."),
     QT_TRANSLATE_NOOP("engine", "Their disks may be full: “df” there says more.")},
    {"node-offline", State::Failed, QT_TRANSLATE_NOOP("engine", "%1 is not connected, so nothing could be looked at."),
     QT_TRANSLATE_NOOP("engine", "Connect it; its page says what is in the way.")},
    {"node-why", State::Failed, QT_TRANSLATE_NOOP("engine", "Nothing could be looked at: %1"),
     QT_TRANSLATE_NOOP("engine", "Connect it; its page says what is in the way.")},
    {"node-silent", State::Failed, QT_TRANSLATE_NOOP("engine", "The machine did not say in time what it found."),
     QT_TRANSLATE_NOOP("engine", "It may be overloaded, or a share may be away: check again, or ask its doctor.")},
    {"node-ok", State::Ok, QT_TRANSLATE_NOOP("engine", "The node answers."), ""},
    {"nodes-few", State::Failed, QT_TRANSLATE_NOOP("engine", "The job takes %1 nodes, and the cluster %2 has %3."),
     QT_TRANSLATE_NOOP("engine", "Add machines to the cluster, or ask for fewer nodes.")},
    {"address-twice", State::Failed, QT_TRANSLATE_NOOP("engine", "%1 has the address %2, and so has %3."),
     QT_TRANSLATE_NOOP("engine", "Give each machine the address by which the others reach it (--address).")},
    {"file-ok", State::Ok, QT_TRANSLATE_NOOP("engine", "%1 is there."), ""},
    {"file-missing", State::Failed, QT_TRANSLATE_NOOP("engine", "%1 is not there."),
     QT_TRANSLATE_NOOP("engine", "Put it there, or correct the path in the document.")},
    {"file-unreadable", State::Failed, QT_TRANSLATE_NOOP("engine", "%1 cannot be read: permission denied."),
     QT_TRANSLATE_NOOP("engine", "Make it readable for the machine's user.")},
    {"file-folder", State::Failed, QT_TRANSLATE_NOOP("engine", "%1 is a folder, not a file."),
     QT_TRANSLATE_NOOP("engine", "Correct the path in the document.")},
    {"file-mounted", State::Ok,
     QT_TRANSLATE_NOOP("engine", "%1 is looked for when the job runs: %2 is mounted only then."), ""},
    {"file-ofjob", State::Ok, QT_TRANSLATE_NOOP("engine", "%1 is looked for when the job runs: the folder is its own."),
     ""},
    {"file-relative", State::Failed,
     QT_TRANSLATE_NOOP("engine", "%1 is no full path, and the folder in which the job runs is new and empty."),
     QT_TRANSLATE_NOOP("engine", "Name the full path, or let job preparation bring the file.")},
    {"folder-ok", State::Ok, QT_TRANSLATE_NOOP("engine", "%1 is there."), ""},
    {"folder-missing", State::Failed, QT_TRANSLATE_NOOP("engine", "The folder %1 is not there."),
     QT_TRANSLATE_NOOP("engine", "Make it, or correct the document or the volume's mapping.")},
    {"folder-unreadable", State::Failed, QT_TRANSLATE_NOOP("engine", "%1 cannot be read: permission denied."),
     QT_TRANSLATE_NOOP("engine", "Make it readable for the machine's user.")},
    {"write-ok", State::Ok, QT_TRANSLATE_NOOP("engine", "%1 can be written."), ""},
    {"write-refused", State::Failed, QT_TRANSLATE_NOOP("engine", "%1 cannot be written (%2): %3"),
     QT_TRANSLATE_NOOP("engine", "Make the folder writable for the machine's user, or choose another one.")},
    {"volume-readonly", State::Warning, QT_TRANSLATE_NOOP("engine", "%1 can be read, but not written: %2"),
     QT_TRANSLATE_NOOP("engine", "If the job writes there, make it writable for the machine's user.")},
    {"disk-ok", State::Ok, QT_TRANSLATE_NOOP("engine", "%2 of %3 are free on %1."), ""},
    {"disk-low", State::Warning, QT_TRANSLATE_NOOP("engine", "Only %2 of %3 are free on %1."),
     QT_TRANSLATE_NOOP("engine", "Delete old jobs or other files there, or write elsewhere.")},
    {"disk-full", State::Failed, QT_TRANSLATE_NOOP("engine", "The disk of %1 is full."),
     QT_TRANSLATE_NOOP("engine", "Delete old jobs or other files there, or write elsewhere.")},
    {"program-ok", State::Ok, QT_TRANSLATE_NOOP("engine", "%1 is at %2."), ""},
    {"program-instead", State::Ok, QT_TRANSLATE_NOOP("engine", "There is no %1: for jobs %2 takes its place."), ""},
    {"program-starts", State::Ok, QT_TRANSLATE_NOOP("engine", "%1 starts: %2"), ""},
    {"program-missing", State::Failed, QT_TRANSLATE_NOOP("engine", "There is no %1."),
     QT_TRANSLATE_NOOP("engine", "Install it there, or name the full path of one that is there.")},
    {"program-broken", State::Failed, QT_TRANSLATE_NOOP("engine", "%1 does not start: %2"),
     QT_TRANSLATE_NOOP("engine", "Repair it, or name another one.")},
    {"program-ofimage", State::Ok,
     QT_TRANSLATE_NOOP("engine", "Programs and modules are those of the image %1: they are not looked at here."), ""},
    {"modules-ok", State::Ok, QT_TRANSLATE_NOOP("engine", "All modules that %1 imports are there."), ""},
    {"modules-missing", State::Failed, QT_TRANSLATE_NOOP("engine", "%1 does not find these modules: %2"),
     QT_TRANSLATE_NOOP("engine", "Install them for this interpreter, or let job preparation do it.")},
    {"modules-syntax", State::Failed, QT_TRANSLATE_NOOP("engine", "%1 is not for %2: line %3: %4"),
     QT_TRANSLATE_NOOP("engine", "Correct the line, or name another interpreter (pythonInterpreterPath).")},
    {"modules-unknown", State::Warning, QT_TRANSLATE_NOOP("engine", "What %1 imports could not be told."),
     QT_TRANSLATE_NOOP("engine", "Run it there once by hand.")},
    {"mpi-ok", State::Ok, QT_TRANSLATE_NOOP("engine", "%1 is %2."), ""},
    {"mpi-missing", State::Failed, QT_TRANSLATE_NOOP("engine", "There is no mpirun."),
     QT_TRANSLATE_NOOP("engine", "Install an MPI there (openmpi-bin), or put its folder into the login's PATH.")},
    {"mpi-other", State::Failed,
     QT_TRANSLATE_NOOP("engine", "%1 is %2, and the command line is written for another MPI."),
     QT_TRANSLATE_NOOP("engine", "Put the MPI that is meant first in the login's PATH, on all nodes the same.")},
    {"ssh-ok", State::Ok, QT_TRANSLATE_NOOP("engine", "The nodes can start processes on each other: SSH is there."),
     ""},
    {"ssh-missing", State::Failed,
     QT_TRANSLATE_NOOP("engine", "There is no %1: the nodes cannot start processes on each other."),
     QT_TRANSLATE_NOOP("engine", "Install openssh-client there.")},
    {"sshd-missing", State::Warning,
     QT_TRANSLATE_NOOP("engine",
                       "There is no sshd to be started for the job: the machine's own has to let the nodes in."),
     QT_TRANSLATE_NOOP("engine", "Install openssh-server there.")},
    {"driver-ok", State::Ok, QT_TRANSLATE_NOOP("engine", "The node can mount containers."), ""},
    {"driver-missing", State::Failed,
     QT_TRANSLATE_NOOP("engine", "There is neither blobfuse2 nor rclone, by which containers are mounted."),
     QT_TRANSLATE_NOOP("engine", "Install one of them there: a file in the PATH will do.")},
    {"fusermount-missing", State::Failed, QT_TRANSLATE_NOOP("engine", "There is no fusermount3, by which users mount."),
     QT_TRANSLATE_NOOP("engine", "Have the package fuse3 installed there.")},
    {"sshfs-ok", State::Ok, QT_TRANSLATE_NOOP("engine", "sshfs can mount."), ""},
    {"sshfs-missing", State::Failed, QT_TRANSLATE_NOOP("engine", "There is no sshfs, by which folders are mounted."),
     QT_TRANSLATE_NOOP("engine", "Install sshfs there, or use a folder that all nodes have.")},
    {"fuse-missing", State::Failed,
     QT_TRANSLATE_NOOP("engine", "Nothing can be mounted by users: /dev/fuse cannot be opened."),
     QT_TRANSLATE_NOOP("engine", "Have the module fuse loaded and /dev/fuse opened to users there.")},
    {"place-ok", State::Ok, QT_TRANSLATE_NOOP("engine", "The node reaches %1."), ""},
    {"place-refused", State::Failed, QT_TRANSLATE_NOOP("engine", "The node does not reach %1: %2"),
     QT_TRANSLATE_NOOP("engine", "Let it log in there without a password, or map the volume to a folder (path:/…).")},
    {"ports-free", State::Ok, QT_TRANSLATE_NOOP("engine", "The ports are free: %1"), ""},
    {"port-taken", State::Failed, QT_TRANSLATE_NOOP("engine", "Port %1 is taken by a process of %2."),
     QT_TRANSLATE_NOOP("engine", "Wait until that process ends, or end it.")},
    {"gpu-free", State::Ok, QT_TRANSLATE_NOOP("engine", "All GPUs are free: %1"), ""},
    {"gpu-busy", State::Warning,
     QT_TRANSLATE_NOOP("engine", "%1 of %2 GPUs are free; on the others run processes of: %3"),
     QT_TRANSLATE_NOOP("engine", "Wait until they end, or let the job use the free ones (CUDA_VISIBLE_DEVICES).")},
    {"gpu-notool", State::Warning,
     QT_TRANSLATE_NOOP("engine", "There is an NVIDIA driver but no nvidia-smi, so its GPUs cannot be seen."),
     QT_TRANSLATE_NOOP("engine", "Install the driver's tools there (nvidia-utils).")},
    {"gpu-hangs", State::Failed, QT_TRANSLATE_NOOP("engine", "nvidia-smi does not answer."),
     QT_TRANSLATE_NOOP("engine", "Its driver is in trouble: restart the machine.")},
    {"gpu-fails", State::Failed, QT_TRANSLATE_NOOP("engine", "nvidia-smi fails: %1"),
     QT_TRANSLATE_NOOP("engine", "After an update of the driver, restart the machine; else install it anew.")},
    {"container-ok", State::Ok, QT_TRANSLATE_NOOP("engine", "Containers can be run by %1."), ""},
    {"container-missing", State::Failed, QT_TRANSLATE_NOOP("engine", "There is no %1 to run containers."),
     QT_TRANSLATE_NOOP("engine",
                       "Install podman there, or run the job on the node itself (x-batchdeck.container: ignore).")},
    {"container-refused", State::Failed, QT_TRANSLATE_NOOP("engine", "%1 does not work for the machine's user: %2"),
     QT_TRANSLATE_NOOP("engine", "Let that user run it; podman needs no rights of root.")},
    {"image-ok", State::Ok, QT_TRANSLATE_NOOP("engine", "The image %1 is there."), ""},
    {"image-absent", State::Warning,
     QT_TRANSLATE_NOOP("engine", "The image %1 is not there: it is pulled when the job starts."),
     QT_TRANSLATE_NOOP("engine", "Pull it there beforehand to start sooner.")},
    {"reach-ok", State::Ok, QT_TRANSLATE_NOOP("engine", "It reaches %1 at %2."), ""},
    {"reach-late", State::Failed, QT_TRANSLATE_NOOP("engine", "It does not reach %1 at %2."),
     QT_TRANSLATE_NOOP("engine",
                       "A firewall may be in between; or tell by which address others reach that machine "
                       "(--address).")},
    {"reach-unknown", State::Failed,
     QT_TRANSLATE_NOOP("engine", "It does not know the name %2, by which it should reach %1."),
     QT_TRANSLATE_NOOP("engine", "Tell by which address others reach that machine (--address).")},
};

} // namespace

std::optional<DoctorFinding> checkFinding(const QString &check, const QString &word, const QStringList &facts,
                                          bool isPrepared)
{
    const FindingWords *words = isPrepared ? findingWords(preparedWords, word) : nullptr;
    if (!words)
        words = findingWords(allWords, word);
    if (!words)
        return std::nullopt;
    return findingOf(check, *words, facts, word == u"disk-ok" || word == u"disk-low");
}

Result<QList<DoctorFinding>> parseCheck(const CommandResult &result, bool isPrepared)
{
    const QList<QByteArray> lines = answerLines(result.output);
    if (lines.isEmpty() || lines.constLast() != "end")
        return unexpectedAnswer(result);
    QList<DoctorFinding> findings;
    QStringList disks; // mount points: several folders may be on one
    for (const QByteArray &line : lines) {
        QStringList facts = QString::fromUtf8(line).split(u'\t');
        const QString said = facts.takeFirst();
        const auto finding = checkFinding(said.section(u' ', 0, 0), said.section(u' ', 1), facts, isPrepared);
        if (!finding || (finding->check == u"disk" && disks.contains(facts.value(0))))
            continue;
        if (finding->check == u"disk")
            disks.append(facts.value(0));
        findings.append(*finding);
    }
    return findings;
}

} // namespace engine
