import Foundation
import RollcallApp

/// The own account.
extension RollcallFake {
    /// How long a session proves by itself who calls.
    private static let fresh: Int64 = 300_000

    public func accountInfo() async throws(RollcallError) -> AccountInfo {
        try await own { _, account, _ in account.info }
    }

    public func changePassword(_ proof: Proof, to password: String) async throws(RollcallError) {
        try await own { server, account, session throws(RollcallError) in
            var broken = server.broken(
                password: password, of: account.identities, "new_password")
            var isUnchanged = account.has(password)
            if case .password(let given) = proof.proof {
                isUnchanged = FakeAccount.normal(given) == FakeAccount.normal(password)
            }
            let unchanged = Violation.of(.passwordUnchanged, "new_password")
            if case .password = proof.proof, isUnchanged { broken.append(unchanged) }
            guard broken.isEmpty else { throw .broken(broken) }
            try Self.prove(proof, isFreshEnough: false, server, &account, session)
            guard !isUnchanged else { throw .broken([unchanged]) }
            server.setPassword(password, of: &account, in: session)
        }
    }

    @discardableResult public func sendReauthentication() async throws(RollcallError) -> Date? {
        try await own { server, account, _ in
            guard let address = account.primary(isVerified: true) else { return nil }
            return Self.send(.reauthenticate, to: address, &server, &account)
        }
    }

    @discardableResult public func sendVerification() async throws(RollcallError) -> Date? {
        try await own { server, account, _ in
            guard let address = account.primary(isVerified: false) else { return nil }
            return Self.send(.verifyAddress, to: address, &server, &account)
        }
    }

    @discardableResult public func verifyAddress(
        code: String, email: String
    ) async throws(RollcallError) -> AccountInfo {
        try await own { server, account, _ throws(RollcallError) in
            let given = try? FakeAddress(email)
            let primary = account.addresses.first?.canonical
            let isPrimary = email.isEmpty || given != nil && given?.canonical == primary
            let kind: FakeMail.Kind = isPrimary ? .verifyAddress : .addAddress
            guard var address = try account.meet(kind, by: code, "code", now: server.now),
                isPrimary || address.canonical == given?.canonical,
                isPrimary || server.account(at: address) == nil
            else { throw .refused(.notFound, .codeExpired, "code") }
            account.codes[kind] = nil
            address.info.verifiedAtMs = server.now
            if isPrimary { account.addresses.removeFirst() }
            account.addresses.insert(address, at: isPrimary ? 0 : account.addresses.count)
            return account.info
        }
    }

    @discardableResult public func addAddress(
        _ email: String, proof: Proof?
    ) async throws(RollcallError) -> Date? {
        try await own { server, account, session throws(RollcallError) in
            let address = try server.email(email)
            try Self.prove(proof, isFreshEnough: false, server, &account, session)
            guard !account.addresses.contains(where: { $0.canonical == address.canonical }) else {
                throw .refused(.invalidArgument, .fieldMalformed, "email")
            }
            try require(account.addresses.count < 10, .resourceExhausted, .tooMany, "email")
            return Self.send(.addAddress, to: address, &server, &account)
        }
    }

    @discardableResult public func makeAddressPrimary(
        _ email: String, proof: Proof?
    ) async throws(RollcallError) -> AccountInfo {
        try await own { server, account, session throws(RollcallError) in
            try Self.prove(proof, isFreshEnough: true, server, &account, session)
            let index = try Self.index(of: email, account)
            account.addresses.insert(account.addresses.remove(at: index), at: 0)
            return account.info
        }
    }

    @discardableResult public func removeAddress(
        _ email: String, proof: Proof?
    ) async throws(RollcallError) -> AccountInfo {
        try await own { server, account, session throws(RollcallError) in
            try Self.prove(proof, isFreshEnough: true, server, &account, session)
            let index = try Self.index(of: email, account)
            guard index > 0 || account.addresses.count == 1 else {
                throw .refused(.failedPrecondition, .addressIsPrimary, "email")
            }
            guard account.addresses.count > 1 || !account.profile.displayName.isEmpty else {
                throw .refused(.failedPrecondition, .lastCredential, "email")
            }
            account.addresses.remove(at: index)
            return account.info
        }
    }

    public func sessions() async throws(RollcallError) -> [Session] {
        try await own { _, account, current in
            account.sessions.sorted { $0.value.openedAt < $1.value.openedAt }.map { id, opened in
                var session = Session()
                (session.sessionID, session.userID) = (id, account.id)
                session.email = account.user.email
                session.isEmailVerified = account.user.isEmailVerified
                (session.createdAtMs, session.isCurrent) = (opened.openedAt, id == current)
                return session
            }
        }
    }

    public func endSession(_ id: String) async throws(RollcallError) {
        try await own { server, account, _ throws(RollcallError) in
            guard account.sessions.removeValue(forKey: id) != nil else {
                throw .refused(.notFound, .sessionNotFound, "session_id")
            }
            server.ended[id] = .revoked
        }
    }

    public func endOtherSessions() async throws(RollcallError) {
        try await own { server, account, session in
            server.end(all: &account, besides: session, .revoked)
        }
    }

    public func exportAccount(_ proof: Proof?) async throws(RollcallError) -> Data {
        try await own { server, account, session throws(RollcallError) in
            try Self.prove(proof, isFreshEnough: true, server, &account, session)
            // An archive without a file.
            return Data(count: 10_240)
        }
    }

    @discardableResult public func deleteAccount(
        _ proof: Proof
    ) async throws(RollcallError) -> DeletionReceipt {
        try await own { server, account, session throws(RollcallError) in
            try Self.prove(proof, isFreshEnough: false, server, &account, session)
            var receipt = DeletionReceipt()
            receipt.receipt = "rcx1_" + String(repeating: "A", count: 70)
            receipt.requestedAtMs = server.now
            if !account.profile.displayName.isEmpty {
                server.giveUp(account.profile.displayName, of: account.id)
            }
            server.end(all: &account, besides: nil, .accountDeleted)
            server.accounts[account.id] = nil
            return receipt
        }
    }

    // MARK: Shared

    /// Throws unless the proof is right, or there is none and the session is fresh enough.
    static func prove(
        _ proof: Proof?, isFreshEnough: Bool, _ server: FakeServer,
        _ account: inout FakeAccount, _ session: String
    ) throws(RollcallError) {
        switch proof?.proof {
        case .password(let password):
            try require(
                account.has(password), .permissionDenied, .wrongCredentials, "proof.password")
        case .mailedCode(let code):
            _ = try account.meet(.reauthenticate, by: code, "proof.mailed_code", now: server.now)
            account.codes[.reauthenticate] = nil
        case nil:
            guard !account.isAnonymous else { return }
            let age = account.sessions[session].map { server.now - $0.provedAt }
            guard isFreshEnough, let age, age < fresh else {
                throw .refused(.permissionDenied, .reauthenticationRequired, "proof")
            }
            return
        }
        account.sessions[session]?.provedAt = server.now
    }

    private static func index(
        of email: String, _ account: FakeAccount
    ) throws(RollcallError) -> Int {
        let wanted = try? FakeAddress(email)
        let index = account.addresses.firstIndex {
            wanted != nil && $0.canonical == wanted?.canonical
        }
        guard let index else { throw .refused(.notFound, .addressNotFound, "email") }
        return index
    }

    /// - Returns: when the code expires.
    private static func send(
        _ kind: FakeMail.Kind, to address: FakeAddress, _ server: inout FakeServer,
        _ account: inout FakeAccount
    ) -> Date {
        let code = server.mail(kind, to: address)
        account.codes[kind] = code
        return Date(timeIntervalSince1970: Double(code.expiresAt) / 1000)
    }
}
