// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/host/sshhost.h"

#include "engine/ssh/sshtransport.h"

namespace engine {

class SshHost::Private
{
};

SshHost::SshHost(std::shared_ptr<SshTransport>, SshSpec, QObject *parent) : RemoteHost(parent) { }
SshHost::~SshHost() = default;

namespace {
Error notYet()
{
    return {ErrorCode::Unreachable, Message("SSH is not built yet."), {}, {}, {}};
}
} // namespace

QFuture<Result<void>> SshHost::open(const QList<Answer> &)
{
    return QtFuture::makeReadyFuture(Result<void>(notYet()));
}
void SshHost::close() { }
bool SshHost::isOpen() const
{
    return false;
}
QFuture<Result<CommandResult>> SshHost::run(const RemoteCommand &)
{
    return QtFuture::makeReadyFuture(Result<CommandResult>(notYet()));
}
std::unique_ptr<RemoteProcess> SshHost::stream(const RemoteCommand &)
{
    return {};
}
RemoteFiles &SshHost::files()
{
    qFatal("SSH is not built yet");
}
void SshHost::checkNow() { }
QString SshHost::hostKey() const
{
    return {};
}
QList<Message> SshHost::notHonoured() const
{
    return {};
}

} // namespace engine
