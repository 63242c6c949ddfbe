// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/hosts/nodefleet.h"

#include "tests/support/hosts/insidenetwork.h"
#include "tests/support/real/sshserver.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <sys/mount.h>

using namespace Qt::StringLiterals;

namespace testing {

namespace {

/// A new folder of the test's network, named \a kind and a number never used before.
QString makeFolder(const QString &kind)
{
    static int last = 0;
    const QString folder = QString(networkFolder() + u'/' + kind + QString::number(++last));
    return QDir().mkpath(folder) ? folder : QString();
}

bool makeIdentity()
{
    return QFile::exists(NodeFleet::identityFile()) || SshServer::makeKey(NodeFleet::identityFile());
}

} // namespace

NodeFleet::~NodeFleet()
{
    down();
}

QString NodeFleet::identityFile()
{
    return networkFolder() + u"/id"_s;
}

QString NodeFleet::makeSharedHome(int mebibytes)
{
    const QString folder = makeFolder(u"shared"_s);
    const QByteArray size = "mode=755,size=" + QByteArray::number(mebibytes) + 'm';
    return mount("home", QFile::encodeName(folder).constData(), "tmpfs", 0, size.constData()) == 0 ? folder : QString();
}

bool NodeFleet::up(int count, const NodeOptions &options)
{
    if (!isInsideNetwork() || !raiseBridge() || !makeIdentity())
        return false;
    const auto all = [first = m_nodes.size(), this](auto &&step) {
        return std::all_of(m_nodes.begin() + qsizetype(first), m_nodes.end(), step);
    };
    for (int i = 0; i < count; ++i) {
        const int number = this->count() + 1;
        m_nodes.push_back(std::make_unique<Node>(number, makeFolder(u"node"_s), identityFile() + u".pub"_s, options));
    }
    if (!all([](auto &node) { return node->prepare(); }))
        return false;
    for (auto i = m_nodes.end() - count; i != m_nodes.end(); ++i)
        (*i)->begin();
    return all([](auto &node) { return node->waitUntilUnshared(); })
        && all([](auto &node) { return node->waitUntilUp(); });
}

void NodeFleet::down()
{
    m_nodes.clear();
    if (isInsideNetwork())
        QFile::remove(networkFolder() + u"/known_hosts"_s);
}

QString NodeFleet::knownHostsFile() const
{
    QFile file(networkFolder() + u"/known_hosts"_s);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate))
        return {};
    for (const auto &node : m_nodes)
        file.write(node->knownHostsLine());
    return file.fileName();
}

} // namespace testing
