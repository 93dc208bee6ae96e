import AccessTokens
import RollcallAPI
import RollcallRPC
import RollcallRules

extension ProfileHandler {
    package func checkDisplayName(
        _ request: CheckDisplayNameRequest, context: CallContext
    ) async throws -> CheckDisplayNameResponse {
        let user = try context.signedInUserID
        guard let name = DisplayName(request.displayName) else {
            let broken = try await store.rulesBroken(byChoosing: request.displayName)
            let position = DisplayNameRules.badCharacterPosition(in: request.displayName)
            return CheckDisplayNameResponse(reasons: broken, position: position.map(UInt32.init))
        }
        switch try await store.obstacle(to: name, for: user, now: clock()) {
        case nil:
            return CheckDisplayNameResponse(isAvailable: true)
        case .reserved:
            return CheckDisplayNameResponse(reasons: [.displayNameReserved])
        case .taken:
            return CheckDisplayNameResponse(
                reasons: [.displayNameTaken],
                suggestions: try await suggestions(
                    insteadOf: name,
                    limit: min(
                        request.maxSuggestions.map(Int.init) ?? NameSuggestions.limit,
                        NameSuggestions.limit)))
        }
    }

    private func suggestions(insteadOf name: DisplayName, limit: Int) async throws -> [String] {
        var suggestions: [DisplayName] = []
        for endings in NameSuggestions.batches where suggestions.count < limit {
            let candidates = try NameSuggestions.candidates(insteadOf: name, endings, .system)
            let free = try await store.free(among: candidates, now: clock())
            suggestions = NameSuggestions.chosen(from: suggestions + free, limit: limit)
        }
        return suggestions.map(\.text)
    }
}
