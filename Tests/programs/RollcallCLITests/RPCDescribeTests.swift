import Introspection
import Testing

@testable import rollcall

struct RPCDescribeTests {
    @Test func aServiceIsDescribedWithWhoMayCallWhat() {
        let text = Contract.pool.text(describing: "rollcall.rpc.v1.HealthService")
        #expect(
            text == """
                service rollcall.rpc.v1.HealthService {
                  rpc Check(rollcall.rpc.v1.HealthCheckRequest) returns \
                (rollcall.rpc.v1.HealthCheckResponse);  // for anyone
                  rpc Watch(rollcall.rpc.v1.HealthCheckRequest) returns \
                (stream rollcall.rpc.v1.HealthCheckResponse);  // for anyone
                }
                """)
    }

    @Test func anRPCIsDescribedWithItsMessages() {
        let text = Contract.pool.text(
            describing: "rollcall.rpc.v1.ReflectionService/GetDescriptors")
        #expect(
            text == """
                rpc GetDescriptors(rollcall.rpc.v1.GetDescriptorsRequest) returns \
                (rollcall.rpc.v1.GetDescriptorsResponse);  // for anyone
                message rollcall.rpc.v1.GetDescriptorsRequest {
                  oneof key {
                    string symbol = 1;
                    string file = 2;
                  }
                }
                message rollcall.rpc.v1.GetDescriptorsResponse {
                  repeated bytes files = 1;
                }
                """)
    }

    @Test func sensitiveFieldsAndEnumsAreShown() {
        let message = Contract.pool.text(describing: "rollcall.v1.SignInRequest")
        #expect(message?.contains("string password = 2;  // sensitive") == true)
        let type = Contract.pool.text(describing: "rollcall.rpc.v1.ServingStatus")
        #expect(type?.contains("  SERVING_STATUS_SERVING = 1;\n") == true)
        #expect(Contract.pool.text(describing: "no.Such") == nil)
    }
}
