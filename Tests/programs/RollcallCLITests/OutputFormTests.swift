import FoundationEssentials
import RollcallAPI
import Testing

@testable import rollcall

struct OutputFormTests {
    private let photo = Photo(photoID: "ab", size: 7, width: 2, height: 3)

    @Test func aSession() throws {
        let session = Session(
            sessionID: "s", userID: "u", email: "anna@example.org", deviceLabel: "d",
            createdAtMs: 1, expiresAtMs: 2)
        #expect(
            session.json.line()
                == #"{"createdAtMs":"1","deviceLabel":"d","email":"anna@example.org","#
                + #""expiresAtMs":"2","sessionId":"s","userId":"u"}"#)
    }

    @Test func aSessionInTheList() throws {
        let session = Session(
            sessionID: "s", userID: "u", email: "anna@example.org", deviceLabel: "Anna's\nphone",
            createdAtMs: 1, expiresAtMs: 2, platform: "iOS 18", appVersion: "2.1",
            addressPrefix: "203.0.113.0/24", lastUsedAtMs: 1_795_255_395_000, isCurrent: true)
        #expect(
            session.json.line()
                == #"{"addressPrefix":"203.0.113.0/24","appVersion":"2.1","createdAtMs":"1","#
                + #""deviceLabel":"Anna's\nphone","email":"anna@example.org","expiresAtMs":"2","#
                + #""isCurrent":true,"lastUsedAtMs":"1795255395000","platform":"iOS 18","#
                + #""sessionId":"s","userId":"u"}"#)
        #expect(
            session.listText == #"s  Anna's\u{a}phone, iOS 18, 2.1, from 203.0.113.0/24, "#
                + "last used 2026-11-21T10:03:15Z (this one)")
        #expect(
            session.row == ["s", "now (this one)", "203.0.113.0/24", "Anna's\nphone, iOS 18, 2.1"])
        let bare = Session(sessionID: "s", lastUsedAtMs: 1_795_255_395_000)
        #expect(bare.listText == "s  last used 2026-11-21T10:03:15Z")
    }

    @Test func aSessionIsNamedByTheLastPartOfItsIdInATable() {
        let session = Session(
            sessionID: "01890a5d-ac96-774b-bcce-b302099a8057", lastUsedAtMs: 1_795_255_395_000)
        #expect(session.row == ["b302099a8057", "2026-11-21 10:03", "", ""])
    }

    @Test func aPhoto() throws {
        #expect(
            photo.json.line() == #"{"height":3,"photoId":"ab","size":7,"width":2}"#)
    }

    @Test func aDisplayNameThatIsChecked() throws {
        let free = CheckDisplayNameResponse(isAvailable: true)
        #expect(
            free.json.line() == #"{"isAvailable":true}"#)
        #expect(free.status == .done)
        let taken = CheckDisplayNameResponse(
            reasons: [.displayNameTaken], suggestions: ["a12", "a_3"])
        #expect(
            taken.json.line()
                == #"{"reasons":["REASON_DISPLAY_NAME_TAKEN"],"suggestions":["a12","a_3"]}"#)
        #expect(taken.text(for: "a").hasSuffix("\nThese are free: a12, a_3."))
        #expect(taken.status == .conflict)
        let bad = CheckDisplayNameResponse(
            reasons: [.displayNameTooShort, .displayNameTrailingPeriod])
        #expect(bad.status == .invalid)
        #expect(bad.text(for: "a.").split(separator: "\n").count == 2)
    }

    @Test func presence() throws {
        let here = Presence(userID: "u", state: .away, lastSeenAtMs: 1_795_255_395_000)
        #expect(
            here.json.line()
                == #"{"lastSeenAtMs":"1795255395000","state":"PRESENCE_STATE_AWAY","userId":"u"}"#)
        #expect(here.text("anna") == "anna is away")
        let gone = Presence(userID: "u", state: .offline, lastSeenAtMs: 1_795_255_395_000)
        #expect(gone.text("anna") == "anna is offline, last seen 2026-11-21T10:03:15Z")
        let never = Presence(userID: "u", state: .offline)
        #expect(never.text("anna") == "anna is offline, never seen")
        let coarse = Presence(userID: "u", state: .offline, lastSeenBucket: .thisWeek)
        #expect(coarse.text("anna") == "anna is offline, last seen within a week")
        let talking = Presence(userID: "u", state: .online, status: Status(text: "at lunch"))
        #expect(talking.text("anna") == "anna is online: at lunch")
    }

    @Test func aLineOfJSONHasNoHiddenCharactersAndReadsBackAsItWas() throws {
        let text =
            (0..<0x3000).compactMap(Unicode.Scalar.init).map(String.init).joined() + "\u{E0041}"
        let line = JSON.object(["k": .string(text)]).line()
        let hidden = line.unicodeScalars.filter { $0.isHidden }
        #expect(hidden.isEmpty)
        let read = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
        #expect(read["k"]?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    }

    @Test func textForATerminalHasNoHiddenCharacters() {
        #expect(
            "a\u{1B}[31mb\u{9B}c\u{202E}d\u{200B}".visible
                == #"a\u{1b}[31mb\u{9b}c\u{202e}d\u{200b}"#)
        #expect("Zoë 李\nline".visible == "Zoë 李\nline")
    }
}
