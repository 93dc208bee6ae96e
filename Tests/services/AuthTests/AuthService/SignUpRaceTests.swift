import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct SignUpRaceTests {
    /// What becomes of many sign-ups at once, past the limits of connections and calls.
    private func signUp(
        _ world: AuthServer, _ requests: [SignUpRequest]
    ) async -> [RPCError?] {
        await withTaskGroup { group in
            for request in requests {
                group.addTask {
                    await failure {
                        try await world.auth.runtime.handler.signUp(
                            request, context: CallContext(method: ""))
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// One that was refused for now would have been one that succeeds, or one that is taken.
    private func expectOneSuccess(_ errors: [RPCError?], else reason: Reason) {
        #expect(errors.count { $0 == nil } == 1)
        let others = errors.compactMap(\.self).filter { $0.code != .unavailable }
        #expect(others.allSatisfy { [[reason], [.overloaded]].contains($0.reasons) })
    }

    // U1
    @Test func ofAThousandSignUpsWithOneAddressOneSucceeds() async throws {
        try await withAuth { world in
            let spellings = [
                "anna@b\u{FC}cher.example", "ANNA@bu\u{308}cher.example",
                "Anna@XN--bcher-KVA.example", #""anna"@B\#u{DC}CHER.example."#,
            ]
            let requests = (0..<1000).map {
                SignUpRequest.anna(email: spellings[$0 % spellings.count], name: "anna\($0)")
            }
            expectOneSuccess(await signUp(world, requests), else: .emailTaken)
            #expect(try await world.auth.count("account") == 1)
            try await world.auth.settle()
            #expect(try await world.profile.names(held: false).count == 1)
            #expect(try await world.profile.names(held: true).isEmpty)
        }
    }

    // U1
    @Test func ofAThousandSignUpsWithOneNameOneSucceeds() async throws {
        try await withAuth { world in
            let spellings = ["anna.b", "Anna.B", "ANNA.B", "aNNA.b"]
            let requests = (0..<1000).map {
                SignUpRequest.anna(
                    email: "anna\($0)@example.com", name: spellings[$0 % spellings.count])
            }
            expectOneSuccess(await signUp(world, requests), else: .displayNameTaken)
            #expect(try await world.auth.count("account") == 1)
            try await world.auth.settle()
            #expect(try await world.profile.names(held: false).values.sorted() == ["anna.b"])
        }
    }
}
