import Foundation

/// The directory in which the mails of a deployment without a mail server lie.
struct Spool: Sendable {
    let directory: URL

    /// Those to an address, the oldest first.
    func mails(to address: String) throws -> [SpooledMail] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.filter { $0.hasSuffix(".eml") }.sorted().compactMap { name in
            // Somebody may take it away meanwhile.
            try? SpooledMail(String(contentsOf: directory.appending(path: name), encoding: .utf8))
        }.filter { $0.header.contains("\r\nTo: <\(address)>") }
    }

    /// Takes away the mails that are there.
    func clear() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        for name in names where name.hasSuffix(".eml") {
            try FileManager.default.removeItem(at: directory.appending(path: name))
        }
    }

    /// Lets nobody lay mails down until it is opened, or Auth is started again.
    func close() throws {
        try? FileManager.default.removeItem(at: elsewhere)
        try FileManager.default.moveItem(at: directory, to: elsewhere)
    }

    func open() throws {
        try FileManager.default.moveItem(at: elsewhere, to: directory)
    }

    private var elsewhere: URL { directory.appendingPathExtension("closed") }
}

/// A mail in a spool.
struct SpooledMail {
    let header: String
    /// Its broken lines joined (RFC 2045 §6.7).
    let body: String

    init(_ text: String) {
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
        header = "\r\n" + (parts.first ?? "")
        body = parts.dropFirst().joined().replacing("=\r\n", with: "")
    }

    /// Eight digits; empty if there are none.
    var code: String { body.firstMatch(of: /\b[0-9]{8}\b/).map { String($0.output) } ?? "" }

    /// What its link carries; empty if there is none.
    var linkToken: String {
        body.firstMatch(of: /rcl1_[A-Za-z0-9_-]+/).map { String($0.output) } ?? ""
    }
}
