// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/storage/kill/killfixture.h"

#include "engine/base/uniquefd.h"
#include "engine/storage/transfer/wire/plan/placednote.h"
#include "tests/support/patience.h"

#include <QDir>
#include <QDirIterator>

#include <atomic>
#include <fcntl.h>
#include <linux/capability.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace engine;
using namespace Qt::StringLiterals;

namespace testing {

namespace {

constexpr int sourceMode = 0644;

// Permissions bind root, too, in this process and in all that it starts.
void obeyPermissions()
{
    for (const int capability : {CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH})
        ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct sets[2]{};
    if (::syscall(SYS_capget, &header, sets) != 0)
        return;
    const quint32 above = (1U << CAP_DAC_OVERRIDE) | (1U << CAP_DAC_READ_SEARCH);
    for (quint32 *set : {&sets[0].effective, &sets[0].permitted, &sets[0].inheritable})
        *set &= ~above;
    ::syscall(SYS_capset, &header, sets);
}

bool isMove(Way way)
{
    return way >= Way::MoveUp;
}

bool isHere(Way way)
{
    return way == Way::Here || way == Way::MoveHere;
}

bool hasShell(Way way)
{
    return way != Way::UpBySftp && way != Way::DownBySftp && way != Way::BetweenBySftp && way != Way::WithinBySftp
        && way != Way::MoveDownBySftp;
}

size_t machinesOf(Way way)
{
    const bool isBetween = way == Way::Between || way == Way::BetweenDirect || way == Way::BetweenBySftp;
    return isHere(way) ? 0 : isBetween ? 2 : 1;
}

} // namespace

/// One with a way to it that can be cut.
struct KillFixture::Machine
{
    SshServer server;
    std::unique_ptr<ChaosProxy> way;
    QString knownHosts;
    std::shared_ptr<SshTransport> transport;
    std::shared_ptr<SshHost> host;

    bool start(const QString &folder, const QByteArray &configuration)
    {
        server.setConfiguration(configuration);
        if (!server.start())
            return false;
        way = std::make_unique<ChaosProxy>(server.address(), server.port());
        if (!way->start())
            return false;
        const QByteArray key = server.knownHostsLine();
        knownHosts = folder + u"/known-"_s + QString::number(server.port());
        return writeFile(knownHosts,
                         "[" + way->address().toLatin1() + "]:" + QByteArray::number(way->port())
                             + key.sliced(key.indexOf(' ')));
    }

    // A new one for each run: the last may be the end of a way that swallows all.
    bool open()
    {
        host.reset();
        transport = std::make_shared<SshTransport>(knownHosts);
        SshSpec spec;
        spec.destination = SshServer::user() + u'@' + way->address() + u':' + QString::number(way->port());
        spec.identityFile = server.identityFile();
        spec.configFile = u"/dev/null"_s;
        host = std::make_shared<SshHost>(transport, spec);
        return bool(await(host->open()));
    }
};

const char *nameOf(Way way)
{
    switch (way) {
    case Way::Up:
        return "up";
    case Way::UpBySftp:
        return "up by SFTP";
    case Way::Down:
        return "down";
    case Way::DownBySftp:
        return "down by SFTP";
    case Way::Between:
        return "between machines";
    case Way::BetweenDirect:
        return "from machine to machine";
    case Way::Within:
        return "within a machine";
    case Way::Here:
        return "within this computer";
    case Way::BetweenBySftp:
        return "between machines by SFTP";
    case Way::WithinBySftp:
        return "within a machine by SFTP";
    case Way::MoveUp:
        return "move up";
    case Way::MoveDown:
        return "move down";
    case Way::MoveDownBySftp:
        return "move down by SFTP";
    case Way::MoveWithin:
        return "move within a machine";
    case Way::MoveHere:
        return "move within this computer";
    }
    return "";
}

const char *nameOf(Victim victim)
{
    switch (victim) {
    case Victim::Run:
        return "run";
    case Victim::Sessions:
        return "sessions";
    case Victim::Sshd:
        return "sshd";
    case Victim::Link:
        return "link";
    case Victim::Silence:
        return "silence";
    case Victim::Tools:
        return "tools";
    case Victim::Disk:
        return "disk";
    case Victim::Permission:
        return "permission";
    case Victim::Sources:
        return "sources";
    case Victim::Source:
        return "source";
    }
    return "";
}

QList<Victim> victimsOf(Way way)
{
    QList<Victim> victims{Victim::Run, Victim::Disk, Victim::Permission, Victim::Sources, Victim::Source};
    if (!isHere(way))
        victims += {Victim::Sessions, Victim::Sshd, Victim::Link, Victim::Silence};
    if (hasShell(way))
        victims.append(Victim::Tools);
    return victims;
}

KillFixture::KillFixture(Way way) : m_way(way) { }

KillFixture::~KillFixture()
{
    m_machines.clear();
    if (m_hasDisk)
        ::umount2(folders().there().toUtf8().constData(), MNT_DETACH);
}

bool KillFixture::start()
{
    obeyPermissions();
    if (!m_tree.make())
        return false;
    while (m_machines.size() < machinesOf(m_way)) {
        m_machines.push_back(std::make_unique<Machine>());
        if (!m_machines.back()->start(folders().root(),
                                      hasShell(m_way) ? QByteArray() : QByteArray("ForceCommand internal-sftp\n")))
            return false;
    }
    m_hasDisk = ::mount("none", folders().there().toUtf8().constData(), "tmpfs", 0, "size=2g") == 0;
    return true;
}

bool KillFixture::begin(int seed)
{
    m_random.seed(quint32(seed) * 7919U + quint32(m_way));
    m_sentBytes = m_failedBytes = m_unplacedBytes = 0;
    forgetPlaced(plan()); // each is another transfer
    return (!isMove(m_way) || m_tree.restoreSources()) && m_tree.clearTarget();
}

TransferPlan KillFixture::plan() const
{
    TransferPlan plan;
    plan.folder = folders().here().toUtf8();
    plan.names = {"t"};
    plan.target = folders().there().toUtf8();
    plan.stage = ".t.part-1";
    plan.conflicts = ConflictRule::Replace;
    plan.journalFile = folders().path(u"journal"_s);
    plan.removesSources = isMove(m_way);
    if (m_way == Way::BetweenDirect)
        plan.targetAddress = QByteArray();
    return plan;
}

std::unique_ptr<TransferRun> KillFixture::makeRun()
{
    for (const auto &machine : m_machines) {
        if (!machine->open())
            return nullptr;
    }
    if (isHere(m_way))
        return makeTransferRun(plan(), {});
    const std::shared_ptr<RemoteHost> first = m_machines.front()->host, second = m_machines.back()->host;
    if (m_way == Way::Up || m_way == Way::UpBySftp || m_way == Way::MoveUp)
        return makeTransferRun(plan(), {{}, first});
    if (m_way == Way::Down || m_way == Way::DownBySftp || m_way == Way::MoveDown || m_way == Way::MoveDownBySftp)
        return makeTransferRun(plan(), {first, {}});
    return makeTransferRun(plan(), {first, second});
}

// Soon after the begin, anywhere in the middle, or near the end.
std::function<bool()> KillFixture::moment(const TransferRun &run)
{
    using Clock = std::chrono::steady_clock;
    const auto after = std::chrono::microseconds(m_random.bounded(150'000));
    const int kind = m_random.bounded(6);
    const qint64 bytes = m_random.bounded(m_tree.bytes());
    if (kind == 0)
        return [end = Clock::now() + after] { return Clock::now() >= end; };
    if (kind < 4)
        return [&run, bytes] {
            return std::max(run.counters().bytesSent.load(), run.counters().bytesDone.load()) >= bytes;
        };
    return [&run, after, end = Clock::time_point::max()]() mutable {
        if (end == Clock::time_point::max() && run.counters().isVerifying)
            end = Clock::now() + after / 4;
        return Clock::now() >= end;
    };
}

bool KillFixture::run(Victim victim, bool strikes)
{
    m_wasStruck = false;
    m_words.clear();
    const std::unique_ptr<TransferRun> run = makeRun();
    if (!run) {
        m_words = u"no machine"_s;
        return false;
    }
    std::atomic<bool> hasEnded = false;
    Result<void> result;
    std::jthread runner([&] {
        result = run->run();
        hasEnded = true;
    });
    if (strikes) {
        const auto hasCome = moment(*run);
        while (!hasEnded && !hasCome())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (!hasEnded) {
            m_wasStruck = true;
            strike(victim, *run);
        }
    }
    runner.join();
    if (m_mend)
        std::exchange(m_mend, {})();
    m_sentBytes += run->counters().bytesSent;
    if (result)
        countFailed(run->failed().list());
    if (!result)
        m_words = result.error().message.englishText() + u" / "_s + result.error().technical;
    else if (run->failed().count() > 0)
        m_words = run->failed().list().constFirst().path + u": "_s + run->failed().list().constFirst().reason;
    else if (m_wasStruck && victim == Victim::Source && m_tree.hasSources() && isMove(m_way))
        m_words = u"the sources had another name when they were to be removed"_s;
    else if (m_way == Way::BetweenDirect && !m_wasStruck && run->route().englishText().startsWith(u"All passes"))
        m_words = run->route().englishText();
    return m_words.isEmpty();
}

void KillFixture::countFailed(const QList<FailedFile> &files)
{
    for (const FailedFile &file : files) {
        const QString path = folders().here() + u'/' + file.path;
        if (!QFileInfo(path).isDir()) {
            m_failedBytes += QFileInfo(path).size();
            continue;
        }
        for (QDirIterator below(path, QDir::Files | QDir::Hidden | QDir::NoSymLinks, QDirIterator::Subdirectories);
             below.hasNext();)
            m_unplacedBytes += below.nextFileInfo().size();
    }
}

KillFixture::Machine &KillFixture::anyMachine()
{
    return *m_machines.at(size_t(m_random.bounded(int(m_machines.size()))));
}

void KillFixture::strike(Victim victim, TransferRun &run)
{
    Machine *machine = m_machines.empty() ? nullptr : &anyMachine();
    switch (victim) {
    case Victim::Run:
        return run.abort();
    case Victim::Sessions:
        for (const qint64 session : machine->server.sessions())
            killTree(session);
        return;
    case Victim::Sshd:
        machine->server.stop();
        m_mend = [machine] { (void)machine->server.start(); };
        return;
    case Victim::Link:
        return machine->way->resetAll();
    case Victim::Silence: // whoever waits for long enough gives the run up
        machine->way->setBlackHole(true);
        std::this_thread::sleep_for(std::chrono::milliseconds(m_random.bounded(100)));
        run.abort();
        m_mend = [machine] { machine->way->setBlackHole(false); };
        return;
    case Victim::Tools:
        for (const qint64 session : machine ? machine->server.sessions() : QList<qint64>{::getpid()})
            killToolsOf(session);
        return;
    case Victim::Disk:
        return fillDisk();
    case Victim::Permission:
        return takePermission();
    case Victim::Sources:
        return lockSources();
    case Victim::Source:
        QFile::rename(folders().here() + u"/t"_s, folders().here() + u"/gone"_s);
        m_mend = [this] { QFile::rename(folders().here() + u"/gone"_s, folders().here() + u"/t"_s); };
        return;
    }
}

void KillFixture::killToolsOf(qint64 pid)
{
    for (const qint64 child : childrenOf(pid)) {
        killToolsOf(child);
        const QByteArray name = contentOf(u"/proc/%1/comm"_s.arg(child)).trimmed();
        if (!name.startsWith("sshd") && m_random.bounded(3) > 0)
            ::kill(pid_t(child), SIGKILL);
    }
}

void KillFixture::fillDisk()
{
    const QByteArray there = folders().there().toUtf8();
    const bool ofFiles = m_random.bounded(3) == 0;
    const int more = m_random.bounded(ofFiles ? 20 : 2000);
    for (int i = 0; i < 100; ++i) { // it fails where more came meanwhile
        struct ::statvfs now
        {
        };
        ::statvfs(there.constData(), &now);
        const qint64 used =
            qint64(ofFiles ? now.f_files - now.f_ffree : (now.f_blocks - now.f_bfree) * now.f_frsize / 1024);
        const QByteArray limit =
            (ofFiles ? "nr_inodes=" : "size=") + QByteArray::number(used + more) + (ofFiles ? "" : "k");
        if (::mount("none", there.constData(), "tmpfs", MS_REMOUNT, limit.constData()) == 0)
            break;
    }
    m_mend = [there] { ::mount("none", there.constData(), "tmpfs", MS_REMOUNT, "size=2g,nr_inodes=200000"); };
}

void KillFixture::takePermission()
{
    QByteArrayList some;
    for (const char *name :
         {"", "/t", "/t/a", "/.t.part-1", "/.t.part-1/t", "/.t.part-1/t/a", "/.t.part-1/t/b", "/.t.part-1/t/many/7"})
        some.append(folders().there().toUtf8() + name);
    auto folder = std::make_shared<UniqueFd>();
    while (!folder->isValid())
        *folder = UniqueFd(
            ::open(some.at(m_random.bounded(int(some.size()))).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const auto mode = [folder] {
        struct ::stat status
        {
        };
        ::fstat(folder->get(), &status);
        return status.st_mode & 07777;
    };
    const mode_t before = mode();
    const mode_t taken = m_random.bounded(2) ? 0 : 0555;
    ::fchmod(folder->get(), taken);
    m_mend = [folder, before, taken, mode] { // the run may have given it its own meanwhile
        const mode_t now = mode();
        ::fchmod(folder->get(), now == taken ? before : now | before);
    };
}

void KillFixture::lockSources()
{
    auto locked = std::make_shared<QByteArrayList>();
    if (m_random.bounded(2))
        locked->append(folders().here().toUtf8() + "/t/b/large");
    for (int i = 0; i < 40; ++i)
        locked->append(folders().here().toUtf8() + "/t/a/" + QByteArray::number(m_random.bounded(1, 1501)));
    for (const QByteArray &path : std::as_const(*locked))
        ::chmod(path.constData(), 0);
    m_mend = [locked] {
        for (const QByteArray &path : std::as_const(*locked))
            ::chmod(path.constData(), sourceMode);
    };
}

// Whether a command of a machine still is: it may have lost its session. What opened a door goes with its folder.
bool KillFixture::isAtWork() const
{
    for (const QString &room : QDir(u"/tmp"_s).entryList({u"batchdeck-direct.*"_s}, QDir::Dirs)) {
        if (QFile::symLinkTarget(u"/tmp/"_s + room + u"/stage"_s).startsWith(folders().root()))
            return true;
    }
    for (const QString &pid : QDir(u"/proc"_s).entryList({u"[0-9]*"_s}, QDir::Dirs)) {
        if (QFile::symLinkTarget(u"/proc/"_s + pid + u"/cwd"_s).startsWith(folders().root()))
            return true;
    }
    return false;
}

QByteArray KillFixture::fault()
{
    for (const auto &machine : m_machines) {
        machine->host.reset();
        machine->way->resetAll();
    }
    if (!QTest::qWaitFor([this] { return !isAtWork(); }, testing::patience))
        return "something still works there";
    return m_tree.fault(isMove(m_way));
}

} // namespace testing
