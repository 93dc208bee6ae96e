import Foundation
import RollcallRPC
import TestAuthority

/// What both sides of a TLS connection are set up with.
package struct TLSPair {
    package var server: ServerTLS
    package var client: ClientTLS

    package init(server: ServerTLS, client: ClientTLS) {
        self.server = server
        self.client = client
    }

    /// The server has a certificate that the client trusts.
    package static func ordinary() throws -> TLSPair {
        try ordinaryPair.get()
    }

    /// The same, and the server asks for a client certificate.
    package static func mutual(
        client: TLSIdentity?, clientTrust: TLSTrust? = nil
    ) throws -> TLSPair {
        let authority = try TestAuthority.trusted.get()
        return TLSPair(
            server: try ServerTLS(
                identity: try authority.issue("server-\(UUID().uuidString)"),
                clientTrust: clientTrust ?? authority.trust),
            client: try ClientTLS(trust: authority.trust, identity: client))
    }

    private static let ordinaryPair = Result {
        let authority = try TestAuthority.trusted.get()
        return TLSPair(
            server: try ServerTLS(identity: try authority.issue("ordinary")),
            client: try ClientTLS(trust: authority.trust))
    }
}
