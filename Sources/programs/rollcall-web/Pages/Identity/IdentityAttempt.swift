import Foundation
import HTTPTypes
import RollcallAPI

/// A sign-in that goes on at a provider. It is in a sealed cookie of the browser until the browser
/// comes back, so nothing of it is stored here, and no other browser can end it.
struct IdentityAttempt: Sendable, Equatable, Codable {
    /// In seconds: as long as Auth knows the attempt.
    static let lifetime = 600
    /// The most attempts of a browser. Each has a cookie of its own, so that two tabs both finish.
    /// With more, the oldest is lost: what a browser sends stays small, however many tabs it opens.
    static let slots = 6
    /// A longer way back is forgotten, for the same reason.
    private static let longestReturnPath = 512

    /// `IdentityProvider.name`.
    let provider: String
    /// `StartIdentityResponse.attempt`.
    let attempt: String
    /// What the browser comes back with.
    let state: String
    /// The account that the identity is linked to; empty for a sign-in.
    let userID: String
    /// Where the sign-in leads; empty for the usual place.
    let returnPath: String
    let expiresAtMs: Int64

    init(
        provider: String, _ start: StartIdentityResponse, userID: String = "", returnPath: String
    ) {
        (self.provider, attempt, state) = (provider, start.attempt, start.state)
        self.userID = userID
        let isShort = returnPath.utf8.count <= Self.longestReturnPath
        self.returnPath = isShort ? returnPath : ""
        expiresAtMs = start.expiresAtMs
    }

    /// Whether an identity is linked to an account, and nobody signs in.
    var isLink: Bool { !userID.isEmpty }
}

/// The attempts of a browser, as its cookies say.
struct IdentityAttempts: Sendable {
    private let seal: SessionSeal
    private let cookies: Cookies
    private var bySlot: [Int: IdentityAttempt] = [:]

    /// - Parameter now: milliseconds since 1970.
    init(in fields: HTTPFields, _ seal: SessionSeal, _ cookies: Cookies, now: Int64) {
        (self.seal, self.cookies) = (seal, cookies)
        for slot in 0..<IdentityAttempt.slots {
            let bytes = cookies.value(.attempt(slot), in: fields)
                .flatMap { seal.open($0, as: .attempt(slot)) }
            let attempt = try? JSONDecoder().decode(IdentityAttempt.self, from: Data(bytes ?? []))
            if let attempt, attempt.expiresAtMs > now { bySlot[slot] = attempt }
        }
    }

    /// The attempt that a browser comes back from.
    func attempt(at provider: String, state: String) -> IdentityAttempt? {
        bySlot.values.first { !state.isEmpty && ($0.state, $0.provider) == (state, provider) }
    }

    /// The cookie with one more attempt, in place of the oldest if there are too many. Tabs that
    /// begin at the same instant do not know of each other, so the state chooses the place.
    ///
    /// - Throws: `CryptoError`.
    func cookie(adding new: IdentityAttempt) throws -> HTTPField {
        let first = new.state.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff }
        let slots = (0..<IdentityAttempt.slots).map { (first + $0) % IdentityAttempt.slots }
        let time = { bySlot[$0]?.expiresAtMs ?? 0 }
        let slot = slots.min { time($0) < time($1) } ?? 0
        return cookies.set(
            .attempt(slot), try seal.seal(Array(JSONEncoder().encode(new)), as: .attempt(slot)))
    }

    /// The cookie without an attempt that has ended.
    func cookie(removing old: IdentityAttempt) -> HTTPField? {
        bySlot.first { $0.value == old }.map { cookies.set(.attempt($0.key), "") }
    }
}
