import Foundation
import RollcallCrypto
import Testing

/// Signatures that `signatures.py` has computed with Python's integers.
struct SignatureCase {
    enum Verdict: String {
        case good, bad
        /// The key is refused.
        case key
    }

    let name: String
    let verdict: Verdict
    /// x and y, or modulus and exponent.
    let key: ([UInt8], [UInt8])
    let message: [UInt8]
    let signature: [UInt8]

    /// - Parameter seed: what the numbers are drawn from.
    static func all(_ kind: String, seed: Int) throws -> [Self] {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "signatures.py")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [script.path, kind, "\(seed)"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return try String(decoding: data, as: UTF8.self).split(separator: "\n").map(Self.init)
    }

    private init(_ line: Substring) throws {
        let columns = line.split(separator: " ")
        try #require(columns.count == 6)
        let numbers = try columns[2...].map { try #require($0 == "-" ? [] : Hex.decode($0)) }
        name = String(columns[0])
        verdict = try #require(Verdict(rawValue: String(columns[1])))
        (key, message, signature) = ((numbers[0], numbers[1]), numbers[2], numbers[3])
    }
}
