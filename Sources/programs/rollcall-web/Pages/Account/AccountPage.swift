import ConnectHTTP
import RollcallAPI
import RollcallRPC

/// What others see of the reader, and the way to the account's other pages.
enum AccountPage: Page {
    static let path = "/account"
    /// The photo comes in chunks.
    static let names = ["chunk": "photo", "size": "photo"]

    private static let visibilities: [Visibility] = [.signedIn, .everyone, .onlyMe]
    private static let presences: [PresenceVisibility] = [.everyone, .coarse, .nobody]
    private static let hideable: [ProfileField] = [.photo, .bio, .pronouns, .location, .links]

    static func show(_ visit: inout Visit) async throws -> Answer {
        let (profile, options) = try await own(&visit)
        // The page is of use also while Presence is away.
        let presence = try? await visit.site.presence.getPresenceSettings(.init(), options: options)
        let (texts, name) = (visit.texts, profile.displayName)
        let remove = visit.form(visit.hidden("action", "remove"), button: "photo.remove", to: path)
        let ways = await visit.site.ways.now(visit.options)
        let names =
            ["addresses", "password"] + (ways.hasPasskeys ? ["passkeys"] : []) + ["factor"]
            + (ways.providers.isEmpty ? [] : ["identities"])
        let pages: [HTML] = (names + ["sessions", "activity", "blocked", "export", "delete"]).map {
            "<li><a href=\"\(path)/\($0)\">\(texts["account.\($0)"])</a></li>\n"
        }
        let content: HTML = """
            <p>\(visit.photo(profile.userID, profile.photo, name: name, size: 96))</p>
            \(visit.site.photos.map { AccountPhotoPage.form(visit, limit: $0.limit) })\
            \(profile.photo == nil ? nil : remove)\
            \(visit.section("account.profile", form(visit, profile, presence?.visibility)))\
            \(visit.section("account.more", "<ul class=\"links\">\n\(pages)</ul>\n"))
            """
        return visit.page("nav.account", content, isWide: true)
    }

    private static func own(_ visit: inout Visit) async throws -> (Profile, CallOptions) {
        let (user, options) = try await visit.signedIn()
        return (try await visit.site.profile(of: user, options) ?? Profile(), options)
    }

    /// With what was typed, if it is shown again.
    private static func form(
        _ visit: Visit, _ profile: Profile, _ presence: PresenceVisibility?
    ) -> HTML {
        let texts = visit.texts
        func field(_ name: String, _ value: String) -> Field {
            let typed = visit.value(name, value)
            return Field(name: name, value: typed, hint: "account.\(name)", isRequired: false)
        }
        var name = field("display_name", profile.displayName)
        (name.autocomplete, name.isRequired) = ("nickname", true)
        let nameless: HTML = "<p>\(texts["account.nameless"])</p>\n"
        let selects: [HTML] = hideable.map { field in
            let now = profile.visibilities.first { $0.field == field }?.visibility
            return visit.select("visibility_\(field)", "field.\(field)", now, of: visibilities)
        }
        let now = "\(profile.revision)"
        // From now on a change elsewhere counts as seen: saving once more replaces it.
        let isStale = visit.problems.sentence("revision") != nil
        let isFindable =
            visit.form.has("revision") ? visit.form.has("is_findable") : profile.isFindable
        let fields: HTML = """
            \(profile.displayName.isEmpty ? nameless : nil)\(visit.html(name))\
            \(visit.textArea(field("bio", profile.bio)))\
            \(visit.html(field("pronouns", profile.pronouns)))\
            \(visit.html(field("location", profile.location)))\
            \(visit.textArea(field("links", profile.links.joined(separator: "\n"))))\
            <fieldset>
            <legend>\(texts["account.visible"])</legend>
            \(selects)\(presence.map { visit.select("presence", "field.presence", $0, of: presences) })\
            <label><input type="checkbox" name="is_findable"\(isFindable ? " checked" : "")>\
            \(texts["account.findable"])</label>
            </fieldset>
            \(visit.hidden("revision", isStale ? now : visit.value("revision", now)))
            """
        return visit.form(fields, button: "account.save", to: path, " id=\"revision\"")
    }

    static func submit(_ visit: inout Visit) async throws -> Answer {
        let (profile, options) = try await own(&visit)
        let (form, site) = (visit.form, visit.site)
        if visit.action == "remove" {
            _ = try await site.profiles.deletePhoto(.init(), options: options)
            return visit.goTo("\(path)?done=photo-removed")
        }
        let request = changes(of: profile, form)
        if !request.updateMask.isEmpty {
            _ = try await site.profiles.updateProfile(request, options: options)
        }
        if let chosen = presences.first(where: { "\($0)" == form["presence"] }) {
            _ = try await site.presence.updatePresenceSettings(
                .init(visibility: chosen), options: options)
        }
        return visit.goTo("\(path)?done=saved")
    }

    /// Only what differs: a change of the name has a limit.
    private static func changes(of profile: Profile, _ form: FormFields) -> UpdateProfileRequest {
        var request = UpdateProfileRequest(
            displayName: form["display_name"], bio: form["bio"].replacing("\r\n", with: "\n"),
            pronouns: form["pronouns"], location: form["location"],
            links: form["links"].split(whereSeparator: \.isWhitespace).map(String.init),
            isFindable: form.has("is_findable"), revision: UInt64(form["revision"]))
        request.visibilities = hideable.compactMap { field in
            visibilities.first { "\($0)" == form["visibility_\(field)"] }
                .map { FieldVisibility(field: field, visibility: $0) }
        }
        .filter { !profile.visibilities.contains($0) }
        let differs = [
            ("display_name", request.displayName != profile.displayName),
            ("bio", request.bio != profile.bio), ("pronouns", request.pronouns != profile.pronouns),
            ("location", request.location != profile.location),
            ("links", request.links != profile.links),
            ("is_findable", request.isFindable != profile.isFindable),
        ]
        request.updateMask = differs.filter { form.has("revision") && $0.1 }.map(\.0)
        if !request.visibilities.isEmpty { request.updateMask.append("visibilities") }
        return request
    }
}
