// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "models/machine/machineinput.h"

#include <QSet>
#include <QWidget>

class QGridLayout;
class QLineEdit;
class QMenu;
class QStringListModel;
class QToolButton;

namespace ui {

class ToneLabel;

/// The fields of a machine. Shows the fault of a field once it was edited. The name is derived from the host until it
/// is edited.
class MachineForm final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MachineForm)

public:
    explicit MachineForm(QWidget *parent = nullptr);

    [[nodiscard]] engine::MachineRequest request() const; ///< trimmed, with an expanded path of the key
    [[nodiscard]] models::MachineFaults faults() const { return models::checkMachine(request(), m_taken); }
    [[nodiscard]] bool isTouched() const { return !m_touched.isEmpty(); }
    void setTaken(const QStringList &names); ///< names of existing machines
    void setJumpChoices(const QStringList &machines);
    void setKnownHosts(const QStringList &hosts); ///< completions of the destination
    [[nodiscard]] QJsonObject fields() const; ///< texts of the fields, by name
    void setFields(const QJsonObject &fields);
    void clear();
    void takeFocus();
    void chooseKey(); ///< opens the file dialog

signals:
    void edited();
    void submitted(); ///< Return in a field

private:
    QLineEdit *addLine(const QString &objectName, const QString &label, const QString &hint, QWidget *beside = nullptr);
    void addMore();
    void check();
    void showFault(QLineEdit *field, const QString &fault);

    QGridLayout *m_grid;
    QLineEdit *m_destination = nullptr;
    QLineEdit *m_name = nullptr;
    QLineEdit *m_identity = nullptr;
    QLineEdit *m_jumps = nullptr;
    QLineEdit *m_home = nullptr;
    QLineEdit *m_address = nullptr;
    QMenu *m_jumpMenu;
    QToolButton *m_addJump = nullptr;
    QToolButton *m_more = nullptr;
    QStringListModel *m_hosts;
    QHash<QLineEdit *, ToneLabel *> m_faultLabels;
    QSet<QLineEdit *> m_touched;
    QStringList m_taken;
    bool m_nameIsOwn = false; // edited by the user
};

} // namespace ui
