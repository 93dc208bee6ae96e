import Introspection
import MessageJSON
import RollcallAPI
import RollcallRPC
import Testing

struct MessageJSONTests {
    @Test func aMessageOfTheContractIsPrintedWhole() throws {
        let request = SignUpRequest(
            email: "ann@example.org", password: "secret", displayName: "ann", idempotencyKey: "k")
        #expect(
            try request.jsonText()
                == #"{"email":"ann@example.org","password":"secret","displayName":"ann","#
                + #""idempotencyKey":"k"}"#)
    }

    @Test func everyServiceOfTheContractIsEmbedded() {
        for name in [
            "rollcall.v1.AuthService", "rollcall.v1.ProfileService", "rollcall.v1.PresenceService",
            "rollcall.rpc.v1.HealthService", "rollcall.rpc.v1.ReflectionService",
        ] {
            #expect(Contract.pool.service(name)?.methods.contains { $0.access == 0 } == false)
        }
        #expect(Contract.pool.message(ErrorInfo.typeName) != nil)
    }
}
