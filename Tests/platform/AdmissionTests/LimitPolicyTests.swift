import Admission
import Testing

@Suite struct LimitPolicyTests {
    @Test func aPolicyIsReadFromItsText() {
        #expect(LimitPolicy("10/900") == LimitPolicy(10, per: 900))
        #expect(LimitPolicy("200/1:2000") == LimitPolicy(200, per: 1, burst: 2000))
        for text in [
            "", "10", "/", "10/", "/900", "0/900", "10/0", "-1/900", "10/900:", "10/900:0",
            "10/900:1:1", "10/900/1", "1e3/1", " 10/900", "1000001/1", "1/2592001", "off",
        ] {
            #expect(LimitPolicy(text) == nil, "\(text)")
        }
    }
}
