import Foundation
import RollcallAPI
import RollcallRPC
import Testing

import func TestSupport.elapse

@Suite struct ProcessLifeTests {
    private func signUp(_ cluster: Cluster, _ name: String) async throws -> SignUpResponse {
        try await AuthServiceClient(cluster.client(.auth)).signUp(
            SignUpRequest(
                email: "\(name)@example.org", password: "correct horse", displayName: name,
                idempotencyKey: "\(name)-0123456789abcdef"))
    }

    private func authorized(_ tokens: Tokens?) throws -> CallOptions {
        var options = CallOptions()
        try options.metadata.add("authorization", text: "Bearer \(tokens?.accessToken ?? "")")
        return options
    }

    @Test func aSessionAndAProfileSurviveTheRestartOfAllServices() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let account = try await signUp(cluster, "ann")
        for service in Cluster.Service.allCases { #expect(cluster[service].stop() == 0) }
        try await cluster.startAll()
        let options = try authorized(account.tokens)
        let auth = AuthServiceClient(cluster.client(.auth))
        let session = try await auth.getSession(GetSessionRequest(), options: options)
        #expect(session.session?.email == "ann@example.org")
        let profile = try await ProfileServiceClient(cluster.client(.profile)).getProfile(
            GetProfileRequest(user: .name("ANN")), options: options)
        #expect(profile.profile?.displayName == "ann")
        let refreshed = try await auth.refresh(
            RefreshRequest(refreshToken: account.tokens?.refreshToken ?? ""))
        #expect(refreshed.tokens != nil)
    }

    @Test func lastSeenSurvivesAKill() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let account = try await signUp(cluster, "bob")
        let options = try authorized(account.tokens)
        let user = account.session?.userID ?? ""
        let presence = PresenceServiceClient(cluster.client(.presence))
        let lease = try await presence.goOnline(
            GoOnlineRequest(deviceID: "phone"), options: options)
        _ = try await presence.goOffline(
            GoOfflineRequest(leaseID: lease.leaseID), options: options)
        // Until it is written, which no call says: within a second.
        try await elapse(.seconds(2))
        cluster[.presence].kill()
        try await cluster.start(.presence)
        let seen = try await PresenceServiceClient(cluster.client(.presence)).getPresence(
            GetPresenceRequest(userIDs: [user]), options: options)
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        #expect(seen.presences.first?.state == .offline)
        #expect((now - 60_000...now).contains(seen.presences.first?.lastSeenAtMs ?? 0))
    }

    /// Each wake of an idle process costs power, and the others on the machine.
    @Test func presenceIsWokenAboutAsSeldomAsProfileWhileNobodyIsThere() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).prom")
        defer { try? FileManager.default.removeItem(at: file) }
        let cluster = try Cluster(ownArguments: {
            $0 == .presence ? ["--metrics-file", file.path] : []
        })
        try await cluster.startAll()
        // Written every ten seconds, first when all have found one another.
        try await nextVersion(of: file)
        let before = (cluster[.presence].wakes, cluster[.profile].wakes)
        try await nextVersion(of: file)
        let presence = cluster[.presence].wakes - before.0
        let profile = cluster[.profile].wakes - before.1
        #expect(profile > 0)
        #expect(presence < 2 * profile, "\(presence) times in ten seconds, Profile \(profile)")
    }

    @Test func aSecondProcessOnTheSameFilesSaysSoAndEnds() async throws {
        let cluster = try Cluster()
        try await cluster.start(.profile)
        let second = try await run(
            Products.directory.appending(path: "rollcall-profile").path,
            [
                "--data", cluster.directory.appending(path: "profile").path, "--listen",
                "unix:\(cluster.directory.path)/second.sock", "--auth",
                "\(cluster.endpoint(.auth))",
            ])
        #expect(second.status != 0)
        #expect(second.text.split(separator: "\n").count == 1, "\(second.text)")
    }

    /// Both find no secret key, and only one of them may go on, with the one that stays.
    @Test func ofTwoThatStartAtOnceOneServesWithTheKeyThatStays() async throws {
        let cluster = try Cluster()
        let data = cluster.directory.appending(path: "auth")
        let sockets = (0..<2).map { cluster.directory.appending(path: "\($0).sock").path }
        let processes = try sockets.map { socket in
            let process = Process()
            process.executableURL = Products.directory.appending(path: "rollcall-auth")
            process.arguments = ["--data", data.path, "--listen", "unix:\(socket)"]
            process.standardError = FileHandle.nullDevice
            try process.run()
            return process
        }
        defer { for process in processes where process.isRunning { process.terminate() } }
        let isDecided = try await holds(within: .seconds(20)) {
            let isServing = sockets.contains { FileManager.default.fileExists(atPath: $0) }
            return isServing && processes.contains { !$0.isRunning }
        }
        #expect(isDecided)
        let (served, refused) = (processes.filter(\.isRunning), processes.filter { !$0.isRunning })
        #expect(served.count == 1 && refused.map(\.terminationStatus) == [75])
        let names = try FileManager.default.contentsOfDirectory(atPath: data.path)
        #expect(names.filter { $0.hasPrefix("secret.key") } == ["secret.key"])
    }

    @Test func aSocketThatIsTakenIsSaidInOneSentence() async throws {
        let cluster = try Cluster()
        try await cluster.start(.profile)
        let second = try await run(
            Products.directory.appending(path: "rollcall-presence").path,
            [
                "--data", cluster.directory.appending(path: "presence").path, "--listen",
                "\(cluster.endpoint(.profile))", "--auth", "\(cluster.endpoint(.auth))",
            ])
        #expect(second.status != 0)
        #expect(second.text.split(separator: "\n").count == 1, "\(second.text)")
    }

    @Test func noProcessLogsASecret() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let account = try await signUp(cluster, "carl")
        let auth = AuthServiceClient(cluster.client(.auth))
        _ = try? await auth.signIn(SignInRequest(email: "carl@example.org", password: "wrong one"))
        _ = try await auth.refresh(
            RefreshRequest(refreshToken: account.tokens?.refreshToken ?? ""))
        for service in Cluster.Service.allCases { cluster[service].stop() }
        let secrets = [
            "correct horse", "wrong one", "carl@example.org", account.tokens?.accessToken ?? "-",
            account.tokens?.refreshToken ?? "-",
        ]
        for secret in secrets { #expect(!cluster.logs.contains(secret)) }
        #expect(cluster.logs.contains("ready"))
    }
}

/// Waits until a file is written again.
private func nextVersion(of file: URL) async throws {
    func written() -> Date? {
        try? FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
    }
    let before = written()
    #expect(try await holds(within: .seconds(30)) { written() != before })
}

extension ServiceProcess {
    /// How often its threads have waited for something.
    fileprivate var wakes: Int {
        let tasks = "/proc/\(processID ?? 0)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return threads.reduce(0) { sum, thread in
            let status = try? String(contentsOfFile: "\(tasks)/\(thread)/status", encoding: .utf8)
            let number = status?.firstMatch(of: /\nvoluntary_ctxt_switches:\s+([0-9]+)/)?.1
            return sum + (number.flatMap { Int($0) } ?? 0)
        }
    }
}
