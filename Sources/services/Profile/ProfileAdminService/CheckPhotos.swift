import RollcallAPI
import RollcallRPC

extension ProfileAdminHandler {
    package func checkPhotos(
        _ request: CheckPhotosRequest, responses: ResponseWriter<CheckPhotosResponse>,
        context: CallContext
    ) async throws {
        let rate =
            request.bytesPerSecond == 0 ? ReadPace.usualRate : Int(clamping: request.bytesPerSecond)
        guard ReadPace.rates.contains(rate) else {
            throw RPCError.malformed(
                "bytes_per_second", "a rate is from 65536 to 1073741824 bytes a second")
        }
        guard request.checkedParts < UInt32(PhotoCheck.parts) else {
            throw RPCError.malformed("checked_parts", "a check has \(PhotoCheck.parts) parts")
        }
        log.note(context, ["photos.mend": "\(request.mend)"])
        var check = PhotoCheck(
            archive: photos, isMending: request.mend, isLossAccepted: request.acceptLoss,
            clock: clock, pace: ReadPace(rate: rate))
        // The caller may lose the session or the role in a check of many photos.
        let mayGoOn = {
            if request.mend { try await authenticator.checkStillKnown(context) }
        }
        try await check.run(after: Int(request.checkedParts), mayGoOn: mayGoOn) {
            try await responses.send($0)
        }
    }
}
