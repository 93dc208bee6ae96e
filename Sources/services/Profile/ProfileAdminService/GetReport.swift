import AccessTokens
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
        try await withTimeLimit(downloadTime) {
            try await responses.send(GetReportResponse(part: .report(details)))
            // The rest is of use also without a photo that is damaged.
            guard let photo else { return }
            guard let bytes = try await photos.bytes(of: photo.id) else {
                // A decision since has removed the file.
                _ = try await store.report(id)
                throw RPCError.photoDamaged
            }
            for chunk in bytes.chunks() {
                try await responses.send(GetReportResponse(part: .photoChunk(chunk)))
            }
        }
    }
}
