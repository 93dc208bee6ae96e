import RollcallBasics

/// Which domains mail is sent to at the wish of strangers.
package enum MailDomains: Sendable {
    /// Those of the public DNS: a dot in them, and a last label that is no number. Other domains
    /// are those of this machine and its network, such as `localhost` and `192.0.2.1`: a stranger
    /// could have mail sent to `root@localhost`.
    case `public`
    /// Those of the own machine and network too.
    case all

    func include(_ email: EmailAddress) -> Bool {
        switch self {
        case .all: return true
        case .public:
            let labels = email.domain.split(separator: ".")
            guard labels.count > 1, let last = labels.last else { return false }
            return !last.utf8.allSatisfy(\.isASCIIDigit)
        }
    }
}
