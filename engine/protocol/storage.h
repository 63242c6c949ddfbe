// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/filetask.h"
#include "engine/protocol/method.h"

namespace engine {

/// A file or folder of a machine; of this computer when no place is named.
struct OfFile
{
    QString place;
    QString path;

    static void describe(auto &self, auto &fields) { fields("place", self.place)("path", self.path); }
};

struct ListFolder
{
    OfFile folder;
    int limit = 1000; ///< entries of a page, 5000 at most

    static void describe(auto &self, auto &fields)
    {
        OfFile::describe(self.folder, fields);
        fields("limit", self.limit);
    }
};

struct FolderEntries
{
    QList<StorageEntry> entries;

    static void describe(auto &self, auto &fields) { fields("entries", self.entries); }
};

struct ReadBytes
{
    OfFile file;
    qint64 offset = 0;
    qint64 length = 0; ///< 4 MiB at most

    static void describe(auto &self, auto &fields)
    {
        OfFile::describe(self.file, fields);
        fields("offset", self.offset)("length", self.length);
    }
};

struct FileBytes
{
    LongText data; ///< base64

    static void describe(auto &self, auto &fields) { fields("data", self.data); }
};

struct RenameFile
{
    OfFile file;
    QString to; ///< a path of the same place; must not exist

    static void describe(auto &self, auto &fields)
    {
        OfFile::describe(self.file, fields);
        fields("to", self.to);
    }
};

struct SetFileMode
{
    OfFile file;
    int mode = 0;

    static void describe(auto &self, auto &fields)
    {
        OfFile::describe(self.file, fields);
        fields("mode", self.mode);
    }
};

struct FileSystemSpace
{
    qint64 totalBytes = 0;
    qint64 freeBytes = 0;
    std::optional<qint64> freeEntries;

    static void describe(auto &self, auto &fields)
    {
        fields("totalBytes", self.totalBytes)("freeBytes", self.freeBytes)("freeEntries", self.freeEntries);
    }
};

struct RunFileTask
{
    FileTaskRequest task;

    static void describe(auto &self, auto &fields) { fields("task", self.task); }
};

namespace method {

inline constexpr Method<Nothing, QList<StoragePlace>> listPlaces{"storage.places"};
inline constexpr Method<OfFile, OfFile> locate{"storage.locate"};
inline constexpr Method<ListFolder, FolderEntries> listFolder{"storage.list"};
inline constexpr Method<OfFile, StorageEntry> statFile{"storage.stat"};
inline constexpr Method<ReadBytes, FileBytes> readFile{"storage.read"};
inline constexpr Method<OfFile, Nothing> makeFolder{"storage.makeFolder"};
inline constexpr Method<RenameFile, Nothing> renameFile{"storage.rename"};
inline constexpr Method<SetFileMode, Nothing> setFileMode{"storage.setMode"};
inline constexpr Method<OfFile, FileSystemSpace> fetchSpace{"storage.space"};
inline constexpr Method<RunFileTask, FileTaskSnapshot> runFileTask{"storage.task"};

} // namespace method

} // namespace engine
