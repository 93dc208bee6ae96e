import RollcallAPI
import RollcallRPC

/// How a server is, as far as it could be found out: a value.
struct ServerReport: Sendable {
    let name: ObservedName
    let endpoint: String
    /// What it said of itself.
    var status: GetStatusResponse?
    /// What it said to those who may know.
    var resources: GetResourcesResponse?
    /// Why it said nothing.
    var error: RPCError?

    /// Whether the server that was meant is there and answers calls.
    var isServing: Bool { isTheOne && status?.isServing == true }

    var isWell: Bool { isServing && status?.troubles.isEmpty == true }

    /// Why it is not known how the server is; nil if that is known.
    var problem: String? {
        if let error {
            let isUnit = endpoint == "unix:\(name.usualSocket)"
            return Self.sentence(for: error) + (isUnit ? "; systemctl status \(name.program)" : "")
        }
        guard let status, !isTheOne else { return nil }
        return "\(status.program) answers there, not \(name.program)"
    }

    private var isTheOne: Bool { status?.program == name.program }

    private static func sentence(for error: RPCError) -> String {
        switch error.code {
        case .unavailable: error.message
        case .deadlineExceeded: "it does not answer in time"
        case .unimplemented: "what answers there does not say how it is"
        default: "\(error.code): \(error.message)"
        }
    }

    /// Mails that wait, where there are any.
    var waitingMail: UInt64? { waiting("mail") }

    /// Notices that Profile has for Auth.
    var waitingNotices: UInt64? { waiting("notices") }

    private func waiting(_ queue: String) -> UInt64? {
        resources?.queues.first { $0.name == queue }?.count
    }
}
