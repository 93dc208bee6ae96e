import Dispatch
import Foundation
import Glibc
import RollcallBasics

/// Lays mails down as files, `ID.eml`, where there is no server to take them: for development, and
/// for a look at what would be sent.
///
/// A file is there whole or not at all, and the same mail sent again is the same file.
package final class SpoolSender: MailSender {
    /// Files, unless said otherwise.
    package static let standardLimit = 10_000

    package let directory: String
    private let limit: Int
    /// Writing waits for the disk, so it is done here.
    private let queue = DispatchQueue(label: "rollcall.mail.spool")

    /// Makes the directory, or takes one that is this user's own, and closes it to others: mails
    /// have codes in them. Takes away what a crash left half written.
    ///
    /// - Throws: `MailFailure`; `configuration` for another user's directory.
    package init(directory: String, limit: Int = standardLimit) throws(MailFailure) {
        self.directory = directory
        self.limit = limit
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
            throw Self.failure("\(directory) cannot be made")
        }
        try Self.closeToOthers(directory)
        for name in try Self.names(in: directory) where name.hasSuffix(Self.unborn) {
            unlink("\(directory)/\(name)")
        }
    }

    package func send(_ message: MailMessage) async throws(MailFailure) {
        let outcome: Result<Void, MailFailure> = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(
                    returning: Result { () throws(MailFailure) in try self.write(message) })
            }
        }
        try outcome.get()
    }

    private static let unborn = ".new"

    private func write(_ message: MailMessage) throws(MailFailure) {
        guard try Self.names(in: directory).count < limit else {
            throw MailFailure.here(
                .transient, "\(directory) has \(limit) files: take some away, or name a mail server"
            )
        }
        let path = "\(directory)/\(message.id).eml"
        let unborn = path + Self.unborn
        let file = open(unborn, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw Self.failure("a mail cannot be written") }
        defer { close(file) }
        guard writeAll(message.encoded, to: file), fsync(file) == 0, rename(unborn, path) == 0,
            syncDirectory(of: path)
        else {
            defer { unlink(unborn) }
            throw Self.failure("a mail cannot be written")
        }
    }

    private static func closeToOthers(_ directory: String) throws(MailFailure) {
        let file = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { throw failure("\(directory) cannot be opened") }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure("\(directory) cannot be read") }
        guard status.st_uid == geteuid() else {
            throw MailFailure.here(.configuration, "\(directory) is another user's")
        }
        guard status.st_mode & 0o077 == 0 || fchmod(file, 0o700) == 0 else {
            throw failure("\(directory) cannot be closed to others")
        }
    }

    private static func names(in directory: String) throws(MailFailure) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: directory)
        } catch {
            throw MailFailure.here(
                .transient, "\(directory) cannot be read: \(error.localizedDescription)")
        }
    }

    /// What the disk refuses today it may take tomorrow.
    private static func failure(_ sentence: String) -> MailFailure {
        .here(.transient, "\(sentence): \(errorText())")
    }
}
