import Glibc
import NIOSSL
import Synchronization

/// A TLS context that is read from files, and read again when they have changed. Handshakes that
/// begin later take the new one; connections that are open keep what they have.
final class TLSContextFiles: Sendable {
    private struct State {
        var context: NIOSSLContext
        /// When the certificate ends that it shows.
        var certificateEnd: Int64?
        /// The files as they were when they were read last, well or not.
        var stamps: [FileStamp?]
    }

    private let paths: [String]
    private let makeConfiguration: @Sendable () throws -> TLSConfiguration
    private let state: Mutex<State>

    /// - Throws: `TLSFileError`.
    init(
        _ paths: [String], _ makeConfiguration: @escaping @Sendable () throws -> TLSConfiguration
    ) throws {
        self.paths = paths
        self.makeConfiguration = makeConfiguration
        // Looked at before they are read: what changes meanwhile is noticed the next time.
        let stamps = paths.map(FileStamp.init)
        let configuration = try makeConfiguration()
        let context = try Self.makeContext(configuration, paths)
        self.state = Mutex(
            State(
                context: context, certificateEnd: configuration.certificateEnd, stamps: stamps))
    }

    /// What a handshake that begins now uses.
    var context: NIOSSLContext { state.withLock { $0.context } }

    /// When the certificate ends that a handshake shows, in seconds since 1970; nil without one.
    var certificateEnd: Int64? { state.withLock { $0.certificateEnd } }

    /// Reads the files again if one of them is not what it was. Files that cannot be used are
    /// reported once, and not read again until they change.
    ///
    /// - Returns: whether there is a new context.
    /// - Throws: `TLSFileError`; the old context stays.
    func reload() throws -> Bool {
        let stamps = paths.map(FileStamp.init)
        let haveChanged = state.withLock { state in
            defer { state.stamps = stamps }
            return state.stamps != stamps
        }
        guard haveChanged else { return false }
        let configuration = try makeConfiguration()
        let context = try Self.makeContext(configuration, paths)
        state.withLock {
            $0.context = context
            $0.certificateEnd = configuration.certificateEnd
        }
        return true
    }

    private static func makeContext(
        _ configuration: TLSConfiguration, _ paths: [String]
    ) throws -> NIOSSLContext {
        var configuration = configuration
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = [TLSHandshakeHandler.applicationProtocol]
        // The end of a connection is not worth waiting long for: frames say where they end.
        configuration.shutdownTimeout = .seconds(1)
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw TLSFileError(
                paths.joined(separator: ", "),
                "cannot be used: the private key is not that of the certificate (\(error))")
        }
    }
}

extension TLSConfiguration {
    /// Of the certificate that is shown first.
    fileprivate var certificateEnd: Int64? {
        guard case .certificate(let leaf) = certificateChain.first else { return nil }
        return Int64(leaf.notValidAfter)
    }
}

/// What tells whether a file is still the one that was read.
private struct FileStamp: Equatable {
    private let device: dev_t
    private let inode: ino_t
    private let size: off_t
    private let seconds: [Int]
    private let nanoseconds: [Int]

    /// Nil when there is no such file. Links are followed.
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
