import Glibc
import NIOSSL
import Synchronization

/// A TLS context that is read from files, and read again when they have changed. Handshakes that
/// begin later take the new one; connections that are open keep what they have.
final class TLSContextFiles: Sendable {
    private struct State {
        var context: NIOSSLContext
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
        let context = try Self.makeContext(makeConfiguration(), paths)
        self.state = Mutex(State(context: context, stamps: stamps))
    }

    /// What a handshake that begins now uses.
    var context: NIOSSLContext { state.withLock { $0.context } }

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
        let context = try Self.makeContext(makeConfiguration(), paths)
        state.withLock { $0.context = context }
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
