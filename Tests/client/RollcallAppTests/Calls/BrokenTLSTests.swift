import Foundation
import TestSupport
import Testing

@testable import RollcallApp

/// TLS that ends before it should, by a peer with a certificate that the app trusts. The app is a
/// process of its own, in whose view of the disk the system trusts that certificate.
@Suite(.serialized, .enabled(if: geteuid() == 0, "needs root, for another view of the disk"))
struct BrokenTLSTests {
    /// (An answer that ends within its headers ends the process on Linux: Foundation's error.)
    @Test(arguments: ["handshake", "nothing", "length", "chunks"])
    func anAnswerThatIsCutOffIsNoAnswer(_ end: String) async throws {
        try await check(end, "failed: connectionLost")
    }

    @Test func anAnswerThatIsWholeIsRead() async throws {
        try await check("well", #"answered: ["a"]"#)
    }

    /// - Parameter says: what the app says of an answer with that end.
    private func check(_ end: String, _ says: String) async throws {
        try await withDirectory { directory in
            let server = try Program(
                "/usr/bin/python3",
                [
                    URL(filePath: #filePath).deletingLastPathComponent()
                        .appending(path: "broken_tls.py").path, directory.path, end,
                ])
            // The programs are beside the tests.
            let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath
            let products = URL(filePath: tests ?? CommandLine.arguments[0])
                .deletingLastPathComponent()
            let probe = products.appending(path: "AppProbe").path
            let port = try server.line()
            let app = try Program(
                "/usr/bin/unshare",
                [
                    "--mount", "sh", "-c",
                    #"mount --bind "$0" /etc/ssl/certs/ca-certificates.crt && exec "$@""#,
                    "\(directory.path)/certificate", probe, "https://localhost:\(port)",
                    "\(directory.path)/session", "call", "nobody",
                ])
            #expect(try app.line() == "ready")
            #expect(try app.line() == says)
        }
    }
}
