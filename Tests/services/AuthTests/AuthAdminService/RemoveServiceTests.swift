import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct RemoveServiceTests {
    @Test func whoeverWasRemovedGetsNoTokenAndTheNameIsFree() async throws {
        try await withAuth { world in
            let admin = world.asOperator
            let old = try await admin.addService(AddServiceRequest(name: "games")).credential
            let oldToken = try await world.serviceToken(old).token
            _ = try await admin.removeService(RemoveServiceRequest(name: "games"))
            let metadata = try CallOptions.bearer(Tokens(accessToken: oldToken)).metadata
            let refusal = await failure {
                try await world.auth.runtime.authenticator.authenticate(
                    CallContext(method: "test", metadata: metadata))
            }
            #expect(refusal?.reasons == [.accessTokenInvalid])
            #expect(await world.isRefused(credential: old))
            let again = await failure {
                try await admin.removeService(RemoveServiceRequest(name: "games"))
            }
            #expect(again?.code == .notFound && again?.reasons == [.serviceNotFound])
            let new = try await admin.addService(AddServiceRequest(name: "games")).credential
            #expect(await world.isRefused(credential: old))
            _ = try await world.serviceToken(new)
        }
    }

    @Test func aServiceThatDoesNotExistIsNotFound() async throws {
        try await withAuth { world in
            for name in ["games", "auth", "", "Games"] {
                let error = await failure {
                    try await world.asOperator.removeService(RemoveServiceRequest(name: name))
                }
                #expect(error?.code == .notFound && error?.reasons == [.serviceNotFound])
            }
        }
    }
}
