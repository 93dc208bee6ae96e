import RollcallRPC
import Testing

@testable import Profile

@Suite struct BusyUploadsTests {
    private let start = ContinuousClock.now

    @Test func anUploadCountsForAMomentAndAgainWhileItIsStored() throws {
        var uploads = BusyUploads(limit: 2)
        var begun = [uploads.begin(from: nil, at: start), uploads.begin(from: nil, at: start)]
        #expect(uploads.begin(from: nil, at: start) == nil)
        let later = start + BusyUploads.arrival
        begun.append(uploads.begin(from: nil, at: later))
        // Three have begun, and none of them is refused.
        let numbers = try begun.map { try #require($0) }
        for number in numbers { uploads.beginStoring(number) }
        for number in numbers.dropLast() {
            #expect(uploads.begin(from: nil, at: later + .seconds(60)) == nil)
            uploads.end(number)
        }
        #expect(uploads.begin(from: nil, at: later + .seconds(60)) != nil)
    }

    @Test func anUploadThatEndsEarlyGivesItsPlaceBack() throws {
        var uploads = BusyUploads(limit: 1)
        for _ in 0..<3 {
            let begun = uploads.begin(from: nil, at: start)
            #expect(uploads.begin(from: nil, at: start) == nil)
            uploads.end(try #require(begun))
        }
    }

    @Test func anAddressWithManyUsersLeavesHalfToOthers() {
        var uploads = BusyUploads(limit: 8)
        let begun = (0..<8).map { _ in uploads.begin(from: .v4(1), at: start) }
        #expect(begun.compactMap(\.self).count == 4)
        #expect(uploads.begin(from: .v4(2), at: start) != nil)
    }
}
