import RollcallAPI
import RollcallRPC

extension ProfileAdminHandler {
    package func getNameHistory(
        _ request: GetNameHistoryRequest, context: CallContext
    ) async throws -> GetNameHistoryResponse {
        let name = try DisplayName(given: request.displayName)
        let limit = PageSize(request.pageSize).limit
        let history = try await store.history(
            of: name, before: request.beforeNumber == 0 ? nil : Int(request.beforeNumber),
            limit: limit, now: clock())
        return GetNameHistoryResponse(
            tenures: history.tenures.map(\.message), hasMore: history.tenures.count == limit,
            heldForUserID: history.holder?.description ?? "",
            quarantinedUntilMs: history.quarantineEnd ?? 0)
    }
}

extension NameHistory.Tenure {
    fileprivate var message: NameTenure {
        NameTenure(
            number: UInt32(number), userID: user?.description ?? "", displayName: name,
            fromMs: from, untilMs: until ?? 0, givenReason: givenReason ?? "",
            takenReason: takenReason ?? "")
    }
}
