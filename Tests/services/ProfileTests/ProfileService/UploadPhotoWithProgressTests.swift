import RollcallAPI
import RollcallRPC
import TestServers
import TestSupport
import Testing

@testable import Profile

@Suite(.serialized) struct UploadPhotoWithProgressTests {
    @Test func whatWasTakenIsReportedWhileThePhotoIsSent() async throws {
        try await withProfileServer { server in
            let anna = try await server.user(named: "anna")
            let photo = TestPhoto.made(1, dataSize: 300_000)
            let call = try await begin(anna)
            var declaration: PhotoDeclaration? = PhotoDeclaration(of: photo)
            for (index, chunk) in photo.chunks().dropLast().enumerated() {
                try await call.send(UploadPhotoRequest(declaration: declaration, chunk: chunk))
                declaration = nil
                // Nothing is sent on before it is known to have been taken.
                let response = try await call.responses.next()
                #expect(response?.progress == .takenBytes(UInt32(65_536 * (index + 1))))
            }
            #expect(try await server.stored.ids() == [])
            try await call.send(UploadPhotoRequest(chunk: Array(photo.chunks().last ?? [])))
            call.finishSending()
            let answer = try #require(try await call.responses.next())
            let stored = try #require(try await anna.profile(of: anna.id)?.photo)
            #expect(answer.progress == .photo(stored) && stored.size == UInt32(photo.count))
            #expect(try await call.responses.next() == nil)
        }
    }

    @Test func itIsRefusedAsAnUploadWithoutReportsIs() async throws {
        try await withProfileServer { configuration in
            configuration.uploadsPerHour = RateLimit(2, per: .seconds(3600))
        } _: { server in
            let anna = try await server.user(named: "anna")
            _ = try await anna.upload(TestPhoto.made(1))
            for (code, reason) in [
                (StatusCode.invalidArgument, Reason.fieldMissing),
                (.resourceExhausted, .tooManyAttempts),
            ] {
                let call = try await begin(anna)
                try? await call.send(UploadPhotoRequest(chunk: TestPhoto.made(2)))
                call.finishSending()
                let error = try await failure { _ = try await call.responses.next() }
                #expect(error.is(code, reason))
            }
        }
    }

    private func begin(
        _ person: Person
    ) async throws -> BidirectionalCall<UploadPhotoRequest, UploadPhotoProgress> {
        try await person.profiles.uploadPhotoWithProgress(options: person.options())
    }
}
