// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/windowwords.h"

#include "models/translated.h"

#include <cstring>

namespace models {

namespace {

// Quoted words are labels of the window.
constexpr Wording windowWords[]{
    {"Make the folder writable, or set another one as the machine's home (--home).",
     QT_TRANSLATE_NOOP(
         "models",
         "Make the folder writable, or connect the machine with another one: “Connect a machine”, “More”, "
         "“Home there”.")},
    {"A folder on the machine's own disk can be set as its home (--home).",
     QT_TRANSLATE_NOOP("models",
                       "The machine can be connected with a folder on its own disk: “Connect a machine”, “More”, “Home "
                       "there”.")},
    {"Set a folder on a disk as the machine's home (--home).",
     QT_TRANSLATE_NOOP("models",
                       "Connect the machine with a folder on a disk: “Connect a machine”, “More”, “Home there”.")},
    {"Set a folder on another file system as the machine's home (--home).",
     QT_TRANSLATE_NOOP("models",
                       "Connect the machine with a folder on another file system: “Connect a machine”, “More”, “Home "
                       "there”.")},
    {"Give each machine the address by which the others reach it (--address).",
     QT_TRANSLATE_NOOP("models",
                       "Connect each machine with the address by which the others reach it: “Connect a machine”, "
                       "“More”, “Address”.")},
    {"A firewall may be in between; or tell by which address others reach that machine (--address).",
     QT_TRANSLATE_NOOP("models",
                       "A firewall may be in between; or connect that machine with the address by which others reach "
                       "it: “Connect a machine”, “More”, “Address”.")},
    {"Tell by which address others reach that machine (--address).",
     QT_TRANSLATE_NOOP("models",
                       "Connect that machine with the address by which others reach it: “Connect a machine”, “More”, "
                       "“Address”.")},
    {"Connect it first: batchctl machine test %1", QT_TRANSLATE_NOOP("models", "Connect it first.")},
    {"There is no machine \"%1\". Add it first: batchctl machine add %1",
     QT_TRANSLATE_NOOP("models", "There is no machine \"%1\". Connect it first.")},
    {"Name the machines that are its nodes: --machines A,B. \"batchctl machine list\" shows them.",
     QT_TRANSLATE_NOOP("models", "Choose the machines that are its nodes.")},
    {"Say which machine holds the folder: --machine NAME. \"batchctl machine list\" shows them.",
     QT_TRANSLATE_NOOP("models", "Choose the machine that holds the folder.")},
    {"Say which folder of the machine it is: --path /FOLDER.",
     QT_TRANSLATE_NOOP("models", "Say which folder of the machine it is.")},
    {"Say both the fewest and the most nodes: --min N --max N.",
     QT_TRANSLATE_NOOP("models", "Say both the fewest and the most nodes.")},
    {"A local cluster has one node, this computer. For machines that are reached by SSH say --kind ssh.",
     QT_TRANSLATE_NOOP("models", "A local cluster has one node, this computer. Choose it, or make another cluster.")},
    {"The cluster %1 has jobs that are not done, %2 among them. Stop them first, or delete with --terminate.",
     QT_TRANSLATE_NOOP("models", "The cluster %1 has jobs that are not done, %2 among them. Stop them first.")},
    {"What the cluster %1 set up on %2 is not taken back yet: connect the machine, and it is; should it never come "
     "back, remove it with --terminate. %3",
     QT_TRANSLATE_NOOP("models",
                       "What the cluster %1 set up on %2 is not taken back yet: connect the machine, and it is. %3")},
    {"The password of its image's registry is missing. Set it, and it goes on: batchctl secret set %1",
     QT_TRANSLATE_NOOP("models", "The password of its image's registry is missing. Set it, and it goes on.")},
    {"The value of its secret %1 is missing. Set it, and it goes on: batchctl secret set %2",
     QT_TRANSLATE_NOOP("models", "The value of its secret %1 is missing. Set it, and it goes on.")},
    {"“%1” is no name of a secret for jobs: secret: and letters, digits or ._@/+- after it. Set it with batchctl "
     "secret set secret:NAME.",
     QT_TRANSLATE_NOOP("models",
                       "“%1” is no name of a secret for jobs: secret: and letters, digits or ._@/+- after it. It is "
                       "asked for when the job is submitted.")},
    {"Nothing says where %1 lives now: batchctl volume map %2 path:/FOLDER",
     QT_TRANSLATE_NOOP("models", "Nothing says where %1 is now: “Edit”, “Map volumes”.")},
    {"Nothing says where %1 lives now: batchctl storage account add %3 for the account itself, or batchctl volume map "
     "%2 path:/FOLDER",
     QT_TRANSLATE_NOOP("models",
                       "Nothing says where %1 is now: add the storage account %3, or “Edit”, “Map volumes”.")},
    {"The host key of %1 has changed: %2 is known (%3, line %4), the machine shows %5. It was set up anew, or somebody "
     "is in between. When you know that the new one is right, clear the old one with: %6",
     QT_TRANSLATE_NOOP("models",
                       "The host key of %1 has changed: %2 is known (%3, line %4), the machine shows %5. It was set up "
                       "anew, or somebody is in between. When you know that the new one is right, forget the old "
                       "one.")},
    {"The key of the storage account %1 is neither in memory nor in this session's keyring: give it again, with "
     "“batchctl storage account update %1 --account-key-stdin”.",
     QT_TRANSLATE_NOOP("models",
                       "The key of the storage account %1 is neither in memory nor in this session's keyring: give it "
                       "again, with “New key of the account”.")},
    {"There is no storage account “%1”. Add it first: batchctl storage account add",
     QT_TRANSLATE_NOOP("models", "There is no storage account “%1”. Add it first.")},
};

} // namespace

QString WindowWords::translate(const char *context, const char *source, const char *, int) const
{
    for (const Wording &wording : windowWords) {
        if (std::strcmp(context, "engine") == 0 && std::strcmp(source, wording.code) == 0)
            return models::tr(wording.text);
    }
    return {};
}

QStringList WindowWords::sources()
{
    QStringList sources;
    for (const Wording &wording : windowWords)
        sources.append(QString::fromUtf8(wording.code));
    return sources;
}

} // namespace models
