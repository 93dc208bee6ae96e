import MessageJSON
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AccountDataHandler {
    package func exportAccount(
        _ request: ExportAccountRequest, responses: ResponseWriter<ExportAccountResponse>,
        context: CallContext
    ) async throws {
        let (_, account) = try await callers.reauthenticate(
            request.password, field: "password", context)
        // Nothing is counted when it fails: the other services may be away for a moment.
        let permit = try limits.permit(.exportAccount, of: .account(account.id))
        let (files, profile): ([File], ProfileExport?) = try await limits.attempt([permit]) { _ in
            let parts = (try await self.files(of: account.id), try await names.export(account.id))
            try await store.keep([permit])
            return .recorded(parts)
        } beyond: {
            throw RPCError.exportedTooOften($0)
        }
        var archive = AccountArchive(now: clock()) { chunk in
            try await responses.send(ExportAccountResponse(chunk: chunk))
        }
        for file in files { try await archive.add(file.name, file.bytes) }
        if let profile { try await archive.add(profile) }
        try await archive.finish()
    }

    private typealias File = (name: String, bytes: [UInt8])

    /// All but the photo, which may be large.
    private func files(of id: UUIDv7) async throws -> [File] {
        guard let own = try await store.export(of: id) else { throw RPCError.sessionEnded }
        let presence = try await presence.export(id)
        return [
            ("account.json", own.account.file), ("sessions.json", JSON.array(own.sessions).file),
            ("devices.json", JSON.array(own.devices).file),
            ("mail.json", JSON.array(own.mails).file),
            ("presence.json", JSON.exported(presence).file),
        ]
    }
}

extension RPCError {
    /// - Parameter wait: until the account can be exported again.
    fileprivate static func exportedTooOften(_ wait: Duration) -> RPCError {
        .retryLater(
            .resourceExhausted, .exportedTooOften, after: wait,
            "the account was exported already; try again later")
    }
}
