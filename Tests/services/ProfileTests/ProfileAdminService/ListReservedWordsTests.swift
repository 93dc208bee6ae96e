import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@testable import Profile

@Suite(.serialized) struct ListReservedWordsTests {
    @Test(arguments: [1, 7, 499])
    func eachWordIsListedOnceHoweverLongThePages(_ size: UInt32) async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            for number in 0..<30 { try await server.operator.reserveWord("w\(number)x") }
            try await server.operator.releaseWord("root")
            let words = try await server.operator.words(pageSize: size)
            #expect(Set(words.map(\.word)).count == words.count)
            #expect(words == (try await server.operator.words()))
            #expect(words.filter { !$0.isReserved }.map(\.word) == ["root"])
        }
    }

    @Test func onlyWhatDiffersFromTheBeginningIsKept() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let beginning = try await server.operator.words()
            #expect(beginning.allSatisfy { $0.isReserved && $0.isBuiltIn && $0.changedAtMs == 0 })
            #expect(
                beginning.count
                    == Set(ReservedNames.words.map(NameSkeleton.init(ofReserved:))).count)
            for _ in 0..<2 {
                try await server.operator.reserveWord("boss", because: "once")
                try await server.operator.releaseWord("admin", because: "a band")
            }
            let words = try await server.operator.words()
            #expect(words.count == beginning.count + 1)
            let admin = try #require(words.first { $0.word == "admin" })
            #expect(!admin.isReserved && admin.isBuiltIn && admin.reason == "a band")
            try await server.operator.releaseWord("boss")
            try await server.operator.releaseWord("boss")
            try await server.operator.reserveWord("admin")
            #expect(try await server.operator.words() == beginning)
            #expect(try await server.count("reservedWord") == 0)
        }
    }
}
