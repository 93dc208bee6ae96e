import RollcallAPI
import RollcallRPC

extension AccountHandler {
    package func setLocale(
        _ request: SetLocaleRequest, context: CallContext
    ) async throws -> SetLocaleResponse {
        var rules = BrokenRules()
        guard let locale = rules.check(locale: request.locale) else {
            throw rules.refusal(of: SetLocaleRequest.self)
        }
        let (_, account) = try await callers.caller(of: context)
        try await store.setLocale(locale, of: account.id)
        return SetLocaleResponse(account: try await info(of: account.id))
    }
}
