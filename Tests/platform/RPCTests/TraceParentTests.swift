import Testing

@testable import RollcallRPC

@Suite struct TraceParentTests {
    private static let example = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    @Test func theStandardsExampleIsRead() throws {
        let parent = try #require(TraceParent(Self.example))
        #expect(parent.trace == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(parent.span == "00f067aa0ba902b7")
        #expect(parent.description == Self.example)
    }

    @Test(arguments: [
        "", "00", "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-extra",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0g",
        "00-4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7-01",
        "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.extra",
    ])
    func whatBreaksTheRulesIsNoTrace(_ text: String) {
        #expect(TraceParent(text) == nil)
    }

    @Test func aLaterVersionIsReadAsFarAsItIsKnown() throws {
        let later = "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-ff-what-is-to-come"
        #expect(TraceParent(later)?.description == Self.example)
    }

    @Test func aChildBelongsToTheTraceAndIsASpanOfItsOwn() throws {
        let parent = try #require(TraceParent(Self.example))
        let children = Set((0..<100).map { _ in parent.child().span })
        #expect(children.count == 100 && !children.contains(parent.span))
        #expect(parent.child().trace == parent.trace)
    }

    @Test func whatIsWrittenIsReadAgain() {
        for flags in ["00", "01"] {
            for _ in 0..<100 {
                let child = TraceParent(Self.example.dropLast(2) + flags)?.child()
                #expect(child?.description.utf8.count == 55)
                #expect(child?.description.hasSuffix(flags) == true)
                #expect(child.map { TraceParent($0.description) } == child)
            }
        }
    }
}
