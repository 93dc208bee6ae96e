import RollcallAPI
import RollcallRPC
import TestSupport
import Testing

@testable import Auth

@Suite struct RetryDeliveryTests {
    @Test func whatWasRefusedIsTriedAtOnce() async throws {
        try await withAuth { world in
            try await world.stop()
            // Nothing is tried again by itself while the test runs.
            try await world.start {
                $0.outboxBackoff.initial = .seconds(3600)
                $0.outboxBackoff.maximum = .seconds(3600)
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
        var found: Delivery?
        try await eventually {
            let listed = try await asOperator.listDeliveries(ListDeliveriesRequest()).deliveries
            found = listed.first(where: isAsExpected)
            return found != nil
        }
        return try #require(found)
    }
}
