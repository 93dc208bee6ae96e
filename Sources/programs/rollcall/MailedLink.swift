import RollcallAPI
import RollcallClient

/// What stands behind the `#` of a link in a mail.
struct MailedLink {
    /// For commands that take one.
    static let help = """
        What stands behind the # of the mail's link; - reads it from standard input, where nobody \
        sees it in the list of processes.
        """

    let token: String

    /// - Parameter argument: the token, or `-` for the first line of standard input.
    init(_ argument: String) throws {
        token =
            try argument == "-"
            ? SecretFile.firstLine(of: argument, "the token of the link") : argument
    }

    /// Follows the link, if it is for this: nobody is to be surprised by what a link does.
    ///
    /// - Throws: `Failure` for one that is for something else.
    func follow(
        for purpose: LinkPurpose, _ rollcall: RollcallSession
    ) async throws -> FollowLinkResponse {
        let description = try await rollcall.account.describeLink(
            DescribeLinkRequest(linkToken: token))
        guard description.purpose == purpose else {
            throw Failure(
                .invalid, "The link is for something else. The mail that it came with says what.")
        }
        return try await rollcall.account.followLink(FollowLinkRequest(linkToken: token))
    }
}
