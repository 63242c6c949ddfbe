// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/hosts/nodecontainers.h"

#include "tests/support/hosts/containerstore.h"
#include "tests/support/hosts/node.h"

using namespace Qt::StringLiterals;

namespace testing {

namespace {

// /tmp is no overlay, and stays when the machine boots; what runs is below /run/user, which goes with the power.
constexpr char configuration[] = R"sh(set -e
cat > /etc/containers/storage.conf <<'END'
[storage]
driver = "vfs"
runroot = "/run/containers/storage"
graphroot = "/var/lib/containers/storage"
rootless_storage_path = "/tmp/containers-$UID"
[storage.options.vfs]
ignore_chown_errors = "true"
END
cat > /etc/containers/containers.conf <<'END'
[containers]
default_ulimits = ["nofile=1024:4096", "nproc=1024:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
END
)sh";

QString asUser(const QString &command)
{
    return u"runuser -l "_s + Node::user() + u" -s /bin/sh -c '"_s + command + u"'"_s;
}

} // namespace

bool addContainers(const Node &node)
{
    const QString image = u"set -o pipefail; mkdir /tmp/image; (set -- /tmp/image\n"_s
        + QString::fromLatin1(ContainerStore::imageScript()) + u") | "_s
        + asUser(u"podman import -q - "_s + ContainerStore::image()) + u" && rmdir /tmp/image"_s;
    for (const QString &script : {QString::fromLatin1(configuration), image}) {
        if (const Node::Executed done = node.exec(script); !done) {
            qInfo("%s", done.output.constData());
            return false;
        }
    }
    return true;
}

QByteArray containersOn(const Node &node)
{
    return node.exec(asUser(u"podman ps -a --external --format \"container {{.Names}} {{.Status}}\""_s)).output;
}

} // namespace testing
