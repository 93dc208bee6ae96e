import MessageJSON
import TestSupport
import Testing

struct DescriptorPoolTests {
    @Test func aServiceHasItsMethodsAndWhoMayCallThem() throws {
        let pool = try TestSchema.pool
        let signOut = try #require(pool.method("rollcall.v1.AuthService/SignOut"))
        #expect(signOut.request == "rollcall.v1.SignOutRequest" && signOut.access == 3)
        #expect(!signOut.clientStreams && !signOut.serverStreams)
        #expect(pool.method("rollcall.v1.AuthService/Nothing") == nil)
        #expect(pool.method("rollcall.v1.AuthService") == nil)
    }

    @Test func aFileIsFoundByWhatItDeclares() throws {
        let pool = try TestSchema.pool
        for symbol in ["AuthService", "AuthService/SignUp", "SignUpRequest", "Tokens"] {
            #expect(pool.file(declaring: "rollcall.v1.\(symbol)")?.name == "rollcall/v1/auth.proto")
        }
        let kind = pool.file(declaring: "rollcall.test.Everything.Inner.Kind")
        #expect(kind?.name == "everything.proto")
        #expect(pool.file(declaring: "rollcall.v1.Nothing") == nil)
    }

    /// `file(n)` imports `file(n + 1)`, and so on in a circle.
    private static func circle(of count: Int) -> [[UInt8]] {
        (0..<count).map { index in
            let (name, next) = (Array("f\(index)".utf8), Array("f\((index + 1) % count)".utf8))
            return [0x0A, UInt8(name.count)] + name + [0x1A, UInt8(next.count)] + next
        }
    }

    @Test func filesThatImportEachOtherInACircleAreListedOnce() throws {
        let pool = try DescriptorPool(Self.circle(of: 50))
        let first = try #require(pool.files["f0"])
        #expect(pool.closure(of: first).map(\.name) == (0..<50).map { "f\($0)" })
    }

    @Test func tooManyFilesAreRefused() {
        #expect(throws: MappingError.self) { try DescriptorPool(Self.circle(of: 1025)) }
    }

    @Test func typesDeclaredWithinTypesEndlesslyAreRefused() {
        var type: [UInt8] = []
        for _ in 0..<5000 { type = [0x1A] + Self.varint(type.count) + type }
        let file = [0x22] + Self.varint(type.count) + type
        #expect(throws: MappingError.self) { try DescriptorPool([file]) }
    }

    private static func varint(_ value: Int) -> [UInt8] {
        value < 128 ? [UInt8(value)] : [UInt8(value & 127) | 128] + varint(value >> 7)
    }

    @Test func brokenDescriptorsNeverTrap() throws {
        let pool = try TestSchema.pool
        let whole = try #require(pool.files["everything.proto"]).encoded
        var generator = TestNumbers(seed: 11)
        var taken = 0
        for _ in 0..<500 {
            var bytes = whole
            for _ in 0..<2 {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[index] = .random(in: 0...255, using: &generator)
            }
            guard let broken = try? DescriptorPool([bytes]) else { continue }
            taken += 1
            _ = try? broken.message(
                json: Array(#"{"inner":{},"textsByText":{"a":"b"},"color":1}"#.utf8),
                as: "rollcall.test.Everything")
        }
        #expect(taken > 10)
    }
}
