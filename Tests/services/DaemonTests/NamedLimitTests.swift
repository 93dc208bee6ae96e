import RollcallRPC
import Testing

@testable import Daemon

@Suite struct NamedLimitTests {
    @Test(
        arguments: [
            ("a.b=60/30", RateLimit(60, per: .seconds(30))),
            ("a.b=60/30:5", RateLimit(60, per: .seconds(30), burst: 5)),
        ])
    func aLimitIsACountInSomeSecondsAndMayHaveABurst(text: String, rate: RateLimit) {
        let limit = NamedLimit(argument: text)
        #expect(limit?.name == "a.b" && limit?.rate == rate)
    }

    @Test(
        arguments: [
            "a", "a=", "a=1", "a=1/", "a=/1", "a=0/1", "a=1/0", "a=1/1:", "a=1/1:0", "a=1/1:1:1",
            "a=-1/1", "a=1000001/1", "a=off",
        ])
    func anythingElseIsNoLimit(text: String) {
        #expect(NamedLimit(argument: text) == nil)
    }
}
