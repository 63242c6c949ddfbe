// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/panel/properties/filechecksum.h"

#include "models/storage/filetaskwatch.h"
#include "models/words.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/text/tonelabel.h"

#include <QLineEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace ui {

FileChecksum::FileChecksum(engine::EngineClient &client, Banner *banner, QWidget *parent)
    : QWidget(parent), m_client(client), m_banner(banner)
{
    auto *title = new ToneLabel(ToneLabel::Tone::Quiet, tr("Checksum"), this, textFont(12, QFont::Medium));
    auto *row = newRow({}, 8, {title});
    for (const auto &[algorithm, words] : {std::pair{u"sha256"_s, u"SHA-256"_s}, {u"md5"_s, u"MD5"_s}}) {
        auto *button = new QPushButton(words, this);
        button->setObjectName(algorithm);
        button->setToolTip(tr("Let the place of the file compute it"));
        connect(button, &QPushButton::clicked, this, [this, name = algorithm] { compute(name); });
        row->addWidget(button);
    }
    row->addStretch(1);
    m_sum = new QLineEdit(this);
    m_sum->setReadOnly(true);
    m_sum->setFont(monoFont());
    m_sum->setAccessibleName(tr("Checksum"));
    m_sum->hide();
    setLayout(newColumn({}, 6, {row, m_sum}));
    hide();
}

void FileChecksum::setFile(const engine::Location &file, qint64 size)
{
    m_file = file;
    m_size = size;
}

void FileChecksum::clear()
{
    delete m_watch;
    m_sum->hide();
    hide();
}

// One computation at a time: another algorithm or file ends it.
void FileChecksum::compute(const QString &algorithm)
{
    delete m_watch;
    m_banner->dismiss();
    m_sum->setText(tr("Computing…"));
    m_sum->show();
    engine::FileTaskRequest request;
    request.kind = engine::FileTaskRequest::Kind::Checksum;
    request.place = m_file.place;
    request.paths = QStringList{m_file.path};
    request.algorithm = algorithm;
    m_watch = new models::FileTaskWatch(m_client, request, this);
    connect(m_watch, &models::FileTaskWatch::progressed, this, [this](const engine::FileTaskSnapshot &task) {
        if (task.bytesDone > 0 && m_size > 0)
            m_sum->setText(tr("Computing: %1 of %2").arg(models::fileSize(task.bytesDone), models::fileSize(m_size)));
    });
    connect(m_watch, &models::FileTaskWatch::ended, this, [this](const engine::FileTaskSnapshot &task) {
        m_watch = nullptr;
        m_sum->setVisible(!task.error);
        if (task.error)
            return m_banner->showError(*task.error);
        m_sum->setText(task.sums.value(0));
        m_sum->setCursorPosition(0);
    });
}

} // namespace ui
