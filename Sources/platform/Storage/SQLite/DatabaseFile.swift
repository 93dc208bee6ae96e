import Foundation
import Glibc
import RollcallBasics

/// The file before SQLite has it: found sound and ours, or made.
///
/// A new file is made whole under another name and then renamed, so that an empty or short file
/// under the right name is always damage and never a beginning.
struct DatabaseFile {
    let path: String
    let applicationID: Int32

    private var journal: String { path + "-wal" }
    private var unborn: String { path + ".new" }

    /// - Throws: `StorageError`.
    func prepare() throws {
        if access(path, F_OK) == 0 {
            try checkHeader()
            try checkJournal()
            guard chmod(path, 0o600) == 0 else { throw StorageError.system(path) }
        } else if access(journal, F_OK) == 0 {
            throw StorageError.corrupt("the database is gone, and its journal is still here")
        } else {
            try create()
        }
    }

    /// The file format's first page (sqlite.org/fileformat2.html §1.3). The application's mark is
    /// set before the file has its name, so the journal never holds a newer one.
    private func checkHeader() throws {
        let header = try beginning(of: path, count: 100)
        guard header.count == 100 else { throw StorageError.corrupt("the file is cut short") }
        guard header.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw StorageError.corrupt("the file is no SQLite database")
        }
        // The versions of writing and reading: a rollback journal, or a write-ahead log.
        guard header[18...19].allSatisfy({ (1...2).contains($0) }) else {
            throw StorageError.corrupt("the file is of an unknown format")
        }
        let mark = Int32(bigEndianBytes: header[68..<72])
        guard mark == applicationID else { throw StorageError.foreignFile(applicationID: mark) }
    }

    /// SQLite ignores a journal whose header it cannot read, and with it every commit inside.
    /// Zeros are what a power cut leaves of a journal that never held one.
    private func checkJournal() throws {
        guard access(journal, F_OK) == 0 else { return }
        let magic = UInt32(bigEndianBytes: try beginning(of: journal, count: 4))
        guard magic == 0 || magic & ~1 == 0x377f_0682 else {
            throw StorageError.corrupt("the journal's header is damaged")
        }
    }

    private func create() throws {
        for leftover in [unborn, unborn + "-journal"] { unlink(leftover) }
        let descriptor = open(unborn, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StorageError.system(unborn) }
        defer { close(descriptor) }
        let connection = try SQLiteConnection(path: unborn, .writing)
        try connection.execute("PRAGMA application_id = \(applicationID)")
        connection.close()
        guard fsync(descriptor) == 0, rename(unborn, path) == 0, syncDirectory(of: path) else {
            throw StorageError.system(path)
        }
    }

    private func beginning(of path: String, count: Int) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StorageError.system(path) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        let got = pread(descriptor, &bytes, count, 0)
        guard got >= 0 else { throw StorageError.system(path) }
        return Array(bytes.prefix(got))
    }
}
