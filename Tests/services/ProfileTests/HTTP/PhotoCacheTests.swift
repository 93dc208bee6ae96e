import Blobs
import NIOCore
import Testing

@testable import Profile

@Suite struct PhotoCacheTests {
    private func id(_ number: Int) throws -> BlobID {
        let digits = String(number)
        return try #require(BlobID(String(repeating: "0", count: 64 - digits.count) + digits))
    }

    @Test func itNeverHoldsMoreThanItsCapacityAndKeepsWhatIsAskedFor() throws {
        let cache = PhotoCache(capacity: 800)
        try cache.keep(ByteBuffer(repeating: 1, count: 100), of: id(0))
        for number in 1..<100 {
            try cache.keep(ByteBuffer(repeating: UInt8(number), count: 100), of: id(number))
            #expect(try cache[id(0)]?.readableBytes == 100)
            let kept = try (0..<100).filter { try cache[id($0)] != nil }
            #expect(kept.count <= 8 && kept.contains(number))
            // Asking for all of them was a use of each; this one is the last.
            _ = try cache[id(0)]
        }
    }

    @Test func aPhotoThatWouldDriveOutTheOthersIsNotKept() throws {
        let cache = PhotoCache(capacity: 800)
        try cache.keep(ByteBuffer(repeating: 1, count: 100), of: id(1))
        try cache.keep(ByteBuffer(repeating: 2, count: 101), of: id(2))
        #expect(try cache[id(2)] == nil)
        #expect(try cache[id(1)] != nil)
    }
}
