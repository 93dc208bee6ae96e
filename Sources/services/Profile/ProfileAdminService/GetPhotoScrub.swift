import RollcallAPI
import RollcallRPC

extension ProfileAdminHandler {
    package func getPhotoScrub(
        _ request: GetPhotoScrubRequest, context: CallContext
    ) async throws -> GetPhotoScrubResponse {
        let state = try await store.scrubState()
        return GetPhotoScrubResponse(
            isOn: scrub != nil, lastPassEndedAtMs: state.endedAt ?? 0,
            beganAtMs: state.beganAt ?? 0, lastFileID: state.lastFile?.hex ?? "",
            files: UInt64(clamping: state.files), bytes: UInt64(clamping: state.bytes),
            damagedFiles: UInt64(clamping: state.damagedFiles), trouble: state.trouble ?? "",
            nextAtMs: state.nextAt,
            damagedPhotos: UInt64(clamping: try await store.damagedPhotoCount()))
    }
}
