import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct ListDeliveriesTests {
    @Test func whatProfileHasYetToHearIsListedByPages() async throws {
        try await withAuth { world in
            world.profile.setFault { step, _ in
                if step == .confirm { throw RPCError(.unavailable, "as the test wants it") }
            }
            var ids: [String] = []
            for name in ["anna", "ben", "carl"] { ids.append(try await world.newUser(name).id) }
            try await world.presenceIsTold()
            var request = ListDeliveriesRequest(pageSize: 2)
            var listed: [Delivery] = []
            repeat {
                let page = try await world.asOperator.listDeliveries(request)
                listed += page.deliveries
                request.pageToken = page.nextPageToken
            } while !request.pageToken.isEmpty
            #expect(listed.map(\.userID) == ids)
            #expect(listed.allSatisfy { $0.kind == "confirmDisplayName" })
            world.profile.setFault(nil)
            try await world.auth.settle()
            let after = try await world.asOperator.listDeliveries(ListDeliveriesRequest())
            #expect(after.deliveries.isEmpty && after.nextPageToken.isEmpty)
        }
    }
}
