import RollcallAPI
import RollcallCrypto
import RollcallRPC

@testable import Auth

/// What the tests of an administrator's mails have in common.
extension AuthServer {
    /// The mails in a state, page after page.
    func mails(in state: MailState) async throws -> [MailSummary] {
        var request = ListMailRequest(state: state, pageSize: 2)
        var mails: [MailSummary] = []
        repeat {
            let page = try await asOperator.listMail(request)
            mails += page.mails
            request.pageToken = page.nextPageToken
        } while !request.pageToken.isEmpty
        return mails
    }

    /// Mails that nobody sends, newest first.
    func deadMails(_ count: Int) async throws -> [String] {
        let ids = UUIDv7Generator(clock: clock.now)
        var made: [String] = []
        for _ in 0..<count {
            let id = try ids.next()
            let now = clock.now()
            try await auth.store.queue(
                MailItem(
                    id: id, kind: .test, account: nil, recipient: "anna@example.com",
                    locale: "en"), now: now)
            try await auth.store.record(.dead(atMs: now, "no"), of: id, by: nil)
            made.append(id.description)
        }
        return made.reversed()
    }
}
