/// Hands a mail on to those who deliver it. Where tests stand in between.
package protocol MailSender: Sendable {
    /// Returns when the mail is in others' hands, for good. It may then have been handed on more
    /// than once, under the same `Message-ID`.
    func send(_ message: MailMessage) async throws(MailFailure)
}
