import RollcallAPI

/// People in a list, as they are now; the script keeps them so.
extension Visit {
    /// What the script writes when somebody comes or goes.
    var presenceTexts: HTML {
        """
         data-online="\(texts["presence.online"])" data-away="\(texts["presence.away"])" \
        data-offline="\(texts["presence.offline"])"
        """
    }

    /// - Parameter presences: by user; without the person's while Presence is away.
    func item(
        _ person: Profile, _ presences: [String: Presence], isOwn: Bool, photoSize: Int = 48
    ) -> HTML {
        let presence = presences[person.userID]
        let name = person.displayName.isEmpty ? texts["people.nameless"] : person.displayName
        let you: HTML? = isOwn ? " <small>(\(texts["people.you"]))</small>" : nil
        let state = presence.map { "\($0.state)" } ?? ""
        return """
            <li data-user="\(person.userID)" data-state="\(state)">
            \(photo(person.userID, person.photo, name: name, size: photoSize))
            <div class="who"><span><a href="/people?user=\(person.userID)">\(name)</a>\(you)</span>
            <span data-presence-text>\(text(presence))</span></div>
            </li>

            """
    }

    private func text(_ presence: Presence?) -> HTML {
        guard let presence else { return "\(texts["presence.unknown"])" }
        let status: HTML? = presence.status.map { " – <bdi>\($0.text)</bdi>" }
        switch presence.state {
        case .online: return "\(texts["presence.online"])\(status)"
        case .away: return "\(texts["presence.away"])\(status)"
        default: break
        }
        if presence.lastSeenAtMs > 0 {
            return "\(texts["presence.seen"]) \(texts.time(presence.lastSeenAtMs))"
        }
        switch presence.lastSeenBucket {
        case .recently: return "\(texts["presence.recently"])"
        case .thisWeek: return "\(texts["presence.this-week"])"
        case .thisMonth: return "\(texts["presence.this-month"])"
        case .longAgo: return "\(texts["presence.long-ago"])"
        default: return "\(texts["presence.offline"])"
        }
    }
}
