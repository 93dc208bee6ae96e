import Testing

@testable import RollcallRPC

@Suite struct TraceParentTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let span = "b7ad6b7169203331"

    @Test func itIsReadAndWritten() throws {
        let text = "00-\(Self.trace)-\(Self.span)-01"
        let parent = try #require(TraceParent(text))
        #expect(parent.traceID == Self.trace && parent.spanID == Self.span && parent.isSampled)
        #expect(parent.description == text)
    }

    @Test func onlyTheSampledFlagIsPassedOn() throws {
        #expect(TraceParent("00-\(Self.trace)-\(Self.span)-fe")?.isSampled == false)
        let parent = try #require(TraceParent("00-\(Self.trace)-\(Self.span)-ff"))
        #expect(parent.description.hasSuffix("-01"))
    }

    @Test func aLaterVersionIsReadAsFarAsItIsKnown() throws {
        let parent = try #require(TraceParent("cc-\(Self.trace)-\(Self.span)-01-what-comes"))
        #expect(parent.description == "00-\(Self.trace)-\(Self.span)-01")
        #expect(TraceParent("cc-\(Self.trace)-\(Self.span)-01") != nil)
    }

    @Test(arguments: [
        "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-0", "00-\(trace)-\(span)-01-",
        "00-\(trace)-\(span)-011", "cc-\(trace)-\(span)-01.what", "ff-\(trace)-\(span)-01",
        "00-00000000000000000000000000000000-\(span)-01", "00-\(trace)-0000000000000000-01",
        "00-\(trace.uppercased())-\(span)-01", "00_\(trace)-\(span)-01", "00-\(trace)-\(span)-0x",
        "g0-\(trace)-\(span)-01", "00-\(trace)-\(span)--1", "00-\(trace)é-\(span)-01",
        "00-\(trace)-\(span)-0\u{0}",
    ])
    func whatTheSpecificationCallsInvalidIsIgnored(_ text: String) {
        #expect(TraceParent(text) == nil)
    }

    @Test func aChildHasTheTraceAndASpanOfItsOwn() throws {
        let parent = try #require(TraceParent("00-\(Self.trace)-\(Self.span)-01"))
        let child = parent.child(0x1F)
        #expect(child.description == "00-\(Self.trace)-000000000000001f-01")
        #expect(TraceParent(child.description) == child)
    }
}
