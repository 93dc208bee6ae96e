import Foundation
import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

/// A copy of the database from before a session ended, put back.
@Suite struct RestoredBackupTests {
    private func isSignedIn(_ tokens: Tokens?, _ world: AuthServer) async throws -> Bool {
        let error = await failure {
            try await world.client.getSession(GetSessionRequest(), options: .bearer(tokens))
        }
        return error == nil
    }

    private func restore(_ copy: String, _ world: AuthServer) throws {
        let files = FileManager.default
        try? files.removeItem(atPath: world.path + "-wal")
        try? files.removeItem(atPath: world.path + "-shm")
        for suffix in ["-wal", ""] {
            try? files.removeItem(atPath: world.path + suffix)
            try files.copyItem(atPath: copy + suffix, toPath: world.path + suffix)
        }
    }

    @Test func itBringsNoSessionBackIfTheServiceIsStartedWithItAsRestored() async throws {
        try await withAuth { world in
            let lost = try await world.client.signUp(.anna()).tokens
            let copy = try world.copy()
            _ = try await world.client.signOut(SignOutRequest(), options: .bearer(lost))
            let other = try await world.signIn().tokens
            try await world.stop()
            try restore(copy, world)
            try await world.start { $0.isRestored = true }
            #expect(try await !isSignedIn(lost, world))
            #expect(await world.end(of: lost) == .sessionEnded)
            // Of what came after the copy nothing is known: it is a stranger's.
            #expect(try await !isSignedIn(other, world))
            #expect(world.log.text.contains("a new epoch has begun"))
            let after = try await world.signIn().tokens
            #expect(try await isSignedIn(after, world))
            try await world.stop()
            try await world.start()
            #expect(try await isSignedIn(after, world))
        }
    }

    @Test func aCopyOfTheSameMomentGoesOn() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            let other = try await world.signIn().tokens
            _ = try await world.client.signOut(SignOutRequest(), options: .bearer(other))
            try await world.stop()
            try await world.start(path: world.copyAtRest())
            #expect(try await isSignedIn(tokens, world))
            #expect(await world.end(of: tokens) == nil)
        }
    }

    @Test func aCrashEndsNothing() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            for _ in 0..<5 {
                let other = try await world.signIn().tokens
                async let signOut = world.client.signOut(
                    SignOutRequest(), options: .bearer(other))
                let copy = try world.copy()
                _ = try await signOut
                try await world.stop()
                try await world.start(path: copy)
                #expect(try await isSignedIn(tokens, world))
                try await world.stop()
                try await world.start()
            }
        }
    }

    /// Nothing here knows that the database was put back, but another service does.
    @Test func aServiceThatRemembersMoreEndsTheEpoch() async throws {
        try await withAuth { world in
            let lost = try await world.client.signUp(.anna()).tokens
            let copy = try world.copy()
            _ = try await world.client.signOut(SignOutRequest(), options: .bearer(lost))
            let follower = try await world.follow()
            let cursor = try #require(try await follower.next()?.cursor)
            follower.cancel()
            try await world.stop()
            try await world.start(path: copy)
            #expect(try await isSignedIn(lost, world))
            let again = try await world.follow(from: cursor)
            let first = try #require(try await again.next())
            #expect(first.replaces && first.isCurrent && first.sessionIDs.isEmpty)
            #expect(first.cursor?.epoch != cursor.epoch)
            #expect(try await !isSignedIn(lost, world))
            #expect(await world.end(of: lost) == .sessionEnded)
            // Told once more, it has nothing left to end.
            let epoch = try #require(world.auth.store.feed.epoch)
            let stale = try await world.follow(from: cursor)
            #expect(try await stale.next()?.cursor?.epoch == epoch)
            again.cancel()
            stale.cancel()
        }
    }

    /// Signed while the epoch ended, or before: no token of a session that has ended is good.
    @Test func noSessionThatEndedGetsATokenOfTheNewEpoch() async throws {
        try await withAuth { world in
            var sessions: [Tokens?] = [try await world.client.signUp(.anna()).tokens]
            for _ in 0..<20 { sessions.append(try await world.signIn().tokens) }
            let (store, now) = (world.auth.store, world.clock.now())
            let refreshed = try await withThrowingTaskGroup(of: Tokens?.self) { group in
                for tokens in sessions {
                    group.addTask {
                        try? await world.client.refresh(
                            RefreshRequest(refreshToken: tokens?.refreshToken ?? "")
                        ).tokens
                    }
                }
                try await store.beginEpoch(now: now)
                return try await group.reduce(into: [Tokens?]()) { $0.append($1) }
            }
            for tokens in sessions + refreshed {
                #expect(try await !isSignedIn(tokens, world))
            }
        }
    }
}
