import Glibc
import NIOSSL

/// The files with one side's certificates and private key, in PEM.
public struct TLSIdentity: Sendable, Hashable {
    /// The path of the certificate, followed by the intermediate ones up to the root.
    public var certificateChain: String
    /// The path of the certificate's private key, not encrypted.
    public var privateKey: String

    public init(certificateChain: String, privateKey: String) {
        self.certificateChain = certificateChain
        self.privateKey = privateKey
    }
}

/// The trusted certificate authorities.
public enum TLSTrust: Sendable, Hashable {
    /// The authorities that the system trusts.
    case system
    /// Only those in a PEM file.
    case file(String)
}

/// Why a file cannot be used for TLS, as a sentence.
public struct TLSFileError: Error, Sendable, Equatable, CustomStringConvertible {
    public let description: String
    /// Whether a renewal of the certificate mends it.
    let mayPass: Bool

    init(_ path: String, _ what: String, mayPass: Bool = false) {
        self.description = "\(path) \(what)"
        self.mayPass = mayPass
    }
}

extension TLSIdentity {
    var paths: [String] { [certificateChain, privateKey] }

    /// - Throws: `TLSFileError`; also if the certificate has expired.
    func load() throws -> (chain: [NIOSSLCertificateSource], key: NIOSSLPrivateKeySource) {
        let chain = try TLSFile.certificates(certificateChain)
        if let leaf = chain.first, leaf.notValidAfter < time(nil) {
            throw TLSFileError(certificateChain, "has expired", mayPass: true)
        }
        return (
            chain.map { .certificate($0) }, .privateKey(try TLSFile.key(privateKey))
        )
    }
}

extension TLSTrust {
    var paths: [String] {
        switch self {
        case .system: []
        case .file(let path): [path]
        }
    }

    /// - Throws: `TLSFileError`.
    var roots: NIOSSLTrustRoots {
        get throws {
            switch self {
            case .system: .default
            case .file(let path): .certificates(try TLSFile.certificates(path))
            }
        }
    }
}

enum TLSFile {
    static func certificates(_ path: String) throws -> [NIOSSLCertificate] {
        try read(path, "holds no certificates in PEM") { try NIOSSLCertificate.fromPEMFile(path) }
    }

    static func key(_ path: String) throws -> NIOSSLPrivateKey {
        try read(path, "holds no private key in PEM that can be read without a password") {
            try NIOSSLPrivateKey(file: path, format: .pem)
        }
    }

    private static func read<Content>(
        _ path: String, _ fault: String, _ body: () throws -> Content
    ) throws -> Content {
        guard access(path, R_OK) == 0 else {
            throw TLSFileError(path, "cannot be read: \(String(cString: strerror(errno)))")
        }
        do {
            return try body()
        } catch {
            throw TLSFileError(path, fault)
        }
    }
}
