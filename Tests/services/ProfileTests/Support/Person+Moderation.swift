import RollcallAPI
import RollcallRPC
import Testing

extension Person {
    func report(
        _ key: UserKey.Key?, _ reason: ReportReason = .spam, note: String = ""
    ) async throws {
        _ = try await profiles.reportProfile(
            ReportProfileRequest(user: UserKey(key: key), reason: reason, note: note),
            options: options())
    }

    /// All open reports, page after page.
    func reports(pageSize: UInt32 = 0) async throws -> [Report] {
        try await allPages {
            let request = ListReportsRequest(pageSize: pageSize, pageToken: $0)
            let page = try await administration.listReports(request, options: options())
            return (page.reports, page.nextPageToken)
        }
    }

    func details(of report: String) async throws -> (details: ReportDetails, photo: [UInt8]) {
        let parts = try await administration.getReport(
            GetReportRequest(reportID: report), options: options())
        guard case .report(let details) = try await parts.next()?.part else {
            return (ReportDetails(), [])
        }
        var photo: [UInt8] = []
        while case .photoChunk(let chunk) = try await parts.next()?.part { photo += chunk }
        return (details, photo)
    }

    @discardableResult
    func decide(
        _ report: String, takingDown fields: [ProfileField] = [],
        because reason: String = "as the test wants it", allowingPhoto: Bool = false
    ) async throws -> DecideReportResponse {
        try await administration.decideReport(
            DecideReportRequest(
                reportID: report, takeDown: fields, reason: reason, allowPhoto: allowingPhoto),
            options: options())
    }

    @discardableResult
    func takeDown(
        _ fields: [ProfileField], of user: UserKey.Key?,
        because reason: String = "as the test wants it", allowingPhoto: Bool = false
    ) async throws -> TakeDownResponse {
        try await administration.takeDown(
            TakeDownRequest(
                user: UserKey(key: user), fields: fields, reason: reason,
                allowPhoto: allowingPhoto), options: options())
    }

    /// All refused photos, page after page.
    func refusedPhotos(pageSize: UInt32 = 0) async throws -> [RefusedPhoto] {
        try await allPages {
            let request = ListRefusedPhotosRequest(pageSize: pageSize, pageToken: $0)
            let page = try await administration.listRefusedPhotos(request, options: options())
            return (page.photos, page.nextPageToken)
        }
    }

    func allowPhoto(_ id: String) async throws {
        _ = try await administration.allowPhoto(
            AllowPhotoRequest(photoID: id), options: options())
    }
}

extension ProfileServer {
    /// A user with something in every field, who was reported.
    func reported() async throws -> (user: Person, report: String) {
        let reporter = try await user(named: "reporter")
        let berta = try await user(named: "berta")
        _ = try await berta.upload(TestPhoto.made(1))
        try await berta.update(
            .changing(
                bio: "buy", pronouns: "she/her", location: "Oslo",
                links: ["https://example.org/"]))
        try await reporter.report(.userID(berta.id))
        return (berta, try #require(try await self.operator.reports().first).reportID)
    }
}
