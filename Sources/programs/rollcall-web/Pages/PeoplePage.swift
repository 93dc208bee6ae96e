import ConnectHTTP
import RollcallAPI
import RollcallRPC
import RollcallRules

/// Who is here: the people whom a search has found, otherwise the reader; one person for `user`.
enum PeoplePage: Page {
    static let path = "/people"
    static let names = ["prefix": "q", "note": "text"]

    static func show(_ visit: inout Visit) async throws -> Answer {
        let reader = try await visit.signedIn()
        let user = visit.form["user"].isEmpty ? visit.query["user"] : visit.form["user"]
        guard user.isEmpty else { return try await person(user, visit, reader) }
        let found = try await search(&visit, reader.options)
        let next = "\(path)?q=\(visit.query["q"].queryEncoded)"
        var (people, hint) = (found?.profiles ?? [], nil as HTML?)
        if found == nil {
            let own = try await visit.site.profile(of: reader.userID, reader.options)
            // Also without a name, and so without a profile.
            people = [own ?? Profile(userID: reader.userID)]
            let settings = try? await visit.site.presence.getPresenceSettings(
                GetPresenceSettingsRequest(), options: reader.options)
            if let settings {
                let key = settings.visibility == .everyone ? "people.own" : "people.hidden"
                hint = "<p>\(visit.texts[key])</p>\n"
            }
        }
        let presences = await visit.site.presences(of: people, reader.options)
        let items: [HTML] = people.map {
            visit.item($0, presences, isOwn: $0.userID == reader.userID)
        }
        if people.isEmpty {
            hint = "<p>\(visit.texts("people.nobody", ["name": visit.query["q"]]))</p>\n"
        }
        return visit.page(
            "people.title",
            """
            \(searchForm(visit))<section>
            \(hint)<ul data-presence\(visit.presenceTexts)>
            \(items)</ul>
            \(visit.more(at: next, found?.nextPageToken, visit.texts["people.more"]))</section>
            \(visit.links(["/account/blocked": "people.blocked"]))

            """, isWide: true)
    }

    /// - Returns: nil if the reader searches for nobody, or the search was refused.
    private static func search(
        _ visit: inout Visit, _ options: CallOptions
    ) async throws -> SearchProfilesResponse? {
        // Longer ones have no sentence of their own.
        let name = String(visit.query["q"].trimmed.prefix(100))
        guard !name.isEmpty else { return nil }
        do {
            return try await visit.site.profiles.searchProfiles(
                SearchProfilesRequest(
                    prefix: name, pageSize: 20, pageToken: visit.query["page"],
                    fields: [.displayName, .photo]),
                options: options)
        } catch let error as RPCError where error.reasons.contains(.fieldMalformed) {
            visit.problems.add("q", visit.texts["people.malformed"])
        } catch let error as RPCError {
            guard let problems = Problems(error, visit.texts, names: names), !error.endsSession
            else { throw error }
            visit.problems = problems
        }
        return nil
    }

    private static func searchForm(_ visit: Visit) -> HTML {
        let field = Field(
            name: "q", type: "search", value: visit.query["q"], label: "people.q",
            hint: "people.q.hint", attributes: " minlength=\"3\" maxlength=\"30\"")
        return """
            <form method="get" action="\(path)" role="search">
            \(visit.html(field))<button>\(visit.texts["people.search"])</button>
            </form>

            """
    }

    static func submit(_ visit: inout Visit) async throws -> Answer {
        let (_, options) = try await visit.signedIn()
        let user = UserKey(key: .userID(visit.form["user"]))
        switch visit.action {
        case "block":
            _ = try await visit.site.profiles.blockUser(
                BlockUserRequest(user: user), options: options)
            return visit.goTo("\(path)?done=blocked")
        case "report":
            _ = try await visit.site.profiles.reportProfile(
                ReportProfileRequest(
                    user: user, reason: ReportReason(rawValue: Int32(visit.form["reason"]) ?? 0),
                    note: visit.form["text"].replacing("\r\n", with: "\n")),
                options: options)
            return visit.goTo("\(path)?user=\(visit.form["user"].queryEncoded)&done=reported")
        default: throw RPCError(.invalidArgument, "there is no such action")
        }
    }
}

extension PageSite {
    /// - Returns: nil for a user without a profile, or one who is hidden from the reader.
    func profile(of user: String, _ options: CallOptions) async throws -> Profile? {
        do {
            let request = GetProfileRequest(user: UserKey(key: .userID(user)))
            return try await profiles.getProfile(request, options: options).profile
        } catch let error as RPCError where error.code == .notFound {
            return nil
        }
    }

    /// The pages show people also while nobody can say whether they are here.
    func presences(of people: [Profile], _ options: CallOptions) async -> [String: Presence] {
        let request = GetPresenceRequest(userIDs: people.map(\.userID))
        let found = try? await presence.getPresence(request, options: options).presences
        return Dictionary((found ?? []).map { ($0.userID, $0) }) { $1 }
    }
}
