import Blobs
import RollcallAPI
import RollcallRPC
import Storage
import TestServers
import Testing

@testable import JPEG
@testable import Profile

@Suite(.serialized) struct RefusalsTests {
    @Test(arguments: [
        (JPEGError.notJPEG, StatusCode.invalidArgument, Reason.photoNotJpeg),
        (.truncated, .invalidArgument, .photoNotJpeg),
        (.malformedHuffmanTable, .invalidArgument, .photoNotJpeg),
        (.tooManyBytes, .resourceExhausted, .photoTooLarge),
        (.tooManyPixels(width: 1, height: 9999), .invalidArgument, .photoDimensionsTooLarge),
        (.unsupportedComponentCount(4), .invalidArgument, .photoUnsupported),
        (.unsupportedCoding, .invalidArgument, .photoUnsupported),
        (.tooManyScans, .invalidArgument, .photoUnsupported),
        (.tooMuchScanning, .invalidArgument, .photoUnsupported),
    ])
    func aBrokenRuleOfAPhotoHasItsReason(
        _ error: JPEGError, _ code: StatusCode, _ reason: Reason
    ) {
        #expect(RPCError(error, .usual).is(code, reason))
    }

    @Test func whatIsTooLargeIsToldTheLimitThatHolds() throws {
        let limits = try #require(PhotoLimits(bytes: 500_000, side: 1000))
        #expect(
            RPCError(JPEGError.tooManyBytes, limits).message == "a photo has at most 500000 bytes")
        #expect(
            RPCError(JPEGError.tooManyPixels(width: 1001, height: 7), limits).message
                == "a photo has at most 1000 pixels a side; this one is 1001 x 7")
        #expect(RPCError(BlobError.tooLarge, .usual).map(\.message) == "a photo has at most 5 MiB")
    }

    /// A name of ours, such as `unexpectedMarker(123)`, says nothing to the user who chose the
    /// photo.
    @Test(arguments: [
        (
            JPEGError.unexpectedMarker(0x7B),
            "the JPEG is damaged: the marker 0xFF7B has no place there"
        ),
        (
            .unsupportedCoding,
            "the JPEG is lossless, hierarchical or arithmetically coded, and not baseline or "
                + "progressive with Huffman codes"
        ),
        (.tooManyScans, "the JPEG has more than 64 scans"),
        (.unsupportedComponentCount(4), "the JPEG is CMYK, and neither in colours (RGB) nor gray"),
        (.otherFormat(.heic), "the file is a HEIC, not a JPEG"),
    ])
    func aPhotoIsRefusedInPlainWords(_ error: JPEGError, _ message: String) {
        #expect(RPCError(error, .usual).message == message)
    }

    @Test func whatHelpsTheCallerIsSaidAndNothingElse() {
        #expect(RPCError(StorageError.noSpace) == .noSpace)
        #expect(RPCError(StorageError.overloaded) == .overloaded)
        #expect(RPCError(StorageError.closed)?.code == .unavailable)
        #expect(RPCError(StorageError.corrupt("page 7")) == nil)
        #expect(RPCError(BlobError.noSpace, .usual) == .noSpace)
        #expect(RPCError(BlobError.tooLarge, .usual) == .photoTooLarge(.usual))
        #expect(RPCError(BlobError.failed(5), .usual) == nil)
        for error in [RPCError.noSpace, .overloaded] {
            #expect(error.detail(ErrorInfo.self)?.retryAfterMs ?? 0 > 0)
        }
    }

    @Test func aFullDatabaseIsSaidAndReadingGoesOn() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            try await server.limitPages(Query("PRAGMA max_page_count = 1"))
            let error = try await failure {
                for number in 0..<1000 {
                    try await server.service.hold("name\(number)", for: server.stranger().id)
                }
            }
            #expect(error.is(.resourceExhausted, .noSpace))
            #expect(try await anna.profile(named: "anna")?.userID == anna.id)
            try await server.limitPages(Query("PRAGMA max_page_count = 10000"))
            _ = try await server.user(named: "berta")
        }
    }
}

extension ProfileServer {
    fileprivate func limitPages(_ pragma: Query<Int>) async throws {
        _ = try await store.database.write { try $0.first(pragma) }
    }
}
