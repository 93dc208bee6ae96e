import Dispatch
import Foundation
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization
import TestPostgreSQL
import TestSupport
import Testing

@testable import Auth
@testable import Storage

/// What a call costs must not grow with the number of accounts.
@Suite struct QueryPlanTests {
    /// Their length has a limit.
    private static let shortTables: Set<Substring> = [
        "epoch", "json_each", "limiterClock", "service", "signingKey", "signingKeySet",
    ]
    /// They have those rows alone that wait for something, or that are few.
    private static let shortIndexes: Set<Substring> = [
        "accountByRole", "challengeWaiting", "mailDue", "outboxToPresence", "outboxToProfile",
        "signUpAnonymous", "signUpPending",
    ]

    /// Whether a step of a plan may read from end to end.
    private func isShort(_ step: String) -> Bool {
        // Of the second from its end: as many as a commit has just added.
        if ["SCAN CONSTANT ROW", "SCAN revocation"].contains(step) { return true }
        let words = step.split(separator: " ")
        return words.dropFirst().prefix(1).contains(where: Self.shortTables.contains)
            || words.suffix(1).contains(where: Self.shortIndexes.contains)
    }

    @Test func noStatementOfACallReadsATableFromEndToEnd() async throws {
        try await withAuth { world in
            try await confirm(world)
            let trace = try await StatementTrace(of: world.auth.store)
            try await administer(world)
            try await useAnAccount(world)
            try await sendMail(world)
            let statements = try await trace.statements()
            #expect(statements.count > 80)
            let plans = try await world.auth.store.read { snapshot in
                try statements.map { ($0, try snapshot.plan(of: $0)) }
            }
            for (statement, plan) in plans {
                for step in plan where step.hasPrefix("SCAN") {
                    #expect(isShort(step), "\(step), in: \(statement)")
                }
            }
        }
    }

    /// The tests of handlers run on SQLite. PostgreSQL runs here what their calls ask of the
    /// tables.
    @Test func postgreSQLRunsTheStatementsOfTheCalls() async throws {
        try await TestEngine.$current.withValue(.postgresql) {
            try await withAuth { world in
                try await confirm(world)
                try await administer(world)
                try await useAnAccount(world)
                try await sendMail(world)
                _ = try await world.requestReset("nobody@example.com")
                let (erna, frida) = (
                    try await world.newAdmin("erna"), try await world.newAdmin("frida")
                )
                _ = try await world.admin.disableUser(
                    DisableUserRequest(user: .id(frida.id)), options: .bearer(erna.tokens))
                let check = try await world.asOperator.checkConsistency(CheckConsistencyRequest())
                while try await check.next() != nil {}
                _ = try await world.asOperator.rotateSigningKey(
                    RotateSigningKeyRequest(withdrawOthers: true))
                _ = try await world.asOperator.beginEpoch(BeginEpochRequest())
                _ = try await world.asOperator.beginEpoch(BeginEpochRequest(hasLeaked: true))
            }
        }
    }

    /// With few rows PostgreSQL prefers to read whole tables, so it is told to avoid that.
    @Test func postgreSQLFindsAccountsWithTheirAddressesAndPasswordsByIndexes() async throws {
        try await TestEngine.$current.withValue(.postgresql) {
            try await withAuth { world in
                let account: SQL = "SELECT \(Account.columns) FROM \(Account.tables)"
                let statements: [SQL] = [
                    "\(account) WHERE account.id = '\\x00'",
                    """
                    \(account)
                    WHERE account.id = (SELECT accountID FROM address WHERE canonical = 'a')
                    """,
                    """
                    SELECT email FROM session LEFT JOIN address
                        ON address.accountID = session.accountID AND isPrimary = TRUE
                    WHERE session.id = '\\x00'
                    """,
                    "SELECT email FROM address WHERE accountID = '\\x00' AND isPrimary",
                    "DELETE FROM account WHERE id = '\\x00'",
                ]
                for statement in statements {
                    let plan = try await world.auth.store.write { tx in
                        _ = try tx.run(PlainCommand("SET LOCAL enable_seqscan = off"))
                        return try tx.all(Query<String>("EXPLAIN \(statement)"))
                    }
                    #expect(plan.contains { $0.contains("Index") })
                    #expect(!plan.contains { $0.contains("Seq Scan") }, "\(plan)")
                }
            }
        }
    }

    /// Without an index SQLite would scan the referring tables for each account that is deleted.
    @Test func whatRefersToARowIsFoundByAnIndex() async throws {
        try await withAuth { world in
            let missing = try await world.auth.store.all(
                Query<String>(
                    """
                    SELECT child.name || '.' || key."from"
                    FROM sqlite_schema AS child, pragma_foreign_key_list(child.name) AS key
                    WHERE child.type = 'table' AND NOT EXISTS (
                        SELECT 1 FROM pragma_index_list(child.name) AS list,
                            pragma_index_info(list.name) AS part
                        WHERE NOT list.partial AND part.seqno = 0 AND part.name = key."from")
                    """))
            #expect(missing.isEmpty)
        }
    }

    private func administer(_ world: AuthServer) async throws {
        let admin = world.asOperator
        let ids = try await ["anna", "ben", "carl"].asyncMap { try await world.newUser($0).id }
        _ = try await admin.setUserRole(SetUserRoleRequest(user: .id(ids[0]), role: .admin))
        try await world.auth.settle()
        for key in [UserKey.id(ids[0]), .email("anna@example.com"), .name("anna")] {
            _ = try await admin.getUser(GetUserRequest(user: key))
        }
        let first = try await admin.listUsers(ListUsersRequest(pageSize: 1))
        _ = try await admin.listUsers(
            ListUsersRequest(pageSize: 1, pageToken: first.nextPageToken))
        try await world.find(
            FindUsersRequest(networks: ["203.0.113.7"], emailPrefix: "b", namePrefix: "b"))
        _ = try await admin.setUserAddress(
            SetUserAddressRequest(user: .id(ids[1]), email: "b@example.org", reason: "lost"))
        _ = try await admin.listUserSessions(ListUserSessionsRequest(user: .id(ids[1])))
        _ = try await admin.disableUser(DisableUserRequest(user: .id(ids[1])))
        _ = try await admin.enableUser(EnableUserRequest(user: .id(ids[1])))
        _ = try await admin.revokeUserSessions(RevokeUserSessionsRequest(user: .id(ids[1])))
        _ = try await admin.forcePasswordReset(ForcePasswordResetRequest(user: .id(ids[1])))
        _ = try await admin.deleteUser(DeleteUserRequest(user: .id(ids[2])))
        _ = try await admin.listDeliveries(ListDeliveriesRequest())
        _ = await failure {
            try await admin.retryDelivery(RetryDeliveryRequest(deliveryID: 1))
        }
        _ = try await admin.listBans(ListBansRequest())
        _ = try await admin.clearBan(ClearBanRequest(key: .login("anna")))
        let added = try await admin.addService(AddServiceRequest(name: "games", replace: true))
        _ = try await world.client.getServiceToken(
            GetServiceTokenRequest(credential: added.credential))
        _ = try await admin.listServiceCredentials(ListServiceCredentialsRequest())
        _ = try await admin.removeService(RemoveServiceRequest(name: "games"))
        let mails = try await admin.listMail(ListMailRequest(state: .pending, pageSize: 1))
        let mail = try #require(mails.mails.first?.mailID)
        _ = try await admin.listMail(
            ListMailRequest(state: .pending, pageSize: 1, pageToken: mails.nextPageToken))
        _ = try await admin.retryMail(RetryMailRequest(mailID: mail))
        _ = try await admin.dropMail(DropMailRequest(mailID: mail))
        _ = try await admin.listSigningKeys(ListSigningKeysRequest())
    }

    /// Has Auth ask unknown devices for a second step.
    private func confirm(_ world: AuthServer) async throws {
        try await world.stop()
        try await world.start { $0.confirmsUnknownDevices = true }
    }

    private func signIn(
        _ world: AuthServer, _ request: SignInRequest
    ) async throws -> ContinueSignInResponse {
        try await world.goOn(try #require(try await world.client.signIn(request).pending))
    }

    private func useAnAccount(_ world: AuthServer) async throws {
        let signedUp = try await world.client.signUp(
            .anna(email: "dora@example.com", name: "dora"))
        try await world.auth.settle()
        #expect(
            await world.verify(try await world.newest(.verifyAddress).code, signedUp.tokens) == nil)
        let byName = SignInRequest(password: "correct horse", displayName: "dora")
        let others = [try await signIn(world, byName), try await signIn(world, byName)]
        _ = await world.signInError("wrong", email: "dora@example.com")
        #expect(await world.end(of: others[0].tokens) == nil)
        // Once more: the first token is that of a thief.
        world.clock.advance(.seconds(3600))
        _ = await world.end(of: others[0].tokens)
        let refresh = RefreshRequest(refreshToken: signedUp.tokens?.refreshToken ?? "")
        let tokens = try await world.client.refresh(refresh).tokens
        let options = try CallOptions.bearer(tokens)
        _ = try await world.client.getSession(GetSessionRequest(), options: options)
        let sessions = try await world.sessions(tokens)
        for session in sessions where !session.isCurrent {
            _ = try await world.client.revokeSession(
                RevokeSessionRequest(sessionID: session.sessionID), options: options)
        }
        _ = try await world.client.revokeOtherSessions(
            RevokeOtherSessionsRequest(), options: options)
        _ = try await world.auth.account.setLocale(
            SetLocaleRequest(locale: "de"), options: options)
        _ = try await world.account(tokens)
        _ = try await world.auth.account.changePassword(
            ChangePasswordRequest(
                proof: .password("correct horse"), newPassword: "battery staple"),
            options: options)
        try await changeTheAddress(world, options)
        _ = try await world.requestReset("dora@example.com")
        let link = try await world.newest(.resetPassword).linkToken
        #expect(await world.reset(link: link, to: "correct horse") == nil)
        let again = try await signIn(world, byName).tokens
        try await useAddresses(world, again)
        try await useAFactor(world, again)
        let export = try await world.auth.accountData.exportAccount(
            ExportAccountRequest(proof: .password("correct horse")), options: .bearer(again))
        while try await export.next() != nil {}
        let deleted = try await world.auth.accountData.deleteAccount(
            DeleteAccountRequest(proof: .password("correct horse")), options: .bearer(again))
        _ = try await world.auth.accountData.getDeletionReceipt(
            GetDeletionReceiptRequest(receipt: deleted.receipt))
        try await world.auth.settle()
    }

    private func useAFactor(_ world: AuthServer, _ tokens: Tokens?) async throws {
        let app = try await world.enrol(tokens)
        #expect(try await world.codesLeft(tokens) == 10)
        let pending = try #require(
            try await world.client.signIn(
                SignInRequest(password: "correct horse", displayName: "dora")
            ).pending)
        _ = try await world.client.continueSignIn(
            ContinueSignInRequest(
                token: pending.token, step: .recoveryCode(app.recoveryCodes[0])))
        let made = try await world.factors.makeRecoveryCodes(
            MakeRecoveryCodesRequest(proof: .password("correct horse", app.recoveryCodes[1])),
            options: .bearer(tokens))
        world.clock.advance(.seconds(30))
        _ = try await world.factors.removeTotp(
            RemoveTotpRequest(proof: .password("correct horse", app.code(at: world.clock))),
            options: .bearer(tokens))
        #expect(made.recoveryCodes.count == 10)
    }

    private func changeTheAddress(_ world: AuthServer, _ options: CallOptions) async throws {
        _ = try await world.auth.account.startAddressChange(
            StartAddressChangeRequest(
                proof: .password("battery staple"), newEmail: "d@example.org"),
            options: options)
        _ = try await world.auth.account.confirmAddressChange(
            ConfirmAddressChangeRequest(
                oldCode: world.newest(.changeAddressOld).code ?? "",
                newCode: world.newest(.changeAddressNew).code ?? ""),
            options: options)
        #expect(await world.follow(try await world.newest(.addressChanged).linkToken) == nil)
    }

    /// In a fresh session, and the last time with a mailed code.
    private func useAddresses(_ world: AuthServer, _ tokens: Tokens?) async throws {
        try await world.add("e@example.org", tokens)
        try await world.makePrimary("e@example.org", tokens)
        try await world.makePrimary("dora@example.com", tokens)
        _ = try await world.auth.account.sendReauthentication(
            SendReauthenticationRequest(), options: .bearer(tokens))
        let code = try await world.newest(.reauthenticate).code ?? ""
        try await world.remove("e@example.org", tokens, proof: .mailedCode(code))
        _ = await failure { try await world.remove("dora@example.com", tokens) }
    }

    private func sendMail(_ world: AuthServer) async throws {
        let mail = try RunningOutbox(world)
        let item = try await mail.enqueue()
        // The others are due at the time of the test, which is not that of this outbox.
        try await eventually { mail.mailbox.taken.contains { $0.id == item.id.description } }
        await mail.stop()
        // The last: others know a new key after a while.
        _ = try await world.asOperator.rotateSigningKey(RotateSigningKeyRequest())
        let housekeeping = world.auth.runtime.housekeeping()
        var ages = RevocationAges()
        try await housekeeping.clean(&ages)
        world.clock.advance(Housekeeping.revocationAge + .seconds(1))
        try await housekeeping.clean(&ages)
    }
}

/// The statements that a store runs from now on, without their values.
private struct StatementTrace {
    /// How often each statement has run, by the connection.
    private typealias Runs = [ObjectIdentifier: [String: Int]]

    private let store: AuthStore
    private let before: Runs

    init(of store: AuthStore) async throws {
        self.store = store
        before = try await Self.runs(in: store)
    }

    /// What `ClockWatch` does at the start, which may be after this trace has begun.
    private static let atStart = [
        "UPDATE challenge SET expiresAtMs", "UPDATE mail SET expiresAtMs",
        "UPDATE outbox SET dueAtMs",
    ]

    /// Those that ran and have a plan, without the tests' own: `RunningAuth.count` and
    /// `AuthServer.mails`.
    func statements() async throws -> [String] {
        let verbs = ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"]
        let found = try await Self.runs(in: store).flatMap { connection, runs in
            runs.filter { $0.value > before[connection]?[$0.key] ?? 0 }.keys
        }
        return Set(found).filter { sql in
            verbs.contains { sql.hasPrefix($0) } && !sql.hasSuffix(" WHERE TRUE")
                && sql != AuthServer.mailsInOrder.text && sql != Snapshot.runsText.text
                && !Self.atStart.contains { sql.hasPrefix($0) }
        }.sorted()
    }

    private static func runs(in store: AuthStore) async throws -> Runs {
        let found = Mutex<Runs>([:])
        let look: @Sendable (Snapshot) throws -> Void = { snapshot in
            let runs = try snapshot.runs()
            found.withLock { $0[ObjectIdentifier(snapshot.connection)] = runs }
        }
        try await store.write { try look($0) }
        try await readOnAllConnections(of: store, look)
        return found.withLock(\.self)
    }

    /// All at a time, so that each is on another of the connections that read without waiting.
    private static func readOnAllConnections(
        of store: AuthStore, _ look: @escaping @Sendable (Snapshot) throws -> Void
    ) async throws {
        let count = 4
        let (threads, arrived) = (ManyThreads(), Counter())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask(executorPreference: threads) {
                    try await store.read { snapshot in
                        try look(snapshot)
                        arrived.value.add(1, ordering: .relaxed)
                        while arrived.value.load(ordering: .relaxed) < count { usleep(1000) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}

private final class Counter: Sendable {
    let value = Atomic(0)
}

/// Runs tasks that block each on a thread of its own.
private final class ManyThreads: TaskExecutor {
    private let queue = DispatchQueue(label: "rollcall.tests", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

extension Snapshot {
    fileprivate static let runsText: SQL = "SELECT sql, run FROM sqlite_stmt"

    /// How often each statement has run on this connection (sqlite.org/stmt.html).
    fileprivate func runs() throws -> [String: Int] {
        let runs = try all(Query<(String, Int)>(Self.runsText) { try ($0.next(), $0.next()) })
        return Dictionary(runs, uniquingKeysWith: +)
    }

    /// The steps of SQLite's plan (sqlite.org/eqp.html), which does not go by values.
    fileprivate func plan(of sql: String) throws -> [String] {
        try all(
            Query<String>(SQL(stringLiteral: "EXPLAIN QUERY PLAN \(sql)")) { columns in
                columns.skip(3)
                return try columns.next()
            })
    }
}

extension Sequence {
    fileprivate func asyncMap<T>(_ body: (Element) async throws -> T) async rethrows -> [T] {
        var mapped: [T] = []
        for element in self { mapped.append(try await body(element)) }
        return mapped
    }
}
