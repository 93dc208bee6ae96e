import RollcallAPI
import RollcallRPC

extension AccountSettingsHandler {
    func setLocale(
        _ request: SetLocaleRequest, _ context: CallContext
    ) async throws -> SetLocaleResponse {
        let tag = LanguageTag(describing: request.locale)
        guard let locale = request.locale.isEmpty ? "" : tag?.text else {
            throw RPCError.malformed(
                "locale", "a locale is a language tag (BCP 47), such as de-AT")
        }
        var (_, account) = try await callers.caller(of: context)
        try await store.setLocale(locale, of: account.id)
        account.locale = locale
        return SetLocaleResponse(account: try await accounts.info(of: account))
    }
}
