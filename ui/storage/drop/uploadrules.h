// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transfers.h"

#include <QObject>

class QAbstractButton;
class QButtonGroup;
class QCheckBox;
class QVBoxLayout;

namespace ui {

/// Options of a transfer: rule for files that differ at their target, ignored files, comparison.
class UploadRules final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(UploadRules)

public:
    explicit UploadRules(QWidget *parent);

    void addTo(QVBoxLayout &column); ///< adds the widgets; call once
    void reset(engine::ConflictRule conflicts); ///< for another question: comparison by size and time
    void setMayIgnore(bool mayIgnore); ///< false: hides the box of .gitignore
    void setHasTrash(bool hasTrash); ///< at the target
    [[nodiscard]] engine::ConflictRule conflicts() const;
    [[nodiscard]] bool honoursGitignore() const; ///< false while the box is hidden
    [[nodiscard]] bool comparesChecksums() const;
    [[nodiscard]] QAbstractButton *chosen() const; ///< button of conflicts()

signals:
    void changed(); ///< also by reset()

private:
    QButtonGroup *m_conflicts;
    QCheckBox *m_gitignore;
    QCheckBox *m_checksum;
};

} // namespace ui
