import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AccountDataHandler {
    package func exportAccount(
        _ request: ExportAccountRequest, responses: ResponseWriter<ExportAccountResponse>,
        context: CallContext
    ) async throws {
        let (_, account) = try await callers.reauthenticate(
            request.proof, for: AccountDataServiceMethods.exportAccount, context)
        // Only a complete export counts: the other services may fail, and so may the caller's disk.
        let permit = try limits.permit(.exportAccount, of: .account(account.id))
        var attempt = limits.attempt()
        if let wait = await attempt.take([permit]) {
            throw RPCError.retryLater(
                .resourceExhausted, .exportedTooOften, after: wait,
                "the account was exported already; try again later")
        }
        try await store.note(.accountExported, of: account.id, now: clock())
        try await export(account.id, by: responses)
        try await attempt.spend()
    }

    private func export(
        _ id: UUIDv7, by responses: ResponseWriter<ExportAccountResponse>
    ) async throws {
        guard let files = try await store.export(of: id) else { throw RPCError.sessionEnded }
        let presence = try await peers.records.export(id)
        let profile = try await peers.names.export(id)
        var archive = AccountArchive(now: clock()) { chunk in
            try await responses.send(ExportAccountResponse(chunk: chunk))
        }
        for file in files { try await archive.add(file.name, file.message) }
        try await archive.add("presence.json", presence)
        if let profile { try await archive.add(profile) }
        try await archive.finish()
    }
}
