import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct AddServiceTests {
    @Test(arguments: ["auth", "local"])
    func theNamesOfOthersAreTaken(name: String) async throws {
        try await withAuth { world in
            let error = await failure {
                try await world.asOperator.addService(AddServiceRequest(name: name))
            }
            #expect(error?.code == .alreadyExists && error?.reasons == [.serviceNameTaken])
        }
    }

    @Test func aNameIsForOneService() async throws {
        try await withAuth { world in
            _ = try await world.asOperator.addService(AddServiceRequest(name: "games"))
            let error = await failure {
                try await world.asOperator.addService(AddServiceRequest(name: "games"))
            }
            #expect(error?.code == .alreadyExists && error?.reasons == [.serviceNameTaken])
        }
    }

    /// The answer of before may have been lost, with the credential.
    @Test func aServiceGetsAnotherCredentialInPlaceOfItsOwn() async throws {
        try await withAuth { world in
            let request = AddServiceRequest(name: "games", replace: true)
            let lost = try await world.asOperator.addService(request).credential
            _ = try await world.asOperator.addService(AddServiceRequest(name: "mail"))
            let kept = try await world.asOperator.addService(request).credential
            let error = await failure {
                try await world.client.getServiceToken(GetServiceTokenRequest(credential: lost))
            }
            #expect(error?.reasons == [.serviceCredentialInvalid])
            _ = try await world.client.getServiceToken(GetServiceTokenRequest(credential: kept))
            let listed = try await world.asOperator.listServiceCredentials(
                ListServiceCredentialsRequest())
            #expect(listed.services.map(\.name) == ["games", "mail"])
        }
    }

    @Test(arguments: [
        "", "Games", "ga mes", "gämes", "a/b", String(repeating: "a", count: 33),
    ])
    func whatIsNoNameIsRefused(name: String) async throws {
        #expect(ServiceName(name) == nil)
        try await withAuth { world in
            let error = await failure {
                try await world.asOperator.addService(AddServiceRequest(name: name))
            }
            #expect(error?.code == .invalidArgument && error?.reasons == [.fieldMalformed])
        }
    }

    @Test(arguments: ["a", "my-games-2", String(repeating: "z", count: 32)])
    func whatIsANameIsTaken(name: String) {
        #expect(ServiceName(name)?.description == name)
    }
}
