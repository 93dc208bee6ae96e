import Blobs
import RollcallCrypto
import TestSupport
import Testing

@testable import Profile

@Suite struct PhotoClaimsTests {
    private let claims = PhotoClaims()

    @Test func uploadsOfTheSameBytesGoTogetherAndKeepTheCollectorAway() async throws {
        let photo = try id(1)
        await claims.beginUpload(of: photo)
        await claims.beginUpload(of: photo)
        #expect(claims.beginCollection(of: [photo, try id(2)]) == [try id(2)])
        claims.endUpload(of: photo)
        #expect(claims.beginCollection(of: [photo]) == [])
        claims.endUpload(of: photo)
        #expect(claims.beginCollection(of: [photo]) == [photo])
        #expect(claims.beginCollection(of: [photo]) == [])
    }

    @Test func anUploadWaitsForTheCollectorAndThenHasThePhoto() async throws {
        let photo = try id(1)
        #expect(claims.beginCollection(of: [photo]) == [photo])
        let uploads = (0..<3).map { _ in Task { await claims.beginUpload(of: photo) } }
        // So that they mostly wait by then; the outcome is the same if not.
        try await elapse(.milliseconds(20))
        claims.endCollection(of: [photo])
        for upload in uploads { await upload.value }
        for _ in uploads {
            #expect(claims.beginCollection(of: [photo]) == [])
            claims.endUpload(of: photo)
        }
        #expect(claims.beginCollection(of: [photo]) == [photo])
    }

    private func id(_ number: UInt8) throws -> BlobID {
        try #require(BlobID(SHA256Digest(of: [number]).description))
    }
}
