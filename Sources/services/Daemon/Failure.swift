import Blobs
import Foundation
import Glibc
import NIOCore
import RollcallBasics
import RollcallRPC
import Storage
import Tables

/// Why a process did not start, or had to stop: a sentence for the operator and an exit status of
/// sysexits(3), listed in `DaemonOptions.discussion`.
package struct Failure: Error, Equatable {
    package let sentence: String
    package let exitStatus: Int32

    package init(_ sentence: String, _ exitStatus: Int32) {
        self.sentence = sentence
        self.exitStatus = exitStatus
    }

    package init(_ error: any Error) {
        self =
            switch error {
            case let failure as Failure: failure
            case let error as StorageError: Failure(error)
            case let error as BlobError: Failure(error)
            case let error as SecretKeyFile.Unusable:
                Failure("\(error)", error.mayPass ? EX_IOERR : EX_CONFIG)
            case let error as ServerError: Failure("\(error)", EX_SOFTWARE)
            case let error as TLSFileError: Failure("\(error)", EX_CONFIG)
            default: Failure("an unforeseen error: \(error)", EX_SOFTWARE)
            }
    }

    init(_ error: any Error, listeningOn endpoint: Listening) {
        let reason =
            switch error {
            case ServerError.endpointTaken: "another process listens there"
            case let error as IOError: errorText(error.errnoCode)
            case let failure as Failure: failure.sentence
            default: "\(error)"
            }
        self.init("cannot listen on \(endpoint): \(reason)", EX_UNAVAILABLE)
    }

    static func system(_ code: Int32, _ path: String) -> Failure {
        full(code) ?? Failure("\(path): \(errorText(code))", EX_IOERR)
    }

    /// An option, or what it names, is wrong.
    package static func configuration(_ sentence: String) -> Failure {
        Failure(sentence, EX_CONFIG)
    }

    /// Runs `body`, and has what it throws say that an option is wrong.
    ///
    /// - Parameter option: what the sentence begins with, such as `--store: `.
    package static func ofOption<T>(_ option: String = "", in body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch {
            throw configuration("\(option)\(error)")
        }
    }

    /// The text of a file that only this user may read.
    ///
    /// - Parameter option: which names the file.
    /// - Throws: `Failure`.
    package static func ofSecretFile(_ path: String, option: String) throws -> String {
        var status = stat()
        guard stat(path, &status) == 0,
            let text = try? String(contentsOfFile: path, encoding: .utf8)
        else { throw configuration("\(option): \(path) cannot be read") }
        guard status.st_mode & 0o077 == 0 else {
            throw configuration(
                "\(option): \(path) is open to other users; close it: chmod 600 \(path)")
        }
        return text
    }

    /// - Throws: `Failure`, if an option names a file that cannot be read.
    package static func checkReadable(_ path: String?, option: String) throws {
        guard let path, access(path, R_OK) != 0 else { return }
        throw configuration("\(option): \(path) cannot be read")
    }

    static let readOnly = Failure(
        "the disk takes no writes; look at the kernel's log, and check the file system", EX_IOERR)
    static let full = Failure("the disk is full; make room and start again", EX_TEMPFAIL)

    /// `full`, if that is what a system call says; nil for every other error.
    static func full(_ code: Int32) -> Failure? {
        [ENOSPC, EDQUOT].contains(code) ? .full : nil
    }
}

extension Failure {
    private init(_ error: StorageError) {
        self =
            switch error {
            case .noSpace:
                .full
            case .readOnly:
                .readOnly
            case .exhausted(let what):
                Failure("the machine has too few descriptors or memory (\(what))", EX_TEMPFAIL)
            case .lockedByAnother:
                Failure("another process has the database open", EX_TEMPFAIL)
            case .corrupt(let what):
                Failure("the database is damaged (\(what)); restore a backup", EX_DATAERR)
            case .foreignFile(let id) where id < 0:
                Failure("tables are being moved into this database: run `migrate` again", EX_CONFIG)
            case .foreignFile:
                Failure(
                    """
                    the database belongs to another application, or to Rollcall as it was before its \
                    first release
                    """, EX_DATAERR)
            case .newerSchema:
                Failure("the database was written by a newer version of Rollcall", EX_DATAERR)
            case .failed(let what):
                Failure("the database can no longer be written (\(what))", EX_IOERR)
            case .unusablePath(let what):
                Failure("the database cannot be opened: \(what)", EX_CANTCREAT)
            case .unavailable(let what):
                Failure("the database server cannot be used (\(what))", EX_TEMPFAIL)
            case .impaired(let what):
                Failure("the database: \(what)", EX_TEMPFAIL)
            case .unfitDatabase(let what):
                Failure(what, EX_CONFIG)
            case .overloaded, .closed, .unknownOutcome:
                Failure("the database does not answer (\(error))", EX_SOFTWARE)
            case .constraint(let what), .statement(let what):
                Failure("the database refuses a statement (\(what))", EX_SOFTWARE)
            }
    }

    private init(_ error: BlobError) {
        self =
            switch error {
            case .noSpace:
                .full
            case .readOnly:
                .readOnly
            case .exhausted:
                Failure("the machine has too few descriptors or memory", EX_TEMPFAIL)
            case .inUse:
                Failure("another process has the photos open", EX_TEMPFAIL)
            case .untrusted:
                Failure(
                    "a photo's file has another owner, or is open to other users", EX_DATAERR)
            case .dataLoss:
                Failure("the photos are damaged; restore a backup", EX_DATAERR)
            case .unavailable(let reason):
                Failure("the photos: \(reason)", EX_TEMPFAIL)
            case .denied(let reason):
                // The store may learn new keys, or get its clock right.
                Failure(
                    "the photos: \(reason); check the credentials of the bucket", EX_TEMPFAIL)
            case .failed(let code), .io(let code):
                Failure("the photos: \(errorText(code))", EX_IOERR)
            case .notFound, .tooLarge, .closed:
                Failure("the photos: \(error)", EX_SOFTWARE)
            }
    }
}
