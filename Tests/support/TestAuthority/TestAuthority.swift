import Foundation
import Glibc
import RollcallRPC

/// Somebody who signs certificates, by openssl(1), in a directory that goes with it.
package final class TestAuthority: Sendable {
    package let directory: String

    /// The one whose certificates the tests trust, unless they say otherwise.
    package static let trusted = Result { try TestAuthority() }

    package init() throws {
        directory =
            FileManager.default.temporaryDirectory.path + "/rollcall-ca-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        let configuration = "[req]\ndistinguished_name=name\nprompt=no\n[name]\nCN=test\n"
        try Data(configuration.utf8).write(to: URL(fileURLWithPath: path("openssl.cnf")))
        try run(
            "req -x509 -config openssl.cnf \(Self.newKey) -keyout ca.key -out ca.pem -days 2"
                + " -subj /CN=authority -addext basicConstraints=critical,CA:TRUE")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    package var trust: TLSTrust { .file(path("ca.pem")) }

    /// Signs a certificate for a new key.
    ///
    /// - Parameters:
    ///   - file: the beginning of the names of the files.
    ///   - names: as in openssl's `subjectAltName`.
    ///   - days: how long it is valid; negative for one that has expired.
    package func issue(
        _ file: String, names: String = "DNS:localhost,IP:127.0.0.1", days: Int = 1
    ) throws -> TLSIdentity {
        try run(
            "req -config openssl.cnf \(Self.newKey) -keyout \(file).key -out \(file).csr"
                + " -subj /CN=test -addext subjectAltName=\(names)")
        try run(
            "x509 -req -in \(file).csr -CA ca.pem -CAkey ca.key -copy_extensions copy"
                + " -days \(days) -set_serial \(UInt32.random(in: 1 ... .max)) -out \(file).pem")
        return TLSIdentity(
            certificateChain: path("\(file).pem"), privateKey: path("\(file).key"))
    }

    package func path(_ file: String) -> String { "\(directory)/\(file)" }

    /// Runs openssl(1) until it ends.
    ///
    /// - Returns: what it wrote.
    @discardableResult
    package func run(_ arguments: String, failing: Bool = false) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = arguments.split(separator: " ").map(String.init)
        process.currentDirectoryURL = URL(fileURLWithPath: directory)
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: Self.readToEnd(output.fileHandleForReading), as: UTF8.self)
        process.waitUntilExit()
        guard failing || process.terminationStatus == 0 else {
            throw RPCError(.internal, "openssl \(arguments): \(text)")
        }
        return text
    }

    /// FileHandle's own takes a signal, such as a SIGHUP that a test has sent, for a failure.
    private static func readToEnd(_ handle: FileHandle) -> [UInt8] {
        var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
        while true {
            let count = read(handle.fileDescriptor, &chunk, chunk.count)
            guard count != 0, count > 0 || errno == EINTR else { return bytes }
            if count > 0 { bytes += chunk.prefix(count) }
        }
    }

    private static let newKey = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
}
