import Glibc
import NIOCore
import NIOSSL

extension PeerCertificate {
    init(_ certificate: NIOSSLCertificate) {
        for name in certificate._subjectAlternativeNames() {
            guard let text = name.contents.withUnsafeBufferPointer(String.init(printable:)) else {
                continue
            }
            switch name.nameType {
            case .dnsName: dnsNames.append(text)
            case .uri: uris.append(text)
            default: break
            }
        }
    }
}

extension String {
    /// Nil when a byte is not printable ASCII: text behind a NUL, for example, is not to be
    /// believed.
    fileprivate init?(printable bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        self = String(decoding: bytes, as: UTF8.self)
    }
}

extension PeerIdentity {
    /// Who has opened a channel that was accepted, before TLS. Called on its event loop.
    static func of(_ channel: any Channel) -> EventLoopFuture<PeerIdentity> {
        let address = channel.remoteAddress
        guard address?.protocol == .unix, let options = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeSucceededFuture(
                PeerIdentity(address: address.flatMap { PeerAddress($0) }))
        }
        let credentials: EventLoopFuture<Credentials> = options.unsafeGetSocketOption(
            level: .init(SOL_SOCKET), name: .init(SO_PEERCRED))
        return credentials.map { credentials in
            let process = UnixProcess(
                userID: credentials.userID, groupID: credentials.groupID,
                processID: credentials.processID)
            return PeerIdentity(proof: .process(process))
        }
    }
}

/// `struct ucred` of unix(7), which glibc hides from Swift.
private struct Credentials: Sendable {
    let processID: Int32
    let userID: UInt32
    let groupID: UInt32
}
