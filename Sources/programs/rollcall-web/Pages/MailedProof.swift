import RollcallAPI
import RollcallBasics
import RollcallRPC

extension FormFields {
    /// The token of a mail's link: the script has put it into the form, or the reader has pasted it
    /// or the whole link. Nil for a code, which has no letters.
    var linkToken: String? {
        guard self["token"].isEmpty else { return self["token"] }
        return self["code"].utf8.contains(where: \.isASCIILetter) ? self["code"] : nil
    }
}

extension Visit {
    /// The fields for what a mail has. Where the script finds a token in the page's address, it
    /// hides what is for typing.
    ///
    /// - Parameter label: the key of the field's label, and with `.hint` of its hint.
    func mailedProof(_ label: String) -> HTML {
        let field = Field(
            name: "code", autocomplete: "one-time-code", value: form["code"], label: label,
            hint: "\(label).hint", attributes: .verbatim)
        // A token that was refused is not sent again.
        let token = problems.sentence("code") == nil ? form["token"] : ""
        return """
            \(hidden("token", token))<div data-without-token>
            \(html(field))</div>

            """
    }

    /// What a link is for, which uses nothing up. A page follows only links of its own kind.
    ///
    /// - Throws: `RPCError`.
    func link(_ token: String, for purpose: LinkPurpose) async throws -> DescribeLinkResponse {
        let link = try await site.accounts.describeLink(
            DescribeLinkRequest(linkToken: token), options: options)
        guard link.purpose == purpose else {
            throw RPCError.violation(.notFound, .linkInvalid, field: "link_token", "another kind")
        }
        return link
    }
}
