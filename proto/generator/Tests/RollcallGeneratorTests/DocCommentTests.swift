import Testing

@testable import RollcallGenerator

struct DocCommentTests {
    @Test func aCommentBecomesADocCommentOfAtMostAHundredColumns() throws {
        let sentence = "A sentence that is said again and again."
        let files = try Generation.swift(
            from: """
                syntax = "proto3";
                package test;
                // \(String(repeating: sentence + " ", count: 6))
                //
                // Errors: NONE.
                message M {}
                """)
        let lines = try #require(files["test.swift"]).split(
            separator: "\n", omittingEmptySubsequences: false)
        let comment = lines.filter { $0.hasPrefix("///") }
        #expect(comment.allSatisfy { $0.count <= 100 })
        #expect(comment.suffix(2) == ["///", "/// Errors: NONE."])
        #expect(comment.count == 5)
    }
}
