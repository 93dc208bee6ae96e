import Foundation
import TestSupport
import Testing

/// The library for apps against the door behind nginx, with TLS and as an operator sets it up.
@Suite(
    .serialized,
    .enabled(
        if: ProcessInfo.processInfo.environment["ROLLCALL_WEB"] != nil,
        "needs nginx: set ROLLCALL_WEB=1"),
    .enabled(if: Volume.canBeMounted, "needs root, for another view of the disk"))
struct NginxAppTests {
    @Test func anAppMakesEveryKindOfCallThroughNginx() async throws {
        let door = try await Door(["--trusted-proxy", "127.0.0.1"])
        try await withDirectory { directory in
            let certificate = directory.appending(path: "certificate").path
            let nginx = Process()
            let (input, output) = (Pipe(), Pipe())
            nginx.executableURL = URL(filePath: "/usr/bin/python3")
            nginx.arguments = [
                Products.repository.appending(path: "Tests/EndToEndTests/Door/browsing/nginx.py")
                    .path, door.address, certificate,
            ]
            nginx.standardInput = input
            nginx.standardOutput = output
            try nginx.run()
            defer {
                try? input.fileHandleForWriting.close()
                nginx.waitUntilExit()
            }
            let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            let port = try #require(line.split(whereSeparator: { ":\n".contains($0) }).last)
            let hosts = directory.appending(path: "hosts").path
            try Data("127.0.0.1 localhost accounts.example.org\n".utf8)
                .write(to: URL(filePath: hosts))

            // The app's view of the disk has the host, and trusts nginx's certificate.
            let app = try await run(
                "/usr/bin/unshare",
                [
                    "--mount", "sh", "-c",
                    #"mount --bind "$0" /etc/ssl/certs/ca-certificates.crt && "#
                        + #"mount --bind "$1" /etc/hosts && shift && exec "$@""#,
                    certificate, hosts, Products.directory.appending(path: "AppProbe").path,
                    "https://accounts.example.org:\(port)",
                    directory.appending(path: "session").path, "tour", "ann@example.org",
                ])
            let expected =
                "ready\ntoured: true true signedOut(RollcallApp.SignedOutReason.signedOut)\n"
            #expect(app.text == expected, "\(door.logs)")
        }
        #expect(door.stop() == 0)
    }
}
