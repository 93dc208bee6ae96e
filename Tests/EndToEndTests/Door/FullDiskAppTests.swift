import Foundation
import TestSupport
import Testing

@testable import RollcallApp

/// An app whose session is on a disk that is full, until there is room again.
@Suite(.serialized, .enabled(if: Volume.canBeMounted, "needs root, to mount disks"))
struct FullDiskAppTests {
    @Test func theUserStaysSignedInAndCanSignOutAndInAgain() async throws {
        let door = try await Door()
        let address = try #require(URL(string: door.address))
        try await withDirectory { directory in
            let volume = try Volume(at: directory.appending(path: "disk"), mebibytes: 1)
            defer { volume.unmount() }
            let file = directory.appending(path: "disk/session")
            let app = Rollcall(address, store: FileSessionStore(file: file))
            try await app.signUp(email: "ann@example.org", password: "correct horse")
            // The own profile is saved, too.
            try await eventually { app.state.user?.profile.userID == app.state.user?.id }
            try await app.keeper.change { $0.session?.accessTokenExpiresAtMs = 1 }
            let before = try Data(contentsOf: file)
            try volume.fill()

            // The tokens are exchanged, and cannot be saved.
            for _ in 0..<3 { _ = try await app.auth.getSession() }
            #expect(app.state.user?.email == "ann@example.org")
            #expect(try Data(contentsOf: file) == before)
            // The next launch goes on with what is there.
            let next = Rollcall(address, store: FileSessionStore(file: file))
            #expect(await next.restored().user?.email == "ann@example.org")
            _ = try await next.auth.getSession()

            try await next.signOut()
            #expect(next.state == .signedOut(.signedOut))
            #expect(
                await Rollcall(address, store: FileSessionStore(file: file)).restored().user == nil)
            // That has made room for another session.
            try volume.fill()
            await #expect {
                _ = try await next.signIn("ann@example.org", password: "correct horse")
            } throws: {
                ($0 as? RollcallError)?.origin == .store
            }
            #expect(next.state.user == nil)
            try volume.makeRoom()
            _ = try await next.signIn("ann@example.org", password: "correct horse")
            let last = Rollcall(address, store: FileSessionStore(file: file))
            #expect(await last.restored().user?.email == "ann@example.org")
        }
        #expect(door.stop() == 0)
    }
}
