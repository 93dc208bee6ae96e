import Glibc
import NIOSSL
import Synchronization

/// A TLS context from files. It is read again when they have changed. New handshakes use the new
/// context; open connections keep the old one.
final class TLSContextFiles: Sendable {
    private struct State {
        /// Or why there is none so far.
        var context: Result<NIOSSLContext, TLSFileError>
        /// The end of the certificate's validity.
        var certificateEnd: Int64?
        /// The state of the files at the last read, even if that failed; nil before the first.
        var stamps: [FileStamp?]?
    }

    private let paths: [String]
    private let makeConfiguration: @Sendable () throws -> TLSConfiguration
    private let state: Mutex<State>

    /// - Parameter waits: whether files that a renewal mends, such as an expired certificate, are
    ///   waited for.
    /// - Throws: `TLSFileError`.
    init(
        _ paths: [String], waits: Bool,
        _ makeConfiguration: @escaping @Sendable () throws -> TLSConfiguration
    ) throws {
        self.paths = paths
        self.makeConfiguration = makeConfiguration
        self.state = Mutex(State(context: .failure(TLSFileError("", "nothing was read"))))
        do {
            _ = try reload()
        } catch let error as TLSFileError where waits && error.mayPass {
            // The next `reload` says so again, to somebody with a log.
            state.withLock { $0 = State(context: .failure(error)) }
        }
    }

    /// The context for new handshakes.
    ///
    /// - Throws: `TLSFileError` while there is none.
    func context() throws -> NIOSSLContext { try state.withLock { $0.context }.get() }

    /// Why there is no context; nil if there is one.
    var trouble: TLSFileError? {
        state.withLock { if case .failure(let error) = $0.context { error } else { nil } }
    }

    /// The end of the certificate's validity, in seconds since 1970; nil without a certificate.
    var certificateEnd: Int64? { state.withLock { $0.certificateEnd } }

    /// Reads the files again if one of them has changed. Unusable files are reported once, and not
    /// read again until they change.
    ///
    /// - Returns: whether there is a new context.
    /// - Throws: `TLSFileError`; the old context stays.
    func reload() throws -> Bool {
        // The state is taken before the files are read, so a change in between is noticed next
        // time.
        let stamps = paths.map(FileStamp.init)
        let haveChanged = state.withLock { state in
            defer { state.stamps = stamps }
            return state.stamps != stamps
        }
        guard haveChanged else { return false }
        let configuration = try makeConfiguration()
        let context = try Self.makeContext(configuration, paths)
        state.withLock {
            $0.context = .success(context)
            $0.certificateEnd = configuration.certificateEnd
        }
        return true
    }

    private static func makeContext(
        _ configuration: TLSConfiguration, _ paths: [String]
    ) throws -> NIOSSLContext {
        var configuration = configuration
        configuration.minimumTLSVersion = .tlsv12
        // A long wait for the peer's close_notify is of no use: frames carry their own length.
        configuration.shutdownTimeout = .seconds(1)
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw TLSFileError(
                paths.joined(separator: ", "),
                "cannot be used: the private key is not that of the certificate (\(error))",
                mayPass: true)
        }
    }
}

extension TLSConfiguration {
    /// The end of the first certificate in the chain.
    fileprivate var certificateEnd: Int64? {
        guard case .certificate(let leaf) = certificateChain.first else { return nil }
        return Int64(leaf.notValidAfter)
    }
}

/// Tells whether a file has changed since it was read.
private struct FileStamp: Equatable {
    private let device: dev_t
    private let inode: ino_t
    private let size: off_t
    private let seconds: [Int]
    private let nanoseconds: [Int]

    /// Nil if there is no such file. Links are followed.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        inode = status.st_ino
        size = status.st_size
        seconds = [status.st_mtim.tv_sec, status.st_ctim.tv_sec]
        nanoseconds = [status.st_mtim.tv_nsec, status.st_ctim.tv_nsec]
    }
}
