// swift-format-ignore-file
// Generated from games.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CGames

/// The users that somebody would like to play with.
package struct FindPlayersRequest: Message {
    /// Display names, in any case, at most 20.
    package var displayNames: [String]

    package init(displayNames: [String] = []) {
        self.displayNames = displayNames
    }
}

extension FindPlayersRequest {
    package static let layout = MessageLayout(games__v1__find_players_request__init)

    package init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Games__V1__FindPlayersRequest.self)
        self.displayNames =
            try source.strings(c.pointee.display_names, c.pointee.n_display_names, "display_names")
    }

    package func encode(into target: MessageTarget) {
        let c = target.fields(as: Games__V1__FindPlayersRequest.self)
        (c.pointee.n_display_names, c.pointee.display_names) =
            target.list(self.displayNames) { target.string($0) }
    }

    package var describedFields: KeyValuePairs<String, Any> {
        ["displayNames": displayNames]
    }
}

/// Those of them who are online, in the order of the request.
package struct FindPlayersResponse: Message {
    package var players: [Player]

    package init(players: [Player] = []) {
        self.players = players
    }
}

extension FindPlayersResponse {
    package static let layout = MessageLayout(games__v1__find_players_response__init)

    package init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Games__V1__FindPlayersResponse.self)
        self.players = try source.messages(c.pointee.players, c.pointee.n_players, "players")
    }

    package func encode(into target: MessageTarget) {
        let c = target.fields(as: Games__V1__FindPlayersResponse.self)
        (c.pointee.n_players, c.pointee.players) = target.list(self.players) { target.message($0) }
    }

    package var describedFields: KeyValuePairs<String, Any> {
        ["players": players]
    }
}

/// A user who could play now.
package struct Player: Message {
    /// A UUID in its text form.
    package var userID: String
    /// As the user writes it.
    package var displayName: String

    package init(userID: String = "", displayName: String = "") {
        self.userID = userID
        self.displayName = displayName
    }
}

extension Player {
    package static let layout = MessageLayout(games__v1__player__init)

    package init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Games__V1__Player.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.displayName = try source.string(c.pointee.display_name, "display_name")
    }

    package func encode(into target: MessageTarget) {
        let c = target.fields(as: Games__V1__Player.self)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.display_name = target.string(self.displayName)
    }

    package var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID, "displayName": displayName]
    }
}
