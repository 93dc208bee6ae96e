import Foundation
import RollcallAPI
import RollcallClient
import RollcallRPC
import Testing

/// Real daemons, whose data directories were copied at different moments and put back.
@Suite struct RestoredCopiesTests {
    @Test func aProfileThatIsOlderThanAuthIsMended() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let ann = try await Resident("ann", in: cluster)
        let carl = try await Resident("carl", in: cluster)
        defer { for person in [ann, carl] { person.leave() } }
        let profiles = ProfileServiceClient(cluster.client(.profile))
        let old = try await profiles.upload("quickstart-photo.jpg", by: ann)
        #expect(try await profiles.photo(of: ann.id, size: 64, options: ann.options()) != nil)
        try await carl.expectProfile("carl", profiles)
        try await cluster.copy(.profile, to: "old")

        // Since then: two have signed up, one has left, and one has another photo.
        let bob = try await Resident("bob", in: cluster)
        let dora = try await Resident("dora", in: cluster)
        defer { for person in [bob, dora] { person.leave() } }
        for person in [bob, dora] { try await person.expectProfile(person.name, profiles) }
        _ = try await carl.data.deleteAccount(
            DeleteAccountRequest(proof: .password(carl.password)), options: carl.options())
        let isGone = try await holds { try await ann.profile(of: carl.id, profiles) == nil }
        #expect(isGone)
        let new = try await profiles.upload("../Tests/platform/JPEGTests/Fixtures/rgb.jpg", by: ann)
        #expect(new != old)
        // Its squares are made: one file, as none is larger than the photo.
        #expect(try await profiles.photo(of: ann.id, size: 64, options: ann.options()) != nil)
        // The database alone: the photos are as they were last.
        try await cluster.restore(.profile, from: "old", keeping: ["photos"])

        // Nobody can say that carl has left; and a stranger takes a name.
        #expect(try await eventually { try await ann.profile(of: carl.id, profiles) } != nil)
        for person in [bob, dora] {
            #expect(try await person.profile(of: person.id, profiles) == nil)
        }
        let eve = try await Resident("eve", in: cluster)
        defer { eve.leave() }
        try await eve.expectProfile("eve", profiles)
        _ = try await profiles.updateProfile(
            .changing(displayName: "dora"), options: eve.options())

        let check = try await cluster.check()
        #expect(check.status == 5, "\(check.text)")
        #expect(
            check.findings
                == [
                    "profile_missing open \(bob.id)", "profile_missing open \(dora.id)",
                    "profile_without_account open \(carl.id)",
                ].sorted(), "\(check.text)")
        let mended = try await cluster.check("--mend", "--yes")
        #expect(mended.status == 0 && mended.findings.count == 3, "\(mended.text)")
        #expect(try await ann.profile(of: carl.id, profiles) == nil)
        let again = try await cluster.check()
        #expect(again.status == 0 && again.findings == [], "\(again.text)")
        try await bob.expectProfile("bob", profiles)
        let given = try await dora.profile(of: dora.id, profiles)
        #expect(given?.displayName.hasPrefix("user_") == true)
        _ = try await profiles.updateProfile(
            .changing(displayName: "dora.d"), options: dora.options())
        // The row of the old photo without its file, and the files of the new one and of its
        // square.
        let photos = ProfileAdminServiceClient(cluster.client(.profile))
        let kinds: [PhotoFaultKind] = [.fileMissing, .strayFile, .strayFile]
        let faults = try await photos.photoFaults(mending: true)
        #expect(faults.map(\.kind).sorted { $0.rawValue < $1.rawValue } == kinds, "\(faults)")
        #expect(faults.flatMap(\.userIDs) == [ann.id] && faults.allSatisfy(\.isMended))
        #expect(try await photos.photoFaults() == [])
        let photo = try await ann.profile(of: ann.id, profiles)
        #expect(photo != nil && photo?.photo == nil)
    }

    @Test func anAuthThatIsOlderThanTheOthersDestroysNothingUnlessToldTo() async throws {
        // Hashes that take long enough for a process to be killed meanwhile.
        let cluster = try Cluster(authArguments: ["--hash-passes", "20"])
        try await cluster.startAll()
        let ann = try await Resident("ann", in: cluster)
        let carl = try await Resident("carl", in: cluster)
        defer { for person in [ann, carl] { person.leave() } }
        let profiles = ProfileServiceClient(cluster.client(.profile))
        for person in [ann, carl] { try await person.expectProfile(person.name, profiles) }
        try await cluster.copy(.auth, to: "old")

        let bob = try await Resident("bob", in: cluster)
        defer { bob.leave() }
        try await bob.expectProfile("bob", profiles)
        _ = try await profiles.upload("quickstart-photo.jpg", by: bob)
        let presence = PresenceServiceClient(cluster.client(.presence))
        _ = try await presence.goOnline(GoOnlineRequest(deviceID: "phone"), options: bob.options())
        let isWritten = try await holds {
            try await cluster.check().text.contains(#""presences":"3","#)
        }
        #expect(isWritten)
        _ = try await carl.data.deleteAccount(
            DeleteAccountRequest(proof: .password(carl.password)), options: carl.options())
        let isGone = try await holds { try await ann.profile(of: carl.id, profiles) == nil }
        #expect(isGone)
        try await cluster.copy(.auth, to: "new")

        // The wrong copy is put back, and the right one after a check: all is as it was.
        try await cluster.restore(.auth, from: "old", keeping: [])
        var check = try await cluster.check()
        #expect(check.status == 5, "\(check.text)")
        let bobs = [
            "presence_without_account open \(bob.id)", "profile_without_account open \(bob.id)",
        ]
        #expect(check.findings == ["deleted_elsewhere open \(carl.id)"] + bobs, "\(check.text)")
        let annNow = try await ann.signedIn()
        #expect(try await profiles.find(bob.id, annNow)?.displayName == "bob")
        #expect(try await profiles.find(ann.id, annNow)?.displayName == "ann")
        try await cluster.restore(.auth, from: "new", keeping: [])
        check = try await cluster.check()
        #expect(check.status == 0, "\(check.text)")
        let then = try await ann.signedIn()
        let seen = try await eventually { try await profiles.find(bob.id, then) }
        #expect(seen?.displayName == "bob" && seen?.photo != nil)
        #expect(try await bob.signsIn())

        // Another time the old copy is all that there is, and Profile holds a name for an account
        // that it does not know.
        let nobody = try await cluster.signUpWithoutConfirmation("dora")
        #expect(try await presence.hasRecord(of: nobody, then))
        try await cluster.restore(.auth, from: "old", keeping: [])
        try await cluster.start(.profile)
        check = try await cluster.check()
        #expect(check.status == 5, "\(check.text)")
        #expect(
            check.findings == ["deleted_elsewhere open \(carl.id)"]
                + (bobs
                + [
                    "name_without_account open \(nobody)",
                    "presence_without_account open \(nobody)",
                ]).sorted(), "\(check.text)")
        check = try await cluster.check("--mend", "--yes")
        #expect(check.status == 0 && check.findings.count == 5, "\(check.text)")
        let isClean = try await holds { try await cluster.check().findings == [] }
        #expect(isClean)
        #expect(try await cluster.check().status == 0)
        #expect(try await !carl.signsIn())
        let dora = try await Resident("dora", in: cluster)
        defer { dora.leave() }
        try await dora.expectProfile("dora", profiles)
    }

    /// What a person who runs the command sees.
    @Test func theTableNamesEachFindingAndSaysWhatToDo() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        try await cluster.copy(.profile, to: "old")
        let ann = try await Resident("ann", in: cluster)
        defer { ann.leave() }
        let profiles = ProfileServiceClient(cluster.client(.profile))
        try await ann.expectProfile("ann", profiles)
        let presence = PresenceServiceClient(cluster.client(.presence))
        #expect(try await presence.hasRecord(of: ann.id, ann.options()))
        try await cluster.restore(.profile, from: "old", keeping: [])
        let check = try await cluster.rollcall(["admin", "check"])
        #expect(check.status == 5)
        #expect(
            check.text == """
                FINDING                   STATE   USER                                  NAME
                profile-missing           open    \(ann.id)
                Compared 1 accounts with 0 users of Profile and 1 of Presence: 1 findings.
                Open findings: 1. Profiles without an account can mean that the copy of Auth is the \
                wrong one. What --mend does, and what it leaves open: rollcall admin check --help

                """)
        let mended = try await cluster.rollcall(["admin", "check", "--mend", "--yes"])
        #expect(mended.status == 0 && mended.text.contains("  mended  \(ann.id)"))
        cluster[.presence].kill()
        let away = try await cluster.rollcall(["admin", "check"])
        #expect(away.status == 7, "\(away.text)")
    }
}

extension Resident {
    fileprivate init(_ name: String, in cluster: Cluster) async throws {
        try await self.init(name, at: cluster.endpoint(.auth), cluster.spool)
    }

    /// Waits until the user has a profile for everybody.
    fileprivate func expectProfile(_ name: String, _ profiles: ProfileServiceClient) async throws {
        let profile = try await eventually {
            try await profiles.getProfile(
                GetProfileRequest(user: .id(id)), options: options()
            ).profile
        }
        #expect(profile?.displayName == name)
    }

    fileprivate func profile(
        of user: String, _ profiles: ProfileServiceClient
    ) async throws -> Profile? {
        try await profiles.find(user, options())
    }

    /// What calls of a new session carry.
    fileprivate func signedIn() async throws -> CallOptions {
        let answer = try await auth.signIn(credentials)
        var options = CallOptions(timeout: .seconds(10))
        try options.metadata.add(
            "authorization", text: "Bearer \(answer.tokens?.accessToken ?? "")")
        return options
    }
}

extension PresenceServiceClient {
    /// Waits until a user has the record that the sign-up makes.
    fileprivate func hasRecord(of user: String, _ options: CallOptions) async throws -> Bool {
        try await holds {
            let answer = try? await getPresence(
                GetPresenceRequest(userIDs: [user]), options: options)
            return (answer?.presences.first?.lastSeenAtMs ?? 0) > 0
        }
    }
}

extension ProfileServiceClient {
    /// Waits until Profile knows the caller's token.
    fileprivate func find(_ user: String, _ options: CallOptions) async throws -> Profile? {
        try await eventually {
            do {
                return try await getProfile(
                    GetProfileRequest(user: .id(user)), options: options
                ).profile
            } catch let error as RPCError where error.code == .notFound {
                return nil
            }
        }
    }

    /// A photo of the repository.
    fileprivate func upload(_ name: String, by user: Resident) async throws -> Photo? {
        let file = Products.repository.appending(path: "deploy/\(name)")
        return try await upload(Array(Data(contentsOf: file)), options: user.options())
    }
}

/// What `rollcall admin check --json` said.
private struct CheckOutput {
    let status: Int32
    let text: String

    /// Such as `profile_missing open <user>`, in alphabetical order.
    var findings: [String] {
        text.split(separator: "\n").compactMap { line in
            let members = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            guard let finding = members?["finding"] as? [String: String],
                let kind = finding["kind"], let outcome = finding["outcome"]
            else { return nil }
            let words = [
                kind.replacing("FINDING_KIND_", with: ""),
                outcome.replacing("FINDING_OUTCOME_", with: ""),
            ]
            return words.joined(separator: " ").lowercased() + " \(finding["userId"] ?? "")"
        }.sorted()
    }
}

extension Cluster {
    fileprivate func rollcall(_ arguments: [String]) async throws -> ProgramOutput {
        try await run(
            Products.directory.appending(path: "rollcall").path, arguments,
            environment: [
                "ROLLCALL_AUTH": "\(endpoint(.auth))",
                "XDG_STATE_HOME": directory.appending(path: "operator").path,
            ])
    }

    fileprivate func check(_ options: String...) async throws -> CheckOutput {
        let output = try await rollcall(["admin", "check", "--json"] + options)
        return CheckOutput(status: output.status, text: output.text)
    }

    /// Signs somebody up, and kills Profile between the hold of the name and its confirmation.
    ///
    /// - Returns: the id of the account.
    fileprivate func signUpWithoutConfirmation(_ name: String) async throws -> String {
        let (auth, profile) = (client(.auth), client(.profile))
        defer { for client in [auth, profile] { client.close() } }
        let request = CheckDisplayNameRequest(displayName: name)
        while true {
            async let answer = AuthServiceClient(auth).signUp(Resident.form(name))
            while try await ProfileServiceClient(profile).checkDisplayName(request).isAvailable {}
            self[.profile].kill()
            do {
                return try #require(try await answer.session?.userID)
            } catch let error as RPCError where error.code == .unavailable {
                // The hold was written, and Profile died before Auth had the answer. So there is no
                // account, and the name is free again once Auth has released it.
                try await start(.profile)
                let isReleased = try await holds {
                    try await ProfileServiceClient(profile).checkDisplayName(request).isAvailable
                }
                try #require(isReleased)
            }
        }
    }

    private func data(of service: Service) -> URL {
        directory.appending(path: service.rawValue)
    }

    /// Copies a service's data directory while the service is stopped for a moment.
    fileprivate func copy(_ service: Service, to name: String) async throws {
        #expect(self[service].stop() == 0)
        try FileManager.default.copyItem(
            at: data(of: service), to: directory.appending(path: "\(service)-\(name)"))
        try await start(service)
    }

    /// Puts a copy back, as the page on backups says it.
    ///
    /// - Parameter keeping: what stays as it is.
    fileprivate func restore(
        _ service: Service, from name: String, keeping: [String]
    ) async throws {
        #expect(self[service].stop() == 0)
        let (files, data) = (FileManager.default, data(of: service))
        let copy = directory.appending(path: "\(service)-\(name)")
        for file in try files.contentsOfDirectory(atPath: data.path) where !keeping.contains(file) {
            try files.removeItem(at: data.appending(path: file))
        }
        for file in try files.contentsOfDirectory(atPath: copy.path)
        where !keeping.contains(file) {
            try files.copyItem(at: copy.appending(path: file), to: data.appending(path: file))
        }
        try await start(service, with: service == .auth ? ["--restored"] : [])
    }
}
