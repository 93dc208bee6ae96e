import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import Testing

@testable import Auth

@Suite(.onEachEngine) struct ListDeliveriesTests {
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

    @Test func aForgedPageTokenIsRefused() async throws {
        try await withAuth { world in
            let error = await failure {
                try await world.asOperator.listDeliveries(ListDeliveriesRequest(pageToken: "AA"))
            }
            #expect(error?.reasons == [.pageTokenInvalid])
        }
    }
}

@Suite struct RetryDeliveryTests {
    @Test func whatWasRefusedIsTriedAtOnce() async throws {
        try await withAuth { world in
            try await world.stop()
            // Nothing is tried again by itself while the test runs.
            try await world.start {
                $0.outboxBackoff.first = .seconds(3600)
                $0.outboxBackoff.limit = .seconds(3600)
            }
            world.profile.setFault { step, _ in
                if step == .confirm { throw RPCError(.notFound, "as the test wants it") }
            }
            _ = try await world.newUser("anna")
            let delivery = try await world.delivery { $0.refusals > 0 }
            world.profile.setFault(nil)
            _ = try await world.asOperator.retryDelivery(
                RetryDeliveryRequest(deliveryID: delivery.deliveryID))
            try await world.auth.settle()
        }
    }

    @Test(arguments: [0, 1, -1, Int64.min, Int64.max])
    func whatIsNotThereIsNotFound(id: Int64) async throws {
        try await withAuth { world in
            let error = await failure {
                try await world.asOperator.retryDelivery(RetryDeliveryRequest(deliveryID: id))
            }
            #expect(error?.code == .notFound && error?.reasons == [.deliveryNotFound])
        }
    }
}

extension AuthServer {
    /// Waits for a delivery that is as it should be.
    fileprivate func delivery(_ isAsExpected: (Delivery) -> Bool) async throws -> Delivery {
        for _ in 0..<2000 {
            let listed = try await asOperator.listDeliveries(ListDeliveriesRequest()).deliveries
            if let found = listed.first(where: isAsExpected) { return found }
            try await Task.sleep(for: .milliseconds(2))
        }
        throw RPCError(.deadlineExceeded, "there is no such delivery")
    }
}
