import AccessTokens
import Blobs
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileAdminHandler {
    package func getReport(
        _ request: GetReportRequest, responses: ResponseWriter<GetReportResponse>,
        context: CallContext
    ) async throws {
        let id = try UUIDv7(request: request.reportID, field: "report_id", of: "report")
        let (details, photo) = try await store.report(id)
        try await withTimeLimit(configuration.downloadTime) {
            try await responses.send(GetReportResponse(part: .report(details)))
            // The rest is of use also without a photo that is damaged.
            guard let photo else { return }
            for chunk in try await photos.bytes(of: photo.id, keptFor: id).chunks() {
                try await responses.send(GetReportResponse(part: .photoChunk(chunk)))
            }
        }
    }
}

extension PhotoArchive {
    /// - Throws: `reportNotFound` for a report that was decided meanwhile; `photoDamaged`.
    fileprivate func bytes(of photo: BlobID, keptFor report: UUIDv7) async throws -> [UInt8] {
        do {
            return try await blobs.read(photo)
        } catch BlobError.exhausted {
            throw RPCError.overloaded
        } catch is BlobError {
            _ = try await store.report(report)
            logger.error("a stored photo is damaged", metadata: ["photo.id": "\(photo)"])
            throw RPCError.photoDamaged
        }
    }
}
