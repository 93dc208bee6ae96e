import Foundation
import TestSupport
import Testing

@testable import RollcallApp

/// An app that is killed at any instant. The next launch is signed in or out, and never half.
@Suite(.serialized) struct KilledAppTests {
    @Test func inTheMidstOfASignUpThereIsNoSecondAccount() async throws {
        let phone = try await Phone()
        var signedIn = 0
        for _ in 0..<RefreshUnderFireTests.kills {
            let email = "u\(UInt32.random(in: 0 ... .max))@example.org"
            try await phone.killApp(doing: "sign-up", email)
            let app = try phone.app()
            if await app.restored().user != nil {
                signedIn += 1
            } else {
                // An account that was made is this one: its address is not taken.
                try await app.signUp(email: email, password: "correct horse")
            }
            #expect(app.state.user?.email == email)
            _ = try await app.auth.getSession()
            try await phone.signOut(app)
        }
        #expect(signedIn < RefreshUnderFireTests.kills, "the kills hit nothing")
    }

    @Test func inTheMidstOfARefreshTheUserStaysSignedIn() async throws {
        let phone = try await Phone()
        let email = "ann@example.org"
        try await phone.app().signUp(email: email, password: "correct horse")
        for _ in 0..<RefreshUnderFireTests.kills {
            try await phone.killApp(doing: "refresh", email)
            let app = try phone.app()
            #expect(await app.restored().user?.email == email)
            try await app.keeper.change { $0.session?.accessTokenExpiresAtMs = 1 }
            _ = try await app.auth.getSession()
        }
    }

    @Test func inTheMidstOfASignOutTheSessionIsKeptOrEnded() async throws {
        let phone = try await Phone()
        for _ in 0..<RefreshUnderFireTests.kills {
            let email = "u\(UInt32.random(in: 0 ... .max))@example.org"
            try await phone.app().signUp(email: email, password: "correct horse")
            let copy = InMemorySessionStore(try await phone.store.load())
            try await phone.killApp(doing: "sign-out", email)
            let app = try phone.app()
            if await app.restored().user != nil {
                _ = try await app.auth.getSession()
                try await phone.signOut(app)
            }
            // What the killed app could not end, this one does.
            try await eventually { try await phone.store.state().endings.isEmpty }
            let ended = try phone.app(copy)
            try await eventually {
                _ = try? await ended.auth.getSession()
                return ended.state.user == nil && ended.state != .restoring
            }
        }
    }

    @Test func inTheMidstOfAnUploadThePhotoIsAWholeOneOrNone() async throws {
        let phone = try await Phone()
        let id = try await phone.app().signUp(
            email: "ann@example.org", password: "correct horse"
        ).id
        try await withDirectory { directory in
            let file = directory.appending(path: "photo.jpg")
            for number in 0..<min(20, RefreshUnderFireTests.kills) {
                let photo = try ExamplePhoto.numbered(number)
                try Data(photo).write(to: file)
                try await phone.killApp(doing: "photo", file.path)
                let app = try phone.app()
                let user = try await app.user(id)
                // What is not whole is refused.
                let bytes = try await app.photo(of: user, size: 0)
                #expect(bytes == nil || user.photo != nil)
                #expect(app.state.user?.id == id)
            }
        }
    }
}

/// What an app has on a device: a file, and a way to the door.
private final class Phone {
    let store: FileSessionStore
    private let door: Door
    private let directory: TemporaryDirectory
    private var file: String { "\(directory.path)/session" }

    init() async throws {
        (door, directory) = (try await Door(), try TemporaryDirectory())
        store = FileSessionStore(file: URL(filePath: "\(directory.path)/session"))
        let health = "\(door.address)/healthz"
        try await eventually { (try? await curl([health]).status) == 200 }
    }

    func app(_ store: (any SessionStore)? = nil) throws -> Rollcall {
        Rollcall(try #require(URL(string: door.address)), store: store ?? self.store)
    }

    /// Starts the app, and kills it while it does something.
    func killApp(doing what: String, _ argument: String) async throws {
        let (process, output) = (Process(), Pipe())
        process.executableURL = Products.directory.appending(path: "AppProbe")
        process.arguments = [door.address, file, what, argument]
        process.standardOutput = output
        try process.run()
        #expect(output.fileHandleForReading.availableData.starts(with: Data("ready".utf8)))
        // These take longer: a password is hashed, a photo decoded.
        try await elapse(upTo: .milliseconds(["sign-up", "photo"].contains(what) ? 150 : 15))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
    }

    /// Signs out, and waits until the session has ended.
    func signOut(_ app: Rollcall) async throws {
        try await app.signOut()
        try await eventually { try await store.state().endings.isEmpty }
    }
}
