import Foundation
import TestSupport
import Testing

@testable import RollcallApp

/// The library against a server of the Connect protocol that nobody here wrote.
@Suite(.serialized) struct PeerServerTests {
    @Test func anAppSignsInAtAForeignServerAndKeepsItsSession() async throws {
        let server = try ConnectServer()
        let store = InMemorySessionStore()
        let app = Rollcall(server.address, store: store)
        await #expect {
            _ = try await app.signIn("ann@example.org", password: "wrong")
        } throws: {
            let error = $0 as? RollcallError
            return error?.reasons == [.wrongCredentials] && error?.code == .unauthenticated
                && error?.origin == .service && error?.message == "a sentence"
        }
        _ = try await app.signIn("ann@example.org", password: "correct horse")
        // The watch of the session, a stream, tells of the address.
        try await eventually { app.state.user?.isEmailVerified == true }
        #expect(try await app.auth.getSession().session?.userID == "u")
        try await app.keeper.change { $0.session?.accessToken = "refused" }
        #expect(try await app.auth.getSession().session?.userID == "u")
        #expect(try await store.state().session?.accessToken == "access-2")
    }

    @Test func messagesAndErrorsOfAForeignServerAreRead() async throws {
        let server = try ConnectServer()
        let app = Rollcall(server.address, timeout: .seconds(2))
        for name in ["ann", "Łódź", "😀"] {
            // It is compressed, as it is long.
            let profile = try await app.profile.getProfile(Self.named(name)).profile
            #expect(profile?.displayName == name && profile?.bio.count == 20_000)
        }
        await #expect {
            _ = try await app.profile.getProfile(Self.named("nobody"))
        } throws: {
            let error = $0 as? RollcallError
            return error?.code == .notFound && error?.reasons == [.profileNotFound]
                && error?.violations(of: "user").count == 1 && error?.retryAt != nil
        }
        // The server keeps the deadline that the call names, or the app ends the call itself.
        await #expect {
            _ = try await app.profile.getProfile(Self.named("late"))
        } throws: {
            ($0 as? RollcallError)?.code == .deadlineExceeded
        }
        await #expect {
            _ = try await app.presence.getPresence(GetPresenceRequest(userIDs: ["u"]))
        } throws: {
            ($0 as? RollcallError)?.code == .unauthenticated
        }
    }

    @Test func aStreamOfAForeignServerIsReadToItsEndAndToItsError() async throws {
        let server = try ConnectServer()
        let app = Rollcall(server.address)
        _ = try await app.signIn("ann@example.org", password: "correct horse")
        func lengths(_ request: [String]) async -> (lengths: [Int], error: RollcallError?) {
            var lengths: [Int] = []
            do {
                let watch = app.profile.watchProfiles(WatchProfilesRequest(userIDs: request))
                for try await message in watch { lengths.append(message.hiddenUserIDs[0].count) }
                return (lengths, nil)
            } catch {
                return (lengths, error as? RollcallError)
            }
        }
        let expected = (0..<500).map { $0 + "\($0)-".count }
        let whole = await lengths(["500"])
        #expect(whole.lengths == expected && whole.error == nil)
        let broken = await lengths(["500", "fail"])
        #expect(broken.lengths == expected && broken.error?.reasons == [.tooMany])
    }

    private static func named(_ name: String) -> GetProfileRequest {
        GetProfileRequest(user: UserKey(key: .displayName(name)))
    }
}

/// Connect's own server for Python, as a process that ends with this value.
private final class ConnectServer {
    let address: URL
    private let program: Program

    init() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let root = folder.appending(path: "../../../..").standardized
        program = try Program(
            root.appending(path: ".build/connect/bin/python3").path,
            [folder.appending(path: "connect_server.py").path, root.appending(path: "proto").path])
        let port = try program.line()
        address = try #require(URL(string: "http://127.0.0.1:\(port)"))
    }
}
