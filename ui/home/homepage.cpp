// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/home/homepage.h"

#include "engine/base/whenfinished.h"
#include "models/resourcestore.h"
#include "models/words.h"
#include "ui/home/homecard.h"
#include "ui/theme/icons.h"
#include "ui/theme/style.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/text/picture.h"
#include "ui/widgets/text/tonelabel.h"

#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QThread>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int columnWidth = 760;

ToneLabel *newWords(ToneLabel::Tone tone, const QString &text, QWidget *parent)
{
    auto *words = new ToneLabel(tone, text, parent);
    words->setTextInteractionFlags(Qt::NoTextInteraction);
    return words;
}

QString gpusText(const QList<engine::GpuShape> &gpus)
{
    if (gpus.isEmpty())
        return {};
    const auto &first = gpus.constFirst();
    const QString memory =
        first.memoryBytes > 0 ? HomePage::tr(" with %1").arg(models::memory(first.memoryBytes)) : QString();
    return QString(HomePage::tr("%1 × %2").arg(gpus.size()).arg(first.model) + memory);
}

QString foundText(int cores, qint64 memoryBytes, const QString &gpus)
{
    QStringList parts{HomePage::tr("%1 cores").arg(cores), HomePage::tr("%1 memory").arg(models::memory(memoryBytes))};
    parts.append(gpus.isEmpty() ? HomePage::tr("no GPU seen yet") : gpus);
    return HomePage::tr("Found: %1").arg(parts.join(u", "_s));
}

// Hardware of this computer from the system, before the engine has detected it.
QString foundHere()
{
    const qint64 memoryBytes = qint64(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGE_SIZE);
    QList<engine::GpuShape> gpus;
    const QDir driver(u"/proc/driver/nvidia/gpus"_s);
    for (const QString &entry : driver.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile file(driver.filePath(entry + u"/information"_s));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        for (const QByteArray &line : file.readAll().split('\n')) {
            if (line.startsWith("Model:"))
                gpus.append({QString::fromUtf8(line.mid(6).trimmed()), 0});
        }
    }
    return foundText(QThread::idealThreadCount(), memoryBytes, gpusText(gpus));
}

} // namespace

HomePage::HomePage(engine::EngineClient &client, const models::ResourceStore &store, QWidget *parent)
    : Page(parent), m_client(client), m_store(store), m_banner(new Banner(this)), m_useTitle(new QLabel(this)),
      m_useWords(newWords(ToneLabel::Tone::Quiet, {}, this)), m_found(newWords(ToneLabel::Tone::Faint, {}, this)),
      m_hosts(newWords(ToneLabel::Tone::Faint, tr("Any machine that you reach with ssh"), this)),
      m_use(new QPushButton(this))
{
    auto *inside = new QWidget;
    inside->setMaximumWidth(columnWidth);

    auto *logo = new QLabel(inside);
    logo->setPixmap(QIcon(u":/icons/batchdeck.svg"_s).pixmap(QSize(48, 48), devicePixelRatioF()));
    auto *title = new QLabel(tr("Run batch jobs on the machines you already have"), inside);
    title->setFont(textFont(24, QFont::DemiBold));
    title->setWordWrap(true);
    auto *what =
        newWords(ToneLabel::Tone::Quiet,
                 tr("Batchdeck queues your jobs, starts them here or over SSH, shows their logs and GPUs while they "
                    "run, and keeps what they wrote. Nothing is installed on a machine."),
                 inside);
    what->setFont(textFont(14));

    m_use->setProperty(filledProperty, true);
    auto *open = new QPushButton(tr("Open the sample"), this);
    auto *sampleFact = newWords(ToneLabel::Tone::Faint, tr("Change it before anything runs"), this);
    auto *connectButton = new QPushButton(tr("Connect a machine"), this);
    auto *hints = newRow(
        {}, 24,
        {{hint(u"shield"_s, tr("What is written on a machine"), tr("Only ~/.batchdeck. No root, no service.")), 1,
          Qt::AlignTop},
         {hint(u"terminal"_s, tr("Already have a job.json?"),
               tr("Drop it on this window, or run batchctl job create.")),
          1, Qt::AlignTop},
         {hint(u"search"_s, tr("Find anything"), tr("Ctrl K runs any action and opens any job.")), 1, Qt::AlignTop}});
    inside->setLayout(newColumn(
        {0, 24, 0, 24}, 10,
        {Stretch{}, logo, Gap{8}, title, what, Gap{8}, m_banner,
         card(u"monitor"_s, m_useTitle, m_useWords, m_found, m_use, true),
         card(u"plug"_s, new QLabel(tr("Connect a machine")),
              newWords(ToneLabel::Tone::Quiet, tr("Pick a host; see its cores, GPUs and disks, and run jobs there."),
                       this),
              m_hosts, connectButton, false),
         card(u"flask"_s, new QLabel(tr("Open a sample")),
              newWords(ToneLabel::Tone::Quiet, tr("A small job as form and job.json, ready to be submitted."), this),
              sampleFact, open, false),
         Gap{14}, hints, Stretch{2}}));

    auto *middle = new QWidget;
    middle->setLayout(newRow({16, 0, 16, 0}, usualSpacing, {Stretch{}, {inside, 1000}, Stretch{}}));
    QScrollArea *scroll = newScrollArea(middle, this);
    scroll->setFocusPolicy(Qt::NoFocus);
    middle->setBackgroundRole(QPalette::Base);
    setLayout(newColumn({}, 0, {scroll}));
    setBackgroundRole(QPalette::Window); // for the background of the scroll bar

    connect(m_use, &QPushButton::clicked, this,
            [this] { m_here.isValid() ? emit openRequested(m_here) : useThisComputer(); });
    connect(connectButton, &QPushButton::clicked, this, &HomePage::connectRequested);
    countHosts();
    connect(open, &QPushButton::clicked, this, [this] { emit submitRequested({}, {}); });
    connect(m_banner, &Banner::remedyRequested, this, &HomePage::useThisComputer);
    connect(&store, &models::ResourceStore::changed, this, &HomePage::showFound);
    showFound();
}

void HomePage::useThisComputer()
{
    if (m_starting)
        return;
    m_starting = true;
    m_banner->dismiss();
    showUse();
    engine::whenFinished(m_client.samples.run(), this, [this](const auto &answer) {
        m_starting = false;
        showUse();
        if (!answer) {
            m_banner->showError(answer.error());
            m_banner->setRemedy(tr("Try again"));
            return;
        }
        emit openRequested(engine::ResourceSnapshot::fromDocument(*answer).id);
    });
}

void HomePage::countHosts()
{
    engine::whenFinished(m_client.machines.listHosts(), this, [this](const auto &answer) {
        if (!answer || answer->isEmpty())
            return;
        m_hosts->setText(answer->size() == 1 ? tr("1 host in ~/.ssh/config")
                                             : tr("%1 hosts in ~/.ssh/config").arg(QLocale().toString(answer->size())));
    });
}

QWidget *HomePage::card(const QString &iconName, QLabel *title, QLabel *what, QLabel *fact, QPushButton *button,
                        bool first)
{
    auto *frame = new HomeCard(iconName, first, this);
    title->setFont(textFont(14, QFont::DemiBold));
    fact->setFont(textFont(12));
    auto *column = newColumn({}, 4, {title, what, fact});
    button->setMinimumSize(156, 32);
    frame->setLayout(newRow({HomeCard::textLeft, 14, 16, 14}, 16, {{column, 1}, button}));
    return frame;
}

QWidget *HomePage::hint(const QString &iconName, const QString &title, const QString &text)
{
    auto *box = new QWidget(this);
    auto *picture = new Picture(icon(iconName), 15, box);
    auto *heading = new QLabel(title, box);
    heading->setFont(textFont(13, QFont::Medium));
    auto *words = newWords(ToneLabel::Tone::Quiet, text, box);
    words->setFont(textFont(12));
    auto *column = newColumn({}, 2, {heading, words});
    box->setLayout(newRow({}, 10, {{picture, 0, Qt::AlignTop}, {column, 1}}));
    return box;
}

void HomePage::showFound()
{
    static const QString here = foundHere();
    QString found = here;
    m_here = {};
    for (const auto &resource : m_store.all(engine::ResourceKind::Machine)) {
        const auto machine = engine::MachineSnapshot::fromDocument(resource.document);
        if (!machine.isLocal)
            continue;
        m_here = resource.id;
        if (machine.cores > 0)
            found = foundText(machine.cores, machine.memoryBytes, gpusText(machine.gpus));
    }
    m_found->setText(found);
    showUse();
}

void HomePage::showUse()
{
    const bool isUsed = m_here.isValid();
    m_useTitle->setText(isUsed ? tr("This computer") : tr("Use this computer"));
    m_useWords->setText(isUsed
                            ? tr("It is in use: jobs can run here.")
                            : tr("Runs a half-minute sample job here, so you see a live log and a finished result."));
    m_use->setEnabled(!m_starting);
    m_use->setText(m_starting   ? tr("Starting the sample job")
                       : isUsed ? tr("Open this computer")
                                : tr("Use this computer"));
}

} // namespace ui
