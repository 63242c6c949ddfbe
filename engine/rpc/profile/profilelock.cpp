// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/rpc/profile/profilelock.h"

#include "engine/rpc/blockinglink.h"
#include "engine/rpc/profile/profile.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QThread>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

constexpr auto takeOverLimit = 15s;
constexpr auto lockInterval = 20ms;

Error busy(const QString &profile)
{
    const ProfileHolder holder = ProfileLock::holder(profile);
    const QString pid = holder.pid > 0 ? QString::number(holder.pid) : QString();
    return {ErrorCode::Busy,
            {QT_TRANSLATE_NOOP("engine", "Another engine (%1, process %2) runs on the profile %3."),
             {holder.kind.isEmpty() ? u"starting"_s : holder.kind, pid.isEmpty() ? u"?"_s : pid, profile}},
            pid};
}

// The kind of the engine that answers on the socket; empty without an answer.
QString answeringKind(BlockingLink &link)
{
    const auto status = link.call(u"engine.status"_s, {}, 1s);
    return status ? status->toObject().value(u"kind"_s).toString() : QString();
}

void addSecrets(const Result<QJsonValue> &released, QJsonObject *secrets)
{
    if (!released || !secrets)
        return;
    const QJsonObject handedOver = released->toObject().value(u"secrets"_s).toObject();
    for (auto it = handedOver.begin(); it != handedOver.end(); ++it)
        secrets->insert(it.key(), *it);
}

} // namespace

Result<std::unique_ptr<ProfileLock>> ProfileLock::tryLock(const QString &profile, EngineKind kind)
{
    if (auto prepared = prepareProfile(profile); !prepared)
        return prepared.error();
    const QString path = lockPath(profile);
    const int descriptor = open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return Error{ErrorCode::IoError,
                     {QT_TRANSLATE_NOOP("engine", "The lock %1 cannot be opened: %2."),
                      {path, QString::fromLocal8Bit(std::strerror(errno))}},
                     path};
    std::unique_ptr<ProfileLock> lock(new ProfileLock(descriptor));
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0)
        return busy(profile);
    const QByteArray content = QByteArray::number(getpid()) + ' ' + toString(kind).toLatin1() + '\n';
    if (ftruncate(descriptor, 0) != 0 || write(descriptor, content.constData(), size_t(content.size())) < 0)
        qInfo("The lock %s could not be labelled: %s", qUtf8Printable(path), std::strerror(errno));
    return lock;
}

ProfileLock::~ProfileLock()
{
    close(m_descriptor);
}

ProfileHolder ProfileLock::holder(const QString &profile)
{
    QFile file(lockPath(profile));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QList<QByteArray> words = file.read(64).trimmed().split(' ');
    return {words.first().toLongLong(), QString::fromLatin1(words.value(1))};
}

Result<std::unique_ptr<ProfileLock>> acquireProfile(const QString &profile, EngineKind kind, Engine::Attach attach,
                                                    QJsonObject *secrets)
{
    const QDeadlineTimer limit(takeOverLimit);
    while (true) {
        auto lock = ProfileLock::tryLock(profile, kind);
        if (lock || lock.error().code != ErrorCode::Busy || limit.hasExpired())
            return lock;
        // A holder of the lock that does not answer is starting or ending.
        BlockingLink link(profile, BlockingLink::Start::Never);
        const QString holder = answeringKind(link);
        const bool givesWay = holder == u"serve"_s && kind == EngineKind::Console && attach == Engine::Attach::Never;
        if (!holder.isEmpty() && !givesWay)
            return lock;
        if (givesWay)
            addSecrets(link.call(u"engine.release"_s, {}, 5s), secrets);
        QThread::msleep(lockInterval.count());
    }
}

} // namespace engine
