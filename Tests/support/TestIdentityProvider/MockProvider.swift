import Foundation

/// oidc-provider-mock, which deploy/test.sh installs in .build/venv, on a port of its own. It knows
/// `anna`, whose address is verified, and `ben`, whose is not; any other name is a new user.
package final class MockProvider: Sendable {
    package struct Failure: Error {
        package let sentence: String
    }

    package let issuer: String
    private let input: Pipe

    package init() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let process = Process()
        process.executableURL =
            folder.appending(path: "../../../.build/venv/bin/python3").standardized
        process.arguments = ["-W", "ignore", folder.appending(path: "provider.py").path]
        input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.filter(\.isNumber)) else {
            throw Failure(sentence: "deploy/test.sh installs oidc-provider-mock")
        }
        issuer = "http://localhost:\(port)"
    }

    deinit {
        try? input.fileHandleForWriting.close()
    }

    /// What a browser does on the provider's page.
    ///
    /// - Returns: where it is sent back to, with the code; empty if it is shown an error.
    package func authorize(_ url: String, as user: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/curl")
        process.arguments = [
            "-s", "-o", "/dev/null", "-w", "%{redirect_url}", "--data-urlencode", "sub=\(user)",
            url,
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
