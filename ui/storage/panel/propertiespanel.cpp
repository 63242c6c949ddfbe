// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/panel/propertiespanel.h"

#include "engine/base/whenfinished.h"
#include "models/storage/filetaskwatch.h"
#include "models/storage/storagewords.h"
#include "models/words.h"
#include "ui/storage/drop/contentcount.h"
#include "ui/storage/panel/filepreview.h"
#include "ui/storage/panel/sidepanel.h"
#include "ui/theme/icons.h"
#include "ui/theme/stylecontrols.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/list/factlist.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/text/tonelabel.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace ui {

using engine::StorageEntry;

/// An icon on a ground of its own, in the look of now.
class IconTile final : public QWidget
{
public:
    explicit IconTile(QWidget *parent) : QWidget(parent) { setFixedSize(36, 36); }
    void setIcon(const QString &name)
    {
        m_name = name;
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        drawBox(painter, rect(), 6, {}, tokens().selection);
        paintIcon(painter, QRectF(8, 8, 20, 20), m_name, tokens().link);
    }

private:
    QString m_name;
};

namespace {

constexpr int smallestPreview = 130;

QString sizeText(const StorageEntry &entry)
{
    if (entry.isFolder || entry.kind == engine::EntryKind::Other)
        return {};
    const QString exact = PropertiesPanel::tr("%1 bytes").arg(QLocale().toString(entry.size));
    return entry.size < 1000 ? exact : QString(models::fileSize(entry.size) + u" ("_s + exact + u')');
}

} // namespace

PropertiesPanel::PropertiesPanel(engine::EngineClient &client, QWidget *parent)
    : QFrame(parent), m_client(client), m_icon(new IconTile(this)),
      m_name(new ToneLabel(ToneLabel::Tone::Text, {}, this, textFont(13.5, QFont::DemiBold))),
      m_folder(new ToneLabel(ToneLabel::Tone::Faint, {}, this, textFont(12))), m_banner(new Banner(this)),
      m_facts(new FactList(this)), m_contents(new ContentCount(client, m_banner, this)),
      m_preview(new FilePreview(client, this))
{
    m_permissions = makePermissions();
    setAccessibleName(tr("Properties and preview"));
    makeSidePanel(*this);
    arrange();
    showNone();
}

void PropertiesPanel::arrange()
{
    auto *close = new QToolButton(this);
    close->setIcon(icon(u"x"_s));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close (Space)"));
    close->setAccessibleName(tr("Close properties"));
    connect(close, &QToolButton::clicked, this, &PropertiesPanel::closeRequested);
    auto *words = newColumn({}, 1, {m_name, m_folder});
    auto *head = newRow({}, 10, {{m_icon, 0, Qt::AlignTop}, {words, 1}, {close, 0, Qt::AlignTop}});
    auto *content = new QWidget(this);
    QScrollArea *scroll = newSideScroll(content, this);
    setLayout(newColumn({}, 0, {scroll}));
    addChecksums();
    content->setLayout(
        newColumn({16, 12, 12, 12}, 10,
                  {head, m_banner, m_facts, m_contents, m_permissions, m_checksums, newLine(), {m_preview, 1}}));
    m_preview->setMinimumHeight(smallestPreview);
    setMinimumWidth(
        qMax(minimumWidth(), content->minimumSizeHint().width() + scroll->verticalScrollBar()->sizeHint().width()));
}

QWidget *PropertiesPanel::makePermissions()
{
    auto *box = new QWidget(this);
    auto *grid = newGrid({}, 14, 5, box);
    const QString who[] = {tr("Owner"), tr("Group"), tr("Others")};
    const QString what[] = {tr("read"), tr("write"), tr("run")};
    grid->addWidget(new ToneLabel(ToneLabel::Tone::Quiet, tr("Permissions"), box, textFont(12, QFont::Medium)), 0, 0, 1,
                    4);
    for (int row = 0; row < 3; ++row) {
        grid->addWidget(new ToneLabel(ToneLabel::Tone::Quiet, who[row], box), row + 1, 0);
        for (int bit = 0; bit < 3; ++bit) {
            auto *check = new QCheckBox(what[bit], box);
            check->setAccessibleName(tr("%1 may %2").arg(who[row], what[bit]));
            connect(check, &QCheckBox::clicked, this, &PropertiesPanel::setMode);
            grid->addWidget(check, row + 1, bit + 1);
            m_bits.append(check);
        }
    }
    grid->setColumnStretch(3, 1);
    return box;
}

bool PropertiesPanel::isSettled() const
{
    return !m_isAsking && m_summing.isNull() && m_contents->isSettled() && m_preview->isSettled();
}

void PropertiesPanel::clear()
{
    ++m_request;
    m_isAsking = false;
    m_location = {};
    delete m_summing;
    m_sum->hide();
    m_checksums->hide();
    m_contents->hide();
    m_banner->dismiss();
    m_facts->setFacts({});
    m_permissions->hide();
    m_preview->clear();
}

void PropertiesPanel::showNone()
{
    clear();
    m_contents->setFiles({});
    m_icon->setIcon(u"info"_s);
    m_name->setText(tr("Nothing is selected"));
    m_folder->setText(tr("Choose an entry to see what it is and how it begins."));
}

void PropertiesPanel::showSeveral(const QList<engine::Location> &files)
{
    clear();
    m_icon->setIcon(u"info"_s);
    m_name->setText(tr("%1 entries are selected").arg(QLocale().toString(files.size())));
    m_folder->setText({});
    m_contents->setFiles(files);
    m_contents->show();
}

void PropertiesPanel::setRoot(const engine::Location &root, const QString &name)
{
    m_root = root;
    m_rootName = name;
}

QString PropertiesPanel::folderWords() const
{
    const engine::Location folder = m_location.parent();
    if (m_root.path.isEmpty() || folder.place != m_root.place)
        return folder.toString();
    if (folder.path == m_root.path)
        return m_rootName;
    return folder.path.startsWith(m_root.path + u'/') ? m_rootName + folder.path.sliced(m_root.path.size())
                                                      : folder.toString();
}

void PropertiesPanel::showEntry(const engine::Location &location)
{
    if (location != m_location)
        clear();
    m_location = location;
    m_contents->setFiles({location});
    m_name->setText(engine::shownPath(location.name().isEmpty() ? location.path : location.name()));
    m_folder->setText(engine::shownPath(folderWords()));
    m_isAsking = true;
    const auto take = [this, request = ++m_request](const engine::Result<StorageEntry> &entry) {
        if (request != m_request)
            return;
        m_isAsking = false;
        if (entry)
            return this->take(*entry);
        m_banner->showError(entry.error());
        m_preview->clear();
    };
    engine::whenFinished(m_client.storage.stat(location), this, take);
}

void PropertiesPanel::take(const StorageEntry &entry)
{
    m_entry = entry;
    m_icon->setIcon(models::iconNameOf(entry));
    m_checksums->setVisible(entry.kind == engine::EntryKind::File);
    m_contents->setVisible(entry.kind == engine::EntryKind::Folder);
    const QDateTime changed = QDateTime::fromMSecsSinceEpoch(entry.modifiedMs);
    const bool isLink = entry.kind == engine::EntryKind::Link;
    m_facts->setFacts(
        {{tr("Kind"), models::kindText(entry)},
         {tr("Leads to"), isLink ? engine::shownPath(entry.target) : QString(), true},
         {tr("Size"), sizeText(entry)},
         {tr("Changed"), entry.modifiedMs > 0 ? QLocale().toString(changed, QLocale::LongFormat) : QString()},
         {tr("Owner"), engine::shownPath(entry.owner)},
         {tr("Group"), engine::shownPath(entry.group)}});
    showMode();
    m_preview->showFile(m_location, entry);
}

// The layout of the panel takes it in: a child of its content from the start would come before all that stands above.
void PropertiesPanel::addChecksums()
{
    m_checksums = new QWidget(this);
    auto *title = new ToneLabel(ToneLabel::Tone::Quiet, tr("Checksum"), m_checksums, textFont(12, QFont::Medium));
    auto *row = newRow({}, 8, {title});
    for (const auto &[algorithm, words] : {std::pair{u"sha256"_s, u"SHA-256"_s}, {u"md5"_s, u"MD5"_s}}) {
        auto *button = new QPushButton(words, m_checksums);
        button->setObjectName(algorithm);
        button->setToolTip(tr("Let the place of the file compute it"));
        connect(button, &QPushButton::clicked, this, [this, name = algorithm] { sum(name); });
        row->addWidget(button);
    }
    row->addStretch(1);
    m_sum = new QLineEdit(m_checksums);
    m_sum->setReadOnly(true);
    m_sum->setFont(monoFont());
    m_sum->setAccessibleName(tr("Checksum"));
    m_sum->hide();
    m_checksums->setLayout(newColumn({}, 6, {row, m_sum}));
    m_checksums->hide();
}

// One at a time: another one, or another file, ends it.
void PropertiesPanel::sum(const QString &algorithm)
{
    delete m_summing;
    m_banner->dismiss();
    m_sum->setText(tr("Computing…"));
    m_sum->show();
    engine::FileTaskRequest request;
    request.kind = engine::FileTaskRequest::Kind::Checksum;
    request.place = m_location.place;
    request.paths = QStringList{m_location.path};
    request.algorithm = algorithm;
    m_summing = new models::FileTaskWatch(m_client, request, this);
    connect(m_summing, &models::FileTaskWatch::progressed, this, [this](const engine::FileTaskSnapshot &task) {
        if (task.bytesDone > 0 && m_entry.size > 0)
            m_sum->setText(
                tr("Computing: %1 of %2").arg(models::fileSize(task.bytesDone), models::fileSize(m_entry.size)));
    });
    connect(m_summing, &models::FileTaskWatch::ended, this, [this](const engine::FileTaskSnapshot &task) {
        m_summing = nullptr;
        m_sum->setVisible(!task.error);
        if (task.error)
            return m_banner->showError(*task.error);
        m_sum->setText(task.sums.value(0));
        m_sum->setCursorPosition(0);
    });
}

void PropertiesPanel::showMode()
{
    // A link has no permissions of its own that would count.
    const bool hasMode = m_entry.mode >= 0 && m_entry.kind != engine::EntryKind::Link;
    m_permissions->setVisible(hasMode);
    for (int bit = 2; bit < m_bits.size(); bit += 3)
        m_bits[bit]->setText(m_entry.isFolder ? tr("enter") : tr("run"));
    for (int bit = 0; bit < m_bits.size(); ++bit)
        m_bits[bit]->setChecked(hasMode && (m_entry.mode & (0400 >> bit)));
}

void PropertiesPanel::setMode()
{
    int mode = m_entry.mode & 07000;
    for (int bit = 0; bit < m_bits.size(); ++bit)
        mode |= m_bits[bit]->isChecked() ? 0400 >> bit : 0;
    m_banner->dismiss();
    engine::whenFinished(m_client.storage.setMode(m_location, mode), this,
                         [this, location = m_location, mode](const auto &answer) {
                             emit modeChanged(location);
                             if (location != m_location)
                                 return;
                             if (answer)
                                 m_entry.mode = mode;
                             else
                                 m_banner->showError(answer.error());
                             showMode();
                         });
}

} // namespace ui
