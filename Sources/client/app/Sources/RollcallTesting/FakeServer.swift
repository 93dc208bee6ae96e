import Foundation
import RollcallApp
import RollcallRules

/// A mail that a fake has sent.
public struct FakeMail: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        case verifyAddress, addAddress, resetPassword, reauthenticate, signInCode
    }

    public let kind: Kind
    public let to: String
    /// Eight digits.
    public let code: String
    /// The part of the mail's link after the `#`.
    public let linkToken: String
}

/// What all services of a fake know.
struct FakeServer {
    var accounts: [String: FakeAccount] = [:]
    /// Why sessions have ended.
    var ended: [String: SessionEndReason] = [:]
    var mails: [FakeMail] = []
    /// By the flow.
    var requests: [String: FakeRequest] = [:]
    var changeCount = 0
    /// In milliseconds.
    var ahead: Int64 = 0

    private static let commonPasswords = ["password", "12345678", "123456789", "qwertyuiop"]
    private static let reservedNames = ["admin", "root", "support", "rollcall", "moderator"]
    private static let sessionLifetime: Int64 = 30 * 86_400_000

    /// Milliseconds since 1970.
    var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) + ahead }

    // MARK: Finding

    func account(inSession id: String) -> FakeAccount? {
        accounts.values.first { $0.sessions[id] != nil }
    }

    /// By an address that is verified or primary.
    func account(at email: FakeAddress) -> FakeAccount? {
        accounts.values.first { account in
            account.addresses.contains { $0.canonical == email.canonical }
        }
    }

    func account(named name: String) -> FakeAccount? {
        let name = name.spaceTrimmed.lowercased()
        return accounts.values.first {
            !name.isEmpty && $0.profile.displayName.lowercased() == name
        }
    }

    /// The accounts that a user sees: neither has blocked the other.
    func users(for viewer: FakeAccount) -> [User] {
        accounts.values.filter {
            !$0.blocked.contains(viewer.id) && !viewer.blocked.contains($0.id)
        }.map { $0.shown(to: viewer.id) }
    }

    /// Each once, in the order of the ids.
    func users(_ ids: [String], for viewer: FakeAccount) -> [User] {
        let known = Dictionary(uniqueKeysWithValues: users(for: viewer).map { ($0.id, $0) })
        var seen: Set<String> = []
        return ids.map { $0.lowercased() }.filter { seen.insert($0).inserted }
            .compactMap { known[$0] }
    }

    // MARK: Rules

    func email(_ text: String, _ field: String = "email") throws(RollcallError) -> FakeAddress {
        do throws(ContractReason) {
            return try FakeAddress(text)
        } catch {
            throw .broken([.of(error, field)])
        }
    }

    /// - Parameter identities: what the password must not be.
    func broken(password: String, of identities: [String], _ field: String) -> [Violation] {
        let isCommon = Self.commonPasswords.contains(password.lowercased())
        let reasons = NormalPassword.rulesBroken(by: password, of: identities)
        return (reasons + (isCommon ? [.passwordCommon] : [])).map { .of($0, field) }
    }

    /// - Parameter owner: who is to have the name.
    func broken(name: String, for owner: String?) -> [Violation] {
        var reasons = DisplayNameRules.broken(by: name)
        let plain = name.spaceTrimmed.lowercased()
        let (holder, former) = (account(named: name)?.id, formerNames[plain])
        if Self.reservedNames.contains(plain), holder != owner || owner == nil {
            reasons.append(.displayNameReserved)
        } else if reasons.isEmpty {
            let isOthers = holder != nil && holder != owner
            let wasOthers = former.map { $0.owner != owner && $0.until > now } ?? false
            if isOthers || wasOthers { reasons = [.displayNameTaken] }
        }
        return reasons.map { reason in
            var violation = Violation.of(reason, "display_name")
            if reason == .displayNameBadCharacter {
                violation.position = DisplayNameRules.badCharacterPosition(in: name)
                    .map(UInt32.init)
            }
            return violation
        }
    }

    /// Names that were given up: nobody else gets them for 30 days.
    private(set) var formerNames: [String: (owner: String, until: Int64)] = [:]

    mutating func giveUp(_ name: String, of owner: String) {
        formerNames[name.lowercased()] = (owner, now + 30 * 86_400_000)
    }

    /// What is wrong with the address and the password of an account that is to have them.
    ///
    /// - Parameter identities: what else the password must not be.
    /// - Returns: nil for what is no address.
    func check(
        _ email: String, _ password: String, of identities: [String]
    ) -> (address: FakeAddress?, broken: [Violation]) {
        var (address, broken) = (nil as FakeAddress?, [Violation]())
        do throws(RollcallError) { address = try self.email(email) } catch {
            broken = error.violations
        }
        broken += self.broken(
            password: password, of: identities + [email, address?.text ?? ""], "password")
        if broken.isEmpty, let address, account(at: address) != nil {
            broken = [.of(.emailTaken, "email")]
        }
        return (address, broken)
    }

    // MARK: Sessions

    mutating func open(_ account: String) -> String {
        let id = FakeAccount.newID()
        let now = now
        accounts[account]?.sessions[id] = FakeSession(openedAt: now, provedAt: now)
        return id
    }

    mutating func end(_ session: String, _ reason: SessionEndReason) {
        guard let owner = account(inSession: session)?.id else { return }
        accounts[owner]?.sessions[session] = nil
        ended[session] = reason
    }

    mutating func endOldSessions() {
        for account in accounts.values {
            for (id, session) in account.sessions
            where session.openedAt + Self.sessionLifetime < now { end(id, .expired) }
        }
    }

    /// - Parameter session: the only one that goes on.
    mutating func end(
        all account: inout FakeAccount, besides session: String?, _ reason: SessionEndReason
    ) {
        for id in account.sessions.keys where id != session {
            account.sessions[id] = nil
            ended[id] = reason
        }
    }

    /// With it all codes are over, and all sessions but one.
    mutating func setPassword(
        _ password: String, of account: inout FakeAccount, in session: String? = nil
    ) {
        account.password = FakeAccount.normal(password)
        account.passwordChangedAt = now
        account.codes = [:]
        for (flow, request) in requests where request.owner == account.id {
            requests[flow]?.owner = nil
        }
        end(all: &account, besides: session, .passwordChanged)
    }

    // MARK: Mails

    /// Mails a code that stands in for a password.
    ///
    /// - Parameter mustBeVerified: whether nobody else gets one.
    /// - Returns: the flow.
    mutating func request(
        _ kind: FakeMail.Kind, of email: String, mustBeVerified: Bool
    ) throws(RollcallError) -> String {
        let (address, flow) = (try self.email(email), UUID().uuidString)
        let owner = account(at: address).flatMap { account in
            let own = account.addresses.first { $0.canonical == address.canonical }
            return mustBeVerified && own?.info.verifiedAtMs == 0 ? nil : account.id
        }
        let code = mail(kind, to: address, isSent: owner != nil)
        requests[flow] = FakeRequest(owner: owner, code: code)
        return flow
    }

    /// - Throws: CODE_WRONG or CODE_EXPIRED unless the code is that of the request of its flow.
    mutating func meet(
        _ kind: FakeMail.Kind, by proof: MailedCode, _ field: String
    ) throws(RollcallError) {
        let found = requests[proof.flow].flatMap { $0.code?.mail.kind == kind ? $0 : nil }
        var code = found?.code
        defer { if found != nil { requests[proof.flow]?.code = code } }
        try FakeCode.meet(&code, by: proof.code, field, now: now, isSpent: found?.owner == nil)
    }

    /// - Parameter isSent: false where nobody gets it.
    mutating func mail(
        _ kind: FakeMail.Kind, to address: FakeAddress, isSent: Bool = true
    ) -> FakeCode {
        let mail = FakeMail(
            kind: kind, to: address.text, code: "\(Int.random(in: 10_000_000...99_999_999))",
            linkToken: "rcl1_\(UUID().uuidString)")
        if isSent { mails.append(mail) }
        let minutes: Int64 =
            switch kind {
            case .verifyAddress: 60
            case .addAddress: 30
            case .resetPassword, .reauthenticate: 15
            case .signInCode: 10
            }
        return FakeCode(mail: mail, address: address, expiresAt: now + minutes * 60_000)
    }
}
