import Foundation

extension Cluster {
    var spool: Spool { Spool(directory: directory.appending(path: "auth/spool")) }

    /// The text of the newest mail to an address in the spool, once there are `count`.
    func newestMail(for address: String, _ count: Int) async throws -> String {
        guard try await holds({ try spool.mails(to: address).count >= count }),
            let newest = try spool.mails(to: address).last
        else { throw ProcessError.didNotStart("mail to \(address)", log: logs) }
        return newest.body
    }
}
