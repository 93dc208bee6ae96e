import Foundation

extension Cluster {
    var spool: Spool { Spool(directory: directory.appending(path: "auth/spool")) }

    /// The text of the newest mail to an address in the spool, once there are `count`.
    func newestMail(for address: String, _ count: Int) async throws -> String {
        for _ in 0..<1000 {
            let mails = try spool.mails(to: address)
            if mails.count >= count, let newest = mails.last { return newest.body }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw ProcessError.didNotStart("mail to \(address)", log: logs)
    }
}
