import RollcallRPC
import Testing

@testable import ConnectHTTP

struct ConnectCodeTests {
    /// The table of https://connectrpc.com/docs/protocol#error-codes.
    @Test func codesHaveTheNamesAndStatusesOfTheProtocol() {
        let table: [(String, Int)] = [
            ("canceled", 499), ("unknown", 500), ("invalid_argument", 400),
            ("deadline_exceeded", 504), ("not_found", 404), ("already_exists", 409),
            ("permission_denied", 403), ("resource_exhausted", 429), ("failed_precondition", 400),
            ("aborted", 409), ("out_of_range", 400), ("unimplemented", 501), ("internal", 500),
            ("unavailable", 503), ("data_loss", 500), ("unauthenticated", 401),
        ]
        let codes = StatusCode.allCases.filter { $0 != .ok }
        #expect(codes.count == table.count)
        for (code, (name, status)) in zip(codes, table) {
            #expect(code.connectName == name)
            #expect(code.httpStatus.code == status)
        }
    }
}
