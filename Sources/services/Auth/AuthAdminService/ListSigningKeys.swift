import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func listSigningKeys(
        _ request: ListSigningKeysRequest, context: CallContext
    ) async throws -> ListSigningKeysResponse {
        ListSigningKeysResponse(keys: summaries(try await rotation.list()))
    }

    func summaries(_ keys: [KeySchedule.Key]) -> [SigningKeySummary] {
        let signer = rotation.ring.signer.keyID
        return keys.map { key in
            SigningKeySummary(
                keyID: key.id, createdAtMs: key.createdAt, signingStartsAtMs: key.signsFrom,
                retiredAtMs: key.retiredAt ?? 0, isSigning: key.id == signer)
        }
    }
}
