import RollcallAPI
import RollcallRPC
import Storage
import Tables
import Testing

@Suite struct RefusalTests {
    @Test func callersAreAskedToComeAgainOrToLook() {
        let away = RPCError(StorageError.unavailable("secret"))
        #expect(away?.code == .unavailable && away?.isOverload == true)
        #expect(away?.message.contains("secret") == false)
        #expect(RPCError(StorageError.unknownOutcome)?.code == .unknown)
    }

    @Test func whatTheMachineLacksIsAnOverload() {
        #expect(RPCError(StorageError.exhausted("no memory"))?.reasons == [.overloaded])
    }
}
