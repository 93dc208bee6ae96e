import RollcallClient
import RollcallPhotos
import Testing

struct SetPhotoTests {
    /// What every PNG begins with.
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    @Test func aPhotoThatCannotBePreparedIsNotSent() async throws {
        let session = try Deployment().session()
        await #expect(throws: PhotoProgramError.broken) {
            try await session.setPhoto(Self.signature)
        }
        await #expect(throws: PhotoProgramError.notAPhoto) {
            try await session.setPhoto([1, 2, 3])
        }
        await #expect(throws: PhotoProgramError.programMissing("at /nowhere")) {
            try await session.setPhoto(
                Self.signature, preparedBy: PhotoProgram(path: "/nowhere"))
        }
    }
}
