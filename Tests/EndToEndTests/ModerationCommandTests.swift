import Foundation
import Testing

/// Moderation from the terminal: what users report, and what an administrator does about it.
@Suite struct ModerationCommandTests {
    private let picture = Products.repository.appending(path: "deploy/quickstart-photo.jpg").path

    @Test func aReportIsShownDecidedAndItsPhotoRefusedUntilItIsAllowed() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        for name in ["ann", "bob", "cid"] {
            let arguments = [
                "sign-up", "--email", "\(name)@example.org", "--name", name, "--password-file", "-",
            ]
            try await cluster.expect(0, arguments, on: name)
        }
        let setPhoto = ["photo", "set", picture, "--as-it-is"]
        try await cluster.expect(0, ["profile", "set", "--bio", "buy pills"], on: "ann")
        try await cluster.expect(0, setPhoto, on: "ann")
        let shown = try await cluster.expect(0, ["profile", "show", "ann", "--json"], on: "bob")
        let photo = String(try #require(shown.firstMatch(of: /"photoId":"([0-9a-f]{64})"/)?.1))
        let own = cluster.directory.appending(path: "own.jpg").path
        try await cluster.expect(0, ["photo", "get", "ann", own], on: "bob")

        // Two users report the same profile.
        let spam = ["profile", "report", "ann", "--reason", "spam", "--note", "a shop"]
        try await cluster.expect(0, spam, on: "bob")
        try await cluster.expect(
            0, ["profile", "report", "ann", "--reason", "violence"], on: "cid")
        try await cluster.expect(7, spam, on: "bob")
        try await cluster.expect(3, ["admin", "profile", "reports"], on: "bob")
        let list = try await cluster.admin(0, "reports")
        #expect(
            list.contains(/REPORT +DISPLAY NAME +SINCE .*\n.* ann .* spam 1/), "\(list)")
        let listed = try await cluster.admin(0, "reports", "--json")
        #expect(listed.contains(#"{"count":1,"reason":"REPORT_REASON_VIOLENCE"}"#), "\(listed)")
        let report = String(try #require(listed.firstMatch(of: /"reportId":"([^"]+)"/)?.1))

        // It is shown as it was, with the photo, also after the user has changed a part of it.
        try await cluster.expect(0, ["profile", "set", "--bio", "a pharmacist"], on: "ann")
        let file = cluster.directory.appending(path: "reported.jpg").path
        let details = try await cluster.admin(0, "report", report, "--photo", file)
        for line in [
            " buy pills\n", " a shop\n", "photo written to \(file)",
            " display-name, photo\n",
        ] {
            #expect(details.contains(line), "\(details)")
        }
        #expect(!details.contains("pharmacist"), "\(details)")
        #expect(FileManager.default.contentsEqual(atPath: file, andPath: own))
        try await cluster.admin(5, "report", report, "--photo", file)

        // What is left of it is taken away, and is refused when it comes again.
        let decision = [
            "decide", report, "--take-down", "photo", "--take-down", "bio", "--reason", "gore",
        ]
        let decided = try await cluster.admin(0, decision + ["--json"])
        #expect(decided.contains(#""takenDown":["PROFILE_FIELD_PHOTO"]"#), "\(decided)")
        try await cluster.admin(4, decision)
        try await cluster.admin(4, "report", report)
        #expect(try await cluster.admin(0, "reports", "--json").isEmpty)
        try await cluster.expect(4, ["photo", "get", "ann", own + "2"], on: "bob")
        let bio = try await cluster.expect(0, ["profile", "show", "ann"], on: "bob")
        #expect(bio.contains("a pharmacist") && !bio.contains(photo), "\(bio)")
        for user in ["ann", "cid"] {
            let refused = try await cluster.expect(8, setPhoto, on: user)
            #expect(refused.contains("An administrator has taken this photo away"), "\(refused)")
        }
        let photos = try await cluster.admin(0, "refused-photos")
        #expect(photos.contains(photo) && photos.contains("gore"), "\(photos)")

        try await cluster.admin(0, "allow-photo", photo)
        try await cluster.admin(4, "allow-photo", photo)
        #expect(try await cluster.admin(0, "refused-photos", "--json").isEmpty)
        try await cluster.expect(0, setPhoto, on: "ann")

        // A report that is dismissed takes nothing away.
        try await cluster.expect(0, ["profile", "report", "cid", "--reason", "other"], on: "bob")
        let next = try await cluster.admin(0, "reports", "--json")
        let other = String(try #require(next.firstMatch(of: /"reportId":"([^"]+)"/)?.1))
        let dismissed = try await cluster.admin(0, "decide", other, "--reason", "all is well")
        #expect(dismissed.hasSuffix("Taken away: nothing.\n"), "\(dismissed)")
        try await cluster.expect(0, ["profile", "show", "cid"], on: "bob")
    }
}

extension Cluster {
    /// Runs `rollcall` on a device, and expects that it ends with a status.
    ///
    /// - Returns: what it has printed.
    @discardableResult
    fileprivate func expect(
        _ status: Int32, _ arguments: [String], on device: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let output = try await run(
            Products.directory.appending(path: "rollcall").path, arguments,
            environment: [
                "ROLLCALL_AUTH": "\(endpoint(.auth))", "ROLLCALL_PROFILE": "\(endpoint(.profile))",
                "ROLLCALL_PRESENCE": "\(endpoint(.presence))",
                "XDG_STATE_HOME": directory.appending(path: device).path,
            ], input: "correct horse\n")
        #expect(
            output.status == status, "\(arguments): \(output.text)", sourceLocation: sourceLocation)
        return output.text
    }

    /// Runs `rollcall admin profile` as the operator.
    @discardableResult
    fileprivate func admin(
        _ status: Int32, _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        try await admin(status, arguments, sourceLocation: sourceLocation)
    }

    @discardableResult
    fileprivate func admin(
        _ status: Int32, _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        try await expect(
            status, ["admin", "profile"] + arguments, on: "machine", sourceLocation: sourceLocation)
    }
}
