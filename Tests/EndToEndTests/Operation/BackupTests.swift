import Foundation
import RollcallAPI
import RollcallClient
import RollcallRPC
import Synchronization
import TestObjectStore
import Testing

import func TestSupport.elapse

/// Backups of real services, and their restore.
@Suite struct BackupTests {
    /// The page's commands, in their order.
    @Test func thePagesCommandsBackUpAndRestore() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        let made = try await cluster.runPage("Take a backup")
        #expect(made.map { $0.words[1] } == ["create", "list", "verify"])
        #expect(made[0].text.contains("Auth 1 users"), "\(made[0].text)")
        #expect(made[0].text.contains("auth/secret.key. Keep copies elsewhere."))
        #expect(made[1].text.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(made[1].text.contains(/Z +[0-9.]+ KiB +1 +0 +0\.1\.0\n/), "\(made[1].text)")
        let bob = try await Resident("bob", at: cluster.endpoint(.auth), cluster.spool)
        defer { bob.leave() }

        let restored = try await cluster.runPage("Restore")
        #expect(restored.map { $0.words[1] } == ["restore", "check"])
        #expect(restored[0].text.contains("Auth is restored"), "\(restored[0].text)")
        #expect(cluster[.auth].text.contains("a new epoch has begun"))
        #expect(try await ann.signsIn())
        #expect(try await !bob.signsIn())
        #expect(try await !ann.isCurrent(ann.phone.tokens))
        // That was for one start.
        let tokens = try #require(try await ann.auth.signIn(ann.credentials).tokens)
        cluster[.auth].stop()
        try await cluster.start(.auth)
        #expect(try await ann.isCurrent(tokens))
    }

    @Test func thePagesCommandsSendBackupsAwayAndFetchThem() async throws {
        let store = try await ObjectStoreServer.shared
        let cluster = try Cluster()
        try await cluster.startAll()
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        #expect(try await cluster.backup(["create", "--to", cluster.place]).status == 0)
        let bucket = "\(store.endpoint)/\(ObjectStoreServer.bucket)/\(UUID().uuidString)"
        let steps = try BackupPage.blocks(of: "Send backups away").map {
            $0.replacing("https://s3.example.org/rollcall-backups", with: bucket)
                .replacing("your-key", with: ObjectStoreServer.accessKey)
                .replacing("your-secret", with: ObjectStoreServer.secretKey)
                .replacing("/root/", with: "\(cluster.directory.path)/")
                .replacing("/var/backups/rollcall", with: cluster.place)
        }
        try #require(steps.count == 3)
        func shell(_ script: String) async throws -> String {
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            let output = try await run(
                "/bin/bash", ["-euc", script],
                environment: [
                    "HOME": cluster.directory.path, "PATH": "\(Products.directory.path):\(path)",
                ])
            #expect(output.status == 0, "\(output.text)")
            return output.text
        }
        #expect(try await shell(steps[0] + steps[1]).contains("no errors were found"))

        let bob = try await Resident("bob", at: cluster.endpoint(.auth), cluster.spool)
        defer { bob.leave() }
        try FileManager.default.removeItem(atPath: cluster.place)
        let variables = steps[0].split(separator: "\n").filter { $0.contains("export ") }
        let fetched = try await shell(variables.joined(separator: "\n") + steps[2])
        #expect(fetched.contains(" is sound: Auth 1 users"), "\(fetched)")
        for service in Cluster.Service.allCases { cluster[service].stop() }
        let place = "\(cluster.directory.path)/fetched\(cluster.place)"
        #expect(try await cluster.backup(["restore", place, "--yes"]).status == 0)
        try await cluster.startAll()
        #expect(try await ann.signsIn())
        #expect(try await !bob.signsIn())
    }

    @Test func whatWasAnsweredBeforeABackupUnderLoadIsInIt() async throws {
        let (cluster, other) = (try Cluster(), try Cluster())
        try await cluster.startAll()
        let photo = try ExamplePhoto.numbered(1)
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        _ = try await eventually {
            try await ProfileServiceClient(cluster.client(.profile))
                .upload(photo, options: ann.options())
        }
        let answered = AnsweredNames()
        var known: [String] = []
        let place = cluster.place
        try await withThrowingTaskGroup(of: Void.self) { group in
            for person in 0..<3 {
                let auth = cluster.client(.auth)
                group.addTask {
                    defer { auth.close() }
                    var number = 0
                    while !Task.isCancelled {
                        number += 1
                        let name = "user\(10_000 * person + number)"
                        _ = try await AuthServiceClient(auth).signUp(Resident.form(name))
                        answered.all.withLock { $0.append(name) }
                    }
                }
            }
            while known.count < 20 {
                try await elapse(.milliseconds(20))
                known = answered.all.withLock { $0 }
            }
            for _ in 0..<3 {
                let made = try await cluster.backup(["create", "--to", place])
                #expect(made.status == 0, "\(made.text)")
            }
            group.cancelAll()
            // A call that was cancelled.
            while let result = await group.nextResult() { _ = result }
        }
        // Photos of an earlier backup take no more room, and the service's own file is not shared.
        let photos = try FileManager.default.files(below: place).filter {
            $0.contains("/photos/")
        }
        #expect(photos.count >= 3)
        let links = try photos.map {
            try FileManager.default.attributesOfItem(atPath: $0)[.referenceCount] as? Int
        }
        #expect(links.contains(3), "\(links)")
        #expect(try await cluster.backup(["verify", place]).status == 0)

        try other.adoptKeys(of: cluster)
        let restored = try await other.backup(["restore", place, "--yes"])
        #expect(restored.status == 0, "\(restored.text)")
        try await other.startAll()
        let auth = AuthServiceClient(other.client(.auth))
        for name in known {
            let form = Resident.form(name)
            _ = try await auth.signIn(SignInRequest(email: form.email, password: form.password))
        }
        await #expect(throws: RPCError.self) {
            try await auth.refresh(RefreshRequest(refreshToken: ann.phone.tokens.refreshToken))
        }
        let answer = try await auth.signIn(ann.credentials)
        let tokens = try #require(answer.tokens)
        let seen = try await eventually {
            try await ProfileServiceClient(other.client(.profile))
                .photo(of: ann.id, options: Resident.options(tokens))
        }
        #expect(seen != nil)
        // Sign-ups that were under way at the moment are completed.
        let isClean = try await holds { try await other.adminCheck().status == 0 }
        #expect(isClean)
        #expect(
            try await ProfileAdminServiceClient(other.client(.profile)).photoFaults().allSatisfy {
                $0.kind == .strayFile
            })
    }

    @Test func aKilledCreateLeavesNothingThatLooksLikeABackup() async throws {
        let cluster = try await Cluster.withPhotos(40)
        for delay in 0..<20 {
            try await cluster.killedBackup(["create", "--to", cluster.place], after: 40 * delay)
            // The directory is made by the first that is not killed at once.
            let names = try? FileManager.default.contentsOfDirectory(atPath: cluster.place)
            for name in names ?? [] where !name.hasPrefix(".") {
                let verified = try await cluster.backup(["verify", "\(cluster.place)/\(name)"])
                #expect(verified.status == 0, "\(verified.text)")
            }
        }
        for _ in 0..<2 {
            let made = try await cluster.backup(["create", "--to", cluster.place, "--keep", "2"])
            #expect(made.status == 0, "\(made.text)")
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: cluster.place)
        #expect(left.filter { $0 != ".lock" }.count == 2, "\(left)")
    }

    @Test func aKilledRestoreIsRepeatedAndLosesNothing() async throws {
        let cluster = try await Cluster.withPhotos(40)
        #expect(try await cluster.backup(["create", "--to", cluster.place]).status == 0)
        _ = try await Resident.form("late").signUp(at: cluster)
        // With journals.
        for service in Cluster.Service.allCases { cluster[service].kill() }
        let restore = ["restore", cluster.place, "--yes"]
        // After each call that gives a file another name or a second one, and twice at any time.
        let calls = (1...11).flatMap { number in ["link", "rename"].map { ($0, number) } }
        var killCount = 0
        for (call, number) in calls + [("random", 400), ("random", 800)] {
            if call == "random" {
                try await cluster.killedBackup(restore, after: Int.random(in: 0...number))
            } else if try await cluster.killedBackup(restore, afterCall: number, of: call) {
                killCount += 1
            }
            // With a half of both no service serves.
            let data = cluster.directory.appending(path: "auth")
            let isThere = FileManager.default.fileExists(
                atPath: data.appending(path: "auth.sqlite").path)
            if !isThere {
                await #expect(throws: ProcessError.self) { try await cluster.start(.auth) }
            }
        }
        #expect(killCount >= 8)
        let done = try await cluster.backup(restore)
        #expect(done.status == 0, "\(done.text)")
        // What was there first is still there, with its journal: the late user as well.
        let data = cluster.directory.appending(path: "auth").path
        var hasLate = false
        for kept in try FileManager.default.contentsOfDirectory(atPath: data)
        where kept.hasPrefix("before-restore") {
            let file = "\(data)/\(kept)/auth.sqlite"
            guard FileManager.default.fileExists(atPath: file) else { continue }
            let found = try await run(
                "/usr/bin/python3",
                [
                    "-c",
                    """
                    import sqlite3, sys
                    print(sqlite3.connect(sys.argv[1]).execute(
                        "SELECT count(*) FROM address WHERE canonical = 'late@example.org'"
                    ).fetchone()[0])
                    """, file,
                ])
            hasLate = hasLate || found.text == "1\n"
        }
        #expect(hasLate)
        try await cluster.startAll()
        #expect(try await cluster.adminCheck().status == 0)
        let faults = try await ProfileAdminServiceClient(cluster.client(.profile)).photoFaults()
        #expect(faults.isEmpty, "\(faults)")
    }

    @Test func aServiceThatRunsIsNotRestoredAndOneBackupIsMadeAtATime() async throws {
        let cluster = try await Cluster.withPhotos(1)
        try FileManager.default.createDirectory(
            atPath: cluster.place, withIntermediateDirectories: true)
        let lock = open("\(cluster.place)/.lock", O_RDWR | O_CREAT, 0o600)
        #expect(flock(lock, LOCK_EX) == 0)
        let second = try await cluster.backup(["create", "--to", cluster.place])
        #expect(second.status == 5 && second.text.contains("another backup"), "\(second.text)")
        close(lock)
        cluster[.presence].stop()
        try FileManager.default.removeItem(at: cluster.directory.appending(path: "presence"))
        let made = try await cluster.backup(["create", "--to", cluster.place])
        #expect(made.status == 0 && made.text.contains("Presence is left out"), "\(made.text)")
        let restored = try await cluster.backup(["restore", cluster.place, "--yes"])
        #expect(restored.status == 5, "\(restored.text)")
        #expect(restored.text.contains("systemctl stop rollcall-auth"), "\(restored.text)")
        let part = try await cluster.backup(
            ["restore", cluster.place, "--only", "presence", "--yes"])
        #expect(part.status == 4, "\(part.text)")
        cluster[.auth].stop()
        let asked = try await cluster.backup(["restore", cluster.place, "--only", "auth"])
        #expect(asked.status == 2 && asked.text.contains("say --yes"), "\(asked.text)")
        let one = try await cluster.backup(["restore", cluster.place, "--only", "auth", "--yes"])
        #expect(one.status == 0, "\(one.text)")
    }

    @Test func aSignInIsTheLastChangeOfAuth() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        let before = Int64(Date().timeIntervalSince1970 * 1000)
        #expect(try await ann.signsIn())
        #expect(try await cluster.backup(["create", "--to", cluster.place]).status == 0)
        let name = try #require(
            FileManager.default.contentsOfDirectory(atPath: cluster.place).first {
                $0.hasSuffix("Z")
            })
        let manifest = try String(
            contentsOfFile: "\(cluster.place)/\(name)/manifest.json", encoding: .utf8)
        let changes = manifest.matches(of: /"newestAtMs" ?: ?(\d+)/).compactMap { Int64($0.1) }
        #expect(try #require(changes.max()) >= before, "\(manifest)")
    }

    /// As where a disk is not mounted.
    @Test(arguments: ["profile.sqlite", "photos"])
    func aBackupThatLacksWhatEarlierOnesHaveFailsAndDeletesNone(_ file: String) async throws {
        let cluster = try await Cluster.withPhotos(1)
        let create = ["create", "--to", cluster.place, "--keep", "1"]
        #expect(try await cluster.backup(create).status == 0)
        cluster[.profile].stop()
        let place = cluster.directory.appending(path: "profile/\(file)")
        let elsewhere = cluster.directory.appending(path: "elsewhere")
        try FileManager.default.moveItem(at: place, to: elsewhere)
        let before = try cluster.backups()
        let made = try await cluster.backup(create)
        #expect(made.status == 5, "\(made.text)")
        #expect(made.text.contains("No backup is made or deleted."), "\(made.text)")
        #expect(try cluster.backups() == before)
        try FileManager.default.moveItem(at: elsewhere, to: place)
        #expect(try await cluster.backup(create).status == 0)
        #expect(try cluster.backups().count == 1)
    }

    @Test func aPhotoThatItsOwnerDeletedIsNotMissed() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        let profiles = ProfileServiceClient(cluster.client(.profile))
        let photo = try ExamplePhoto.numbered(1)
        _ = try await eventually { try await profiles.upload(photo, options: ann.options()) }
        let create = ["create", "--to", cluster.place, "--keep", "1"]
        #expect(try await cluster.backup(create).status == 0)
        _ = try await profiles.deletePhoto(.init(), options: ann.options())
        let photos = cluster.directory.appending(path: "profile/photos").path
        let isGone = try await holds {
            try !FileManager.default.files(below: photos).contains {
                $0.split(separator: "/").last?.count == 64
            }
        }
        #expect(isGone)
        let made = try await cluster.backup(create)
        #expect(made.status == 0, "\(made.text)")
        #expect(try cluster.backups().count == 1)
    }

    @Test func aClockThatIsBehindDeletesNotWhatWasMadeJustNow() async throws {
        let cluster = try await Cluster.withPhotos(1)
        for year in [2098, 2099] {
            let path = "\(cluster.place)/\(year)-01-01T000000Z"
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
            try Data().write(to: URL(filePath: "\(path)/SHA256SUMS"))
        }
        #expect(chmod(cluster.place, 0o700) == 0)
        let made = try await cluster.backup(["create", "--to", cluster.place, "--keep", "2"])
        #expect(made.status == 0, "\(made.text)")
        let names = try cluster.backups()
        #expect(names.count == 2 && names[0].hasPrefix("202") && names[1].hasPrefix("2099"))
    }

    @Test func tablesThatWereMovedToPostgreSQLAreLeftOut() async throws {
        let cluster = try await Cluster.withPhotos(1)
        #expect(try await cluster.backup(["create", "--to", cluster.place]).status == 0)
        let mark = cluster.directory.appending(path: "presence/presence.sqlite.moved")
        try Data().write(to: mark)
        let made = try await cluster.backup(["create", "--to", cluster.place])
        #expect(made.status == 0 && made.text.contains("use pg_dump"), "\(made.text)")
        let list = try await cluster.backup(["list", cluster.place, "--json"])
        #expect(list.text.split(separator: "\n").map { $0.contains("presence") } == [true, false])
        // A disk that is not mounted is noticed all the same.
        let photos = cluster.directory.appending(path: "profile/photos")
        let elsewhere = cluster.directory.appending(path: "elsewhere")
        let other = cluster.directory.appending(path: "profile/profile.sqlite.moved")
        try Data().write(to: other)
        try FileManager.default.moveItem(at: photos, to: elsewhere)
        let lost = try await cluster.backup(["create", "--to", cluster.place])
        #expect(lost.status == 5 && lost.text.contains("not there now: photos."), "\(lost.text)")
        try FileManager.default.moveItem(at: elsewhere, to: photos)
        try FileManager.default.removeItem(at: other)
        try FileManager.default.removeItem(at: mark)
    }

    @Test func aPhotoThatIsDamagedIsNamedAndLeftOutOfARestore() async throws {
        let cluster = try await Cluster.withPhotos(2)
        #expect(try await cluster.backup(["create", "--to", cluster.place]).status == 0)
        for service in Cluster.Service.allCases { cluster[service].stop() }
        let photos = try FileManager.default.files(below: cluster.place)
            .filter { $0.contains("/photos/") }
        let photo = try #require(photos.first)
        try Data("rotten".utf8).write(to: URL(filePath: photo))
        #expect(try await cluster.backup(["verify", cluster.place]).status == 5)
        let auth = try await cluster.backup(["restore", cluster.place, "--only", "auth", "--yes"])
        #expect(auth.status == 0 && !auth.text.contains("damaged"), "\(auth.text)")
        let all = try await cluster.backup(["restore", cluster.place, "--yes"])
        #expect(all.status == 0, "\(all.text)")
        let live = try FileManager.default.files(
            below: cluster.directory.appending(path: "profile/photos").path)
        #expect(live.count == photos.count - 1)
        #expect(!live.contains { $0.hasSuffix(photo.suffix(64)) })
    }

    @Test func aPhotoThatCannotBeReadIsLeftOutOfABackup() async throws {
        let cluster = try await Cluster.withPhotos(2)
        let place = cluster.directory.appending(path: "profile/photos").path
        let photos = try FileManager.default.files(below: place)
        let photo = try #require(photos.first { $0.split(separator: "/").last?.count == 64 })
        let made = try await cluster.traced(
            ["-P", photo, "-e", "trace=read", "-e", "inject=read:error=EIO"],
            ["create", "--to", cluster.place])
        #expect(made.status == 8, "\(made.text)")
        #expect(made.text.contains("not in the backup: 1."), "\(made.text)")
        let copies = try FileManager.default.files(below: cluster.place)
        #expect(copies.contains { $0.contains("/photos/") })
        #expect(!copies.contains { $0.hasSuffix(photo.suffix(64)) })
        #expect(try await cluster.backup(["verify", cluster.place]).status == 0)
        // Nor does a link stop a backup, which the service could put there.
        let link = "\(place)/ab/ab\(String(repeating: "0", count: 62))"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "/proc/self/status")
        let linked = try await cluster.backup(["create", "--to", cluster.place])
        #expect(linked.status == 8, "\(linked.text)")
        try FileManager.default.removeItem(atPath: link)
    }

    @Test(.enabled(if: Volume.canBeMounted, "needs root"))
    func aRestoreThatCannotExchangePhotosOrRunsOutOfRoomChangesNothing() async throws {
        let cluster = try await Cluster.withPhotos(1)
        #expect(try await cluster.backup(["create", "--to", cluster.place]).status == 0)
        for service in Cluster.Service.allCases { cluster[service].stop() }
        func expectNothing(_ refused: ProgramOutput, _ status: Int32, _ words: String) throws {
            #expect(refused.status == status, "\(refused.text)")
            #expect(refused.text.contains(words), "\(refused.text)")
            for service in Cluster.Service.allCases {
                let place = cluster.directory.appending(path: service.rawValue).path
                let names = try FileManager.default.contentsOfDirectory(atPath: place)
                #expect(!names.contains { $0.contains("restore") }, "\(names)")
            }
        }
        let restore = ["restore", cluster.place, "--yes"]
        let profile = cluster.directory.appending(path: "profile")
        // Of the same file system.
        let photos = profile.appending(path: "photos").path
        try #require(mount(photos, photos, nil, UInt(MS_BIND), nil) == 0)
        defer { umount2(photos, Int32(MNT_DETACH)) }
        let mounted = try await cluster.backup(restore)
        try expectNothing(mounted, 5, "photos is mounted")
        umount2(photos, Int32(MNT_DETACH))
        let full = try Volume(at: profile)
        defer { full.unmount() }
        try full.fill()
        let refused = try await cluster.backup(restore)
        try expectNothing(refused, 1, "No space left on device")
        try full.makeRoom()
        let done = try await cluster.backup(restore)
        #expect(done.status == 0, "\(done.text)")
    }

    @Test func keyFilesAreNamedAndNotCopied() async throws {
        let cluster = try await Cluster.withPhotos(1)
        let made = try await cluster.backup(["create", "--to", cluster.place])
        #expect(made.status == 0)
        let key = cluster.directory.appending(path: "auth/secret.key").path
        #expect(made.text.contains("Not in it: \(key)"), "\(made.text)")
        let files = try FileManager.default.files(below: cluster.place)
        #expect(!files.contains { $0.hasSuffix(".key") }, "\(files)")
    }
}

/// Of users whose sign-ups were answered.
private final class AnsweredNames: Sendable {
    let all = Mutex<[String]>([])
}

extension SignUpRequest {
    fileprivate func signUp(at cluster: Cluster) async throws -> SignUpResponse {
        try await AuthServiceClient(cluster.client(.auth)).signUp(self)
    }
}

extension FileManager {
    func files(below directory: String) throws -> [String] {
        try subpathsOfDirectory(atPath: directory).map { "\(directory)/\($0)" }.filter {
            var isDirectory: ObjCBool = false
            return fileExists(atPath: $0, isDirectory: &isDirectory) && !isDirectory.boolValue
        }
    }
}

extension Cluster {
    /// The names of its backups, in their order.
    func backups() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: place).filter { !$0.hasPrefix(".") }
            .sorted()
    }

    /// Where its backups are.
    var place: String { directory.appending(path: "backups").path }

    private var environment: [String: String] {
        [
            "ROLLCALL_AUTH": "\(endpoint(.auth))", "ROLLCALL_PROFILE": "\(endpoint(.profile))",
            "ROLLCALL_PRESENCE": "\(endpoint(.presence))",
            "XDG_STATE_HOME": directory.appending(path: "operator").path,
        ]
    }

    private var dataOptions: [String] {
        Service.allCases.flatMap { service in
            ["--\(service)-data", directory.appending(path: service.rawValue).path]
        }
    }

    /// All three run, and users have photos.
    static func withPhotos(_ count: Int) async throws -> Cluster {
        let cluster = try Cluster()
        try await cluster.startAll()
        let profiles = ProfileServiceClient(cluster.client(.profile))
        for number in 0..<count {
            let answer = try await Resident.form("user\(number)").signUp(at: cluster)
            let tokens = try #require(answer.tokens)
            _ = try await eventually {
                try await profiles.upload(
                    ExamplePhoto.numbered(number), options: Resident.options(tokens))
            }
        }
        return cluster
    }

    func backup(_ arguments: [String]) async throws -> ProgramOutput {
        let isLocal = ["create", "restore"].contains(arguments[0])
        return try await run(
            Products.directory.appending(path: "rollcall").path,
            ["backup"] + arguments + (isLocal ? dataOptions : []))
    }

    func adminCheck(_ options: String...) async throws -> ProgramOutput {
        try await run(
            Products.directory.appending(path: "rollcall").path,
            ["admin", "check", "--operator"] + options, environment: environment)
    }

    /// Starts a backup or a restore, and kills it.
    fileprivate func killedBackup(_ arguments: [String], after delay: Int) async throws {
        let process = Process()
        process.executableURL = Products.directory.appending(path: "rollcall")
        process.arguments = ["backup"] + arguments + dataOptions
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        try await elapse(.milliseconds(delay))
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// The same, after the kernel has made a call.
    ///
    /// - Returns: whether it was made so often, and the command was killed.
    fileprivate func killedBackup(
        _ arguments: [String], afterCall number: Int, of call: String
    ) async throws -> Bool {
        let inject = "inject=\(call):signal=KILL:when=\(number)"
        return try await traced(["-e", "trace=\(call)", "-e", inject], arguments).status == SIGKILL
    }

    /// The same, while strace(1) changes what the kernel answers.
    fileprivate func traced(
        _ options: [String], _ arguments: [String]
    ) async throws -> ProgramOutput {
        let program = Products.directory.appending(path: "rollcall").path
        return try await run(
            "/usr/bin/strace",
            ["-f", "-o", "/dev/null"] + options + [program, "backup"] + arguments + dataOptions)
    }

    func adoptKeys(of other: Cluster) throws {
        for service in Service.allCases {
            try FileManager.default.createDirectory(
                at: directory.appending(path: service.rawValue), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        for file in ["auth/secret.key", "profile.key"] {
            try FileManager.default.copyItem(
                at: other.directory.appending(path: file), to: directory.appending(path: file))
        }
    }

    /// Runs the commands of a section of the page, with this cluster's places.
    ///
    /// - Returns: those of `rollcall`, and what they have said.
    fileprivate func runPage(_ heading: String) async throws -> [(words: [String], text: String)] {
        var outputs: [(words: [String], text: String)] = []
        for block in try BackupPage.blocks(of: heading) {
            for line in block.split(separator: "\n") {
                let line = line.replacing("/var/backups/rollcall", with: place)
                let words = line.split(separator: " ").map(String.init)
                switch words.first {
                case "rollcall" where words[1] == "backup":
                    let confirmation = words[2] == "restore" ? ["--yes"] : []
                    let output = try await backup(Array(words.dropFirst(2)) + confirmation)
                    #expect(output.status == 0, "\(line): \(output.text)")
                    outputs.append((Array(words.dropFirst()), output.text))
                case "rollcall":
                    let output = try await adminCheck()
                    #expect(output.status == 0, "\(line): \(output.text)")
                    outputs.append((Array(words.dropFirst()), output.text))
                case "systemctl" where words[1] == "stop":
                    for service in Service.allCases { self[service].stop() }
                case "systemctl" where words[1] == "start": try await startAll()
                case "systemctl": #expect(words.last == "rollcall-backup.timer")
                default: #expect(words.isEmpty || words[0] == "install", "\(line)")
                }
            }
        }
        return outputs
    }
}

/// deploy/backup.md
enum BackupPage {
    /// The commands of a section.
    static func blocks(of heading: String) throws -> [String] {
        let page = Products.repository.appending(path: "deploy/backup.md")
        let sections = try String(contentsOf: page, encoding: .utf8)
            .components(separatedBy: "\n## ")
        return try #require(sections.first { $0.hasPrefix("\(heading)\n") })
            .components(separatedBy: "\n### ")[0].components(separatedBy: "```").enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    }
}
