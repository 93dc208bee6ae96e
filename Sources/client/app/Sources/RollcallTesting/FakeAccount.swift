import Foundation
import RollcallApp
import RollcallRules

struct FakeAddress {
    let text: String
    /// What is compared.
    let canonical: String
    var info = Address()

    init(_ text: String) throws(ContractReason) {
        let typed = try TypedAddress(text)
        let labels = typed.domain.split(separator: UInt8(ascii: "."))
        if typed.isInternational {
            (self.text, canonical) = (text.trimmed, text.trimmed.lowercased())
        } else {
            (self.text, canonical) = try typed.mailbox(in: typed.domain)
        }
        // Without an option, mails leave to the public internet alone.
        guard labels.count > 1, labels.last?.allSatisfy({ (48...57).contains($0) }) == false else {
            throw .emailMalformed
        }
        info.email = self.text
    }
}

struct FakeSession {
    let openedAt: Int64
    /// When the user has last proved to be the owner.
    var provedAt: Int64
}

struct FakeCode {
    let mail: FakeMail
    let address: FakeAddress
    let expiresAt: Int64
    var tries = 0

    /// - Parameters:
    ///   - code: nil for one that is over.
    ///   - isSpent: whether no text is right.
    static func meet(
        _ code: inout FakeCode?, by text: String, _ field: String, now: Int64,
        isSpent: Bool = false
    ) throws(RollcallError) {
        let digits = text.compactMap { $0.isWhitespace || $0 == "-" ? nil : $0.wholeNumberValue }
        guard digits.count == 8, !text.contains(where: \.isLetter) else {
            throw .refused(.invalidArgument, .codeWrong, field)
        }
        guard let open = code, open.expiresAt > now, open.tries < 5 else {
            throw .refused(.notFound, .codeExpired, field)
        }
        guard !isSpent, open.mail.code == digits.map(String.init).joined() else {
            code?.tries += 1
            throw .refused(.invalidArgument, .codeWrong, field)
        }
    }
}

/// A mailed code that stands in for a password: for another one, or for a sign-in.
struct FakeRequest {
    /// Nil for an address that nobody has, and once it is done.
    var owner: String?
    var code: FakeCode?
}

struct FakeAccount {
    let id: String
    let createdAt: Int64
    /// The primary one first.
    var addresses: [FakeAddress] = []
    /// Empty for an account without one.
    var password: String
    var passwordChangedAt: Int64
    var sessions: [String: FakeSession] = [:]
    var codes: [FakeMail.Kind: FakeCode] = [:]
    var profile = Profile()
    var photo: Data?
    var blocked: Set<String> = []
    /// The calls of `beHere` that run.
    var presences = 0
    var lastSeenAt: Int64 = 0

    /// - Parameter email: any text; what is no address is the whole of it.
    init(_ email: String, _ password: String, _ displayName: String, now: Int64) {
        id = Self.newID()
        (createdAt, passwordChangedAt) = (now, password.isEmpty ? 0 : now)
        self.password = Self.normal(password)
        if let address = try? FakeAddress(email) { addresses = [address] }
        profile.userID = id
        profile.displayName = displayName
        (profile.createdAtMs, profile.updatedAtMs, profile.revision) = (now, now, 1)
        profile.isFindable = true
    }

    /// A UUID whose version is 7, as the services' are.
    static func newID() -> String {
        var digits = Array(UUID().uuidString.lowercased())
        digits[14] = "7"
        return String(digits)
    }

    static func isID(_ text: String) -> Bool {
        UUID(uuidString: text) != nil && Array(text)[14] == "7"
    }

    static func normal(_ password: String) -> String { NormalPassword(password)?.text ?? "" }

    func primary(isVerified: Bool) -> FakeAddress? {
        addresses.prefix(1).first { ($0.info.verifiedAtMs > 0) == isVerified }
    }

    func has(_ password: String) -> Bool {
        !self.password.isEmpty && Self.normal(password) == self.password
    }

    /// Whether there is no way to sign in to it.
    var isAnonymous: Bool { addresses.isEmpty && password.isEmpty }

    /// - Returns: the address that the code was mailed to.
    mutating func meet(
        _ kind: FakeMail.Kind, by text: String, _ field: String, now: Int64
    ) throws(RollcallError) -> FakeAddress? {
        try FakeCode.meet(&codes[kind], by: text, field, now: now)
        return codes[kind]?.address
    }

    /// The user as `state` has it.
    var user: User {
        User(
            id: id, email: addresses.first?.text ?? "",
            isEmailVerified: (addresses.first?.info.verifiedAtMs ?? 0) > 0, profile: profile)
    }

    var info: AccountInfo {
        var info = AccountInfo()
        (info.userID, info.createdAtMs) = (id, createdAt)
        info.passwordChangedAtMs = passwordChangedAt
        info.isAnonymous = isAnonymous
        info.addresses = addresses.indices.map { index in
            var address = addresses[index].info
            address.isPrimary = index == 0
            return address
        }
        return info
    }

    /// What a password must not be.
    var identities: [String] { addresses.map(\.text) + [profile.displayName] }

    /// The user as another one, or the same, sees them.
    func shown(to viewer: String) -> User {
        var (profile, presence) = (profile, Presence())
        if viewer != id {
            (profile.revision, profile.isFindable, profile.visibilities) = (0, false, [])
            for hidden in self.profile.visibilities where hidden.visibility == .onlyMe {
                switch hidden.field {
                case .photo: profile.photo = nil
                case .bio: profile.bio = ""
                case .pronouns: profile.pronouns = ""
                case .location: profile.location = ""
                default: profile.links = []
                }
            }
        }
        (presence.userID, presence.displayName) = (id, profile.displayName)
        presence.state = presences > 0 ? .online : .offline
        presence.lastSeenAtMs = lastSeenAt
        return User(id: id, profile: profile, presence: presence)
    }
}

extension Violation {
    static func of(_ reason: ContractReason, _ field: String) -> Violation {
        var violation = Violation()
        (violation.reason, violation.field) = (Reason(rawValue: reason.rawValue), field)
        violation.message = "\(reason)"
        return violation
    }
}

/// Throws a refusal unless something is true.
func require(
    _ isTrue: Bool, _ code: RollcallError.Code, _ reason: ContractReason, _ field: String = ""
) throws(RollcallError) {
    if !isTrue { throw .refused(code, reason, field) }
}

extension RollcallError {
    static func refused(
        _ code: Code, _ reason: ContractReason, _ field: String = ""
    ) -> RollcallError {
        RollcallError(code, "\(reason)", violations: [.of(reason, field)])
    }

    /// What a form is refused with.
    static func broken(_ violations: [Violation]) -> RollcallError {
        let taken: [Reason] = [.emailTaken, .displayNameTaken]
        let isTaken = violations.allSatisfy { taken.contains($0.reason) }
        return RollcallError(
            isTaken ? .alreadyExists : .invalidArgument, "rules are broken", violations: violations)
    }
}
