import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileHandler {
    package func checkDisplayName(
        _ request: CheckDisplayNameRequest, context: CallContext
    ) async throws -> CheckDisplayNameResponse {
        let user = try context.signedInUserID
        let broken = try await rulesBroken(byChoosing: request.displayName, for: user)
        guard broken.isEmpty, let name = DisplayName(request.displayName) else {
            return CheckDisplayNameResponse(
                reasons: broken,
                position: broken.contains(.displayNameBadCharacter)
                    ? DisplayName.badCharacterPosition(in: request.displayName).map(UInt32.init)
                    : nil)
        }
        guard try await store.isFree(name, for: user, now: clock()) else {
            return CheckDisplayNameResponse(
                reasons: [.displayNameTaken],
                suggestions: try await suggestions(insteadOf: name).map(\.text))
        }
        return CheckDisplayNameResponse(available: true)
    }

    /// Every rule that a text breaks as the new name of a user, `nil` for a stranger. Who has a name
    /// since before it was reserved may write it in other letters.
    func rulesBroken(byChoosing text: String, for user: UUIDv7?) async throws -> [Reason] {
        let broken = DisplayName.rulesBroken(byChoosing: text)
        guard broken == [.displayNameReserved], let user, let name = DisplayName(text),
            try await store.canonicalName(of: user) == name.canonical
        else { return broken }
        return []
    }

    private func suggestions(insteadOf name: DisplayName) async throws -> [DisplayName] {
        let candidates = try NameSuggestions.candidates(insteadOf: name, .system)
        let free = try await store.free(among: candidates, now: clock())
        return NameSuggestions.chosen(from: free)
    }
}
