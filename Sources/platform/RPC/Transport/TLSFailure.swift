import Glibc
import NIOCore
import NIOSSL

/// Why two sides did not come together over TLS, or no longer do.
struct TLSFailure: Error, Equatable, CustomStringConvertible {
    /// The end of a sentence, for people.
    let description: String

    static let timedOut = TLSFailure(description: "the TLS handshake did not end in time")
    static let cutOff = TLSFailure(
        description: "the connection was closed during the TLS handshake")
    static let noTLS = TLSFailure(description: "the other side does not speak TLS")
    static let otherProtocol = TLSFailure(
        description: "the other side speaks TLS, but not "
            + TLSHandshakeHandler.applicationProtocol)
}

extension TLSFailure {
    static let otherName = TLSFailure(description: "the certificate is for another name")

    /// - Parameter peerCertificate: what the peer showed, if the handshake came that far.
    init(_ error: any Error, peerCertificate: NIOSSLCertificate? = nil) {
        switch error {
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            self = .otherName
        case NIOSSLError.unableToValidateCertificate: self = .otherName
        case NIOSSLError.handshakeFailed(.sslError(let stack)) where stack == [.eofDuringHandshake]:
            self = .cutOff
        case let error as IOError:
            self.init(description: String(cString: strerror(error.errnoCode)))
        default:
            let text = "\(error)"
            if text.contains("CERTIFICATE_VERIFY_FAILED") {
                self = .untrusted(peerCertificate)
            } else if let reason = Self.reasons.first(where: { text.contains($0.0) }) {
                self.init(description: reason.1)
            } else {
                self.init(description: "TLS failed: \(text)")
            }
        }
    }

    private static func untrusted(_ certificate: NIOSSLCertificate?) -> TLSFailure {
        if let certificate, certificate.notValidAfter < time(nil) {
            return TLSFailure(description: "the certificate has expired")
        }
        if let certificate, certificate.notValidBefore > time(nil) {
            return TLSFailure(description: "the certificate is not valid yet")
        }
        return TLSFailure(description: "the certificate is not from anyone who is trusted here")
    }

    /// What BoringSSL calls it, and what it means.
    private static let reasons = [
        ("WRONG_VERSION_NUMBER", noTLS.description),
        ("UNSUPPORTED_PROTOCOL", "the other side speaks no TLS newer than 1.1"),
        ("ALERT_PROTOCOL_VERSION", "the other side does not speak TLS 1.2 or 1.3"),
        ("PEER_DID_NOT_RETURN_A_CERTIFICATE", "the client showed no certificate"),
        ("ALERT_CERTIFICATE_REQUIRED", "the server asks for a client certificate"),
        ("ALERT_UNKNOWN_CA", "the other side does not trust our certificate"),
        ("ALERT_CERTIFICATE_EXPIRED", "the other side says that our certificate has expired"),
        ("ALERT_BAD_CERTIFICATE", "the other side does not accept our certificate"),
        ("ALERT_CERTIFICATE_UNKNOWN", "the other side does not accept our certificate"),
        ("ALERT_UNSUPPORTED_CERTIFICATE", "the other side does not accept our certificate"),
        ("ALERT_HANDSHAKE_FAILURE", "the other side refused the TLS handshake"),
    ]
}
