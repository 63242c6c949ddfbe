// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/transfer/transferlimitsdialog.h"

#include "ui/theme/style.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/tonelabel.h"

#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

using namespace Qt::StringLiterals;

namespace ui {

TransferLimitsDialog::TransferLimitsDialog(const engine::TransferLimits &now, QWidget *window)
    : QDialog(window), m_perPlace(newNumber(u"perPlace"_s, tr("Transfers at once with one machine"), now.perPlace)),
      m_total(newNumber(u"total"_s, tr("Transfers at once in all"), now.total)),
      m_words(new ToneLabel(ToneLabel::Tone::Quiet, {}, this))
{
    setObjectName(u"transferLimits"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Transfers at once"));
    m_words->setObjectName(u"words"_s);
    m_words->setMinimumHeight(2 * m_words->fontMetrics().height() + 2); // keeps the dialog's size constant
    m_words->setAlignment(Qt::AlignTop);
    auto *save = new QPushButton(tr("Save"), this);
    save->setObjectName(u"save"_s);
    save->setProperty(filledProperty, true);
    save->setDefault(true);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    auto *buttons = newRow({}, 10, {Stretch{}, cancel, save});
    auto *numbers = new QFormLayout;
    numbers->setHorizontalSpacing(16);
    numbers->setVerticalSpacing(8);
    numbers->addRow(tr("With one machine"), m_perPlace);
    numbers->addRow(tr("In all"), m_total);
    setLayout(newColumn({16, 14, 16, 14}, 10, {numbers, m_words, buttons}));
    setMinimumWidth(380);
    for (const QSpinBox *number : {m_perPlace, m_total})
        connect(number, &QSpinBox::valueChanged, this, &TransferLimitsDialog::check);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(save, &QPushButton::clicked, this, [this] {
        emit chosen({m_perPlace->value(), m_total->value()});
        accept();
    });
    check();
}

QSpinBox *TransferLimitsDialog::newNumber(const QString &name, const QString &accessibleName, int value)
{
    auto *number = new QSpinBox(this);
    number->setObjectName(name);
    number->setRange(1, engine::TransferLimits::most);
    number->setValue(value);
    number->setAccessibleName(accessibleName);
    number->findChild<QLineEdit *>()->setAccessibleName(accessibleName);
    return number;
}

void TransferLimitsDialog::check()
{
    m_words->setText(m_perPlace->value() > m_total->value()
                         ? tr("More than %1 never run, because that is all that may run at once.").arg(m_total->value())
                         : tr("The others wait. What already runs goes on."));
}

} // namespace ui
