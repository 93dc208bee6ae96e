import Foundation
import RollcallCrypto
import TestPostgreSQL

/// Bytes that may or may not be in the files of a database.
struct StoredTrace: Sendable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// As `pg_dump` writes text, in lower case, and as it writes bytes.
    fileprivate var dumpedForms: [String] {
        [String(decoding: bytes, as: UTF8.self), Hex.encode(bytes)]
    }
}

extension ProfileServer {
    /// Whether a trace is in SQLite's files, in upper or lower case, or in what PostgreSQL's server
    /// has in its live rows.
    func stores(_ trace: StoredTrace) async throws -> Bool {
        if TestEngine.current == .postgresql {
            let dump = try await PostgreSQLServer.shared.dump().lowercased()
            return trace.dumpedForms.contains { dump.contains($0.lowercased()) }
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("profile.sqlite") }
        return try files.contains { file in
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + file))
            return [bytes, Data(bytes.map { 65...90 ~= $0 ? $0 | 32 : $0 })].contains {
                $0.range(of: Data(trace.bytes)) != nil
            }
        }
    }
}
