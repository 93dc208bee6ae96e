import Foundation
import RollcallAPI
import RollcallRPC
import Testing

import func TestSupport.elapse

/// What becomes of an account's data at all three services.
@Suite struct AccountDataTests {
    private static let password = "correct horse"

    @Test func anAccountIsExportedDeletedAndForgottenEverywhere() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let photo = Products.repository.appending(path: "deploy/quickstart-photo.jpg").path
        let account = ["--email", "ann@example.org", "--password-file", "-"]
        #expect(try await cluster.rollcall(["sign-up", "--name", "Ann"] + account).status == 0)
        #expect(try await cluster.rollcall(["photo", "set", photo]).status == 0)
        let watcher = try await Person(cluster, "bob")
        let ann = try await watcher.profile(named: "ann")
        try await Person(cluster, signedInAs: "ann@example.org").goOnline()
        #expect(try await watcher.presence(of: ann.userID)?.lastSeenAtMs != 0)

        // What cannot be written down is not asked for: the one export of the hour is still to be
        // had.
        for path in ["nowhere/ann.tar", "state"] {
            let file = cluster.directory.appending(path: path).path
            let export = ["account", "export", file, "--password-file", "-", "--force"]
            #expect(try await cluster.rollcall(export).status == 1)
        }
        let file = cluster.directory.appending(path: "ann.tar").path
        let export = ["account", "export", file, "--password-file", "-"]
        let exported = try await cluster.rollcall(export)
        #expect(exported.status == 0, "\(exported.text)\n\(cluster.logs)")
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        try await expectArchive(file, of: ann)
        let again = try await cluster.rollcall(export + ["--force"])
        #expect(again.status != 0)

        let delete = ["account", "delete", "--password-file", "-", "--yes", "--json"]
        let deleted = try await cluster.rollcall(delete)
        #expect(deleted.status == 0, "\(deleted.text)\n\(cluster.logs)")
        let receipt = try #require(deleted.text.firstMatch(of: /rcx1_[A-Za-z0-9_-]+/)?.output)
        let state = try await within(.seconds(5)) {
            let state = try await watcher.accountData.getDeletionReceipt(
                GetDeletionReceiptRequest(receipt: String(receipt)))
            return state.profileErasedAtMs != 0 && state.presenceErasedAtMs != 0 ? state : nil
        }
        #expect(state != nil, "\(cluster.logs)")
        let shown = try await cluster.rollcall(["account", "receipt", String(receipt)])
        #expect(shown.status == 0 && shown.text.contains("presence erased"), "\(shown.text)")
        let isGone = try await within(.seconds(5)) {
            try cluster.photos.isEmpty ? true : nil
        }
        #expect(isGone == true)
        #expect(try await watcher.presence(of: ann.userID)?.lastSeenAtMs == 0)
        #expect(try await cluster.rollcall(["whoami"]).status == 3)
        // The name waits, the address does not.
        #expect(try await cluster.rollcall(["sign-up", "--name", "ann"] + account).status != 0)
        #expect(try await cluster.rollcall(["sign-up", "--name", "Anna"] + account).status == 0)
    }

    /// By a reader that is not ours.
    private func expectArchive(_ file: String, of ann: Profile) async throws {
        let script = """
            import json, sys, tarfile
            with tarfile.open(sys.argv[1]) as archive:
                names = archive.getnames()
                print(" ".join(names))
                load = lambda name: json.load(archive.extractfile(name))
                print(load("account.json")["userId"], load("profile.json")["profile"]["displayName"])
                sessions = load("sessions.json")["sessions"]
                print(load("presence.json")["presence"]["state"], len(sessions))
                photo = archive.extractfile("photo.jpg").read()
                print(len(photo), photo[:3].hex())
            """
        let output = try await run("/usr/bin/python3", ["-c", script, file])
        #expect(
            output.text == """
                account.json sessions.json devices.json mail.json presence.json profile.json photo.jpg
                \(ann.userID) Ann
                PRESENCE_STATE_ONLINE 2
                \(ann.photo?.size ?? 0) ffd8ff

                """)
    }

    /// Whichever process dies in whichever step: an account is whole, or it is forgotten
    /// everywhere.
    @Test func killingAnyServiceInTheMiddleOfADeletionLosesNothing() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        for number in 0..<6 {
            let person = try await Person(cluster, "user_\(number)")
            try await person.goOnline()
            async let answer = try? person.accountData.deleteAccount(
                DeleteAccountRequest(proof: .password(Self.password)),
                options: person.options(.seconds(10)))
            try await elapse(upTo: .milliseconds(80))
            let victim = Cluster.Service.allCases[number % 3]
            cluster[victim].kill()
            try await cluster.start(victim)
            let receipt = await answer?.receipt
            try await check(person, receipt, in: cluster)
        }
    }

    private func check(_ person: Person, _ receipt: String?, in cluster: Cluster) async throws {
        let auth = AuthServiceClient(cluster.client(.auth))
        let credentials = SignInRequest(email: person.email, password: Self.password)
        if (try? await auth.signIn(credentials)) != nil {
            #expect(receipt == nil, "an acknowledged deletion is undone")
            #expect(try await person.profile(named: person.name).userID == person.id)
            return
        }
        let other = try await Person(cluster, "other_\(person.name)")
        let isForgotten = try await within(.seconds(10)) { () async throws -> Bool? in
            do {
                _ = try await other.profile(named: person.name)
                return nil
            } catch let error as RPCError where error.code == .notFound {
                return try await other.presence(of: person.id)?.lastSeenAtMs == 0 ? true : nil
            }
        }
        #expect(isForgotten == true, "\(cluster.logs)")
        guard let receipt else { return }
        let state = try await within(.seconds(10)) {
            let state = try await other.accountData.getDeletionReceipt(
                GetDeletionReceiptRequest(receipt: receipt))
            return state.profileErasedAtMs != 0 && state.presenceErasedAtMs != 0 ? state : nil
        }
        #expect(state != nil)
    }

    /// Somebody who is signed in, with connections of their own.
    private final class Person: Sendable {
        let name: String
        let email: String
        let id: String
        let accountData: AccountDataServiceClient
        private let token: String
        private let clients: [RetryingNetworkClient]

        /// Signs up.
        init(_ cluster: Cluster, _ name: String) async throws {
            let request = SignUpRequest(
                email: "\(name)@example.org", password: AccountDataTests.password,
                displayName: name, idempotencyKey: "idempotency-key-of-\(name)")
            clients = Cluster.Service.allCases.map(cluster.client)
            let answer = try await AuthServiceClient(clients[0]).signUp(request)
            (self.name, email) = (name, request.email)
            (id, token) = (answer.session?.userID ?? "", answer.tokens?.accessToken ?? "")
            accountData = AccountDataServiceClient(clients[0])
            _ = try await within(.seconds(10)) { try? await profile(named: name) }
        }

        init(_ cluster: Cluster, signedInAs email: String) async throws {
            clients = Cluster.Service.allCases.map(cluster.client)
            let answer = try await AuthServiceClient(clients[0]).signIn(
                SignInRequest(email: email, password: AccountDataTests.password))
            (name, self.email) = ("", email)
            (id, token) = (answer.session?.userID ?? "", answer.tokens?.accessToken ?? "")
            accountData = AccountDataServiceClient(clients[0])
        }

        deinit {
            for client in clients { client.close() }
        }

        func options(_ timeout: Duration = .seconds(5)) throws -> CallOptions {
            var options = CallOptions(timeout: timeout)
            try options.metadata.add("authorization", text: "Bearer \(token)")
            return options
        }

        func profile(named name: String) async throws -> Profile {
            let answer = try await ProfileServiceClient(clients[1]).getProfile(
                GetProfileRequest(user: .name(name)), options: options())
            return answer.profile ?? Profile()
        }

        func goOnline() async throws {
            _ = try await PresenceServiceClient(clients[2]).goOnline(
                GoOnlineRequest(deviceID: "phone", leaseMs: 300_000), options: options())
        }

        func presence(of id: String) async throws -> Presence? {
            try await PresenceServiceClient(clients[2]).getPresence(
                GetPresenceRequest(userIDs: [id]), options: options()
            ).presences.first
        }
    }
}

/// What `body` returns once it returns something; errors count as nothing.
private func within<Value>(
    _ limit: Duration, _ body: () async throws -> Value?
) async throws -> Value? {
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end {
        if let value = try? await body() { return value }
        try await elapse(.milliseconds(20))
    }
    return nil
}

extension Cluster {
    /// The files of all photos.
    fileprivate var photos: [String] {
        get throws {
            let path = directory.appending(path: "profile/photos").path
            return try FileManager.default.subpathsOfDirectory(atPath: path)
                .filter { ($0 as NSString).lastPathComponent.count == 64 }
        }
    }

    /// Runs `rollcall` as one person does.
    fileprivate func rollcall(_ arguments: [String]) async throws -> ProgramOutput {
        try await run(
            Products.directory.appending(path: "rollcall").path, arguments,
            environment: [
                "ROLLCALL_AUTH": "\(endpoint(.auth))", "ROLLCALL_PROFILE": "\(endpoint(.profile))",
                "ROLLCALL_PRESENCE": "\(endpoint(.presence))",
                "XDG_STATE_HOME": directory.appending(path: "state").path,
            ], input: "correct horse\n")
    }
}
