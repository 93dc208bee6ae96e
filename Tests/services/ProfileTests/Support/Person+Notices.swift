import RollcallAPI
import RollcallRPC

@testable import Profile

extension Person {
    func allNotices() async throws -> [TakeDownNotice] {
        try await allPages {
            let page = try await peers.listTakeDownNotices(
                ListTakeDownNoticesRequest(pageSize: 2, pageToken: $0), options: options())
            return (page.notices, page.nextPageToken)
        }
    }

    func removeNotices(_ ids: [String]) async throws {
        _ = try await peers.removeTakeDownNotices(
            RemoveTakeDownNoticesRequest(noticeIDs: ids), options: options())
    }

    func exportedNotices(_ user: String) async throws -> [UnsentNotice] {
        let parts = try await peers.exportProfile(
            ExportProfileRequest(userID: user), options: options())
        return try await parts.next()?.unsentNotices ?? []
    }
}

extension ProfileServer {
    /// Takes away as many bios of one user.
    func takeDown(_ count: Int) async throws {
        let anna = try await user(named: "anna")
        for number in 0..<count {
            try await anna.update(.changing(bio: "buy"))
            try await self.operator.takeDown(
                [.bio], of: .userID(anna.id), because: "\(number)")
        }
    }
}
