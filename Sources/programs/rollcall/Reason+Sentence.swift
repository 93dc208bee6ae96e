import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// What is known of a refusal beside its reason.
struct Circumstances {
    /// What the call was about, as the user wrote it: a display name, an id.
    var subject: String?
    /// The milliseconds until it makes sense to try again; 0 if nobody has said.
    var retryAfterMs: UInt32 = 0
    var code = StatusCode.unknown
    /// What the service said.
    var message = ""

    var later: String { retryAfterMs == 0 ? "later" : "in \(retryAfterMs.pauseText)" }

    /// What something is, such as `The photo`, and the subject in quotation marks behind it.
    func named(_ kind: String) -> String { subject.map { "\(kind) \"\($0)\"" } ?? kind }

    /// That there is none of a kind, such as `no ban "x"`.
    func noSuch(_ kind: String) -> String {
        subject.map { "no \(kind) \"\($0)\"" } ?? "no such \(kind)"
    }

    /// A sentence of the contract, with what it has in braces filled in.
    func filled(_ sentence: String) -> String {
        sentence.replacing(/\{([^}]*)\}/) { match -> String in
            let words = String(match.1)
            if words == "later" { return later }
            if words.hasPrefix("no ") { return noSuch(String(words.dropFirst(3))) }
            guard words.hasPrefix("message|") else { return named(words) }
            let own = message.withoutAdvice.sentence
            return own.isEmpty ? String(words.dropFirst("message|".count)) : own
        }
    }
}

extension Reason {
    /// As the contract names it, without the prefix.
    var name: String {
        if case .unrecognized(let number) = self { return "REASON_\(number)" }
        return "\(self)".words(joinedBy: "_").uppercased()
    }

    /// What a user of the terminal needs to know and to do; nil where the code says enough.
    func sentence(_ circumstances: Circumstances = Circumstances()) -> String? {
        let subject = circumstances.subject
        return switch self {
        case .profileNotFound:
            subject.map {
                UUIDv7($0) == nil
                    ? "Nobody has the display name \"\($0)\"." : "There is no profile of \($0)."
            }
                ?? "Your account has no profile. Ask an administrator to run: rollcall admin check --mend"
        case .photoNotFound:
            subject.map { "\($0) has no photo." } ?? "There is no photo."
        // Without a session the answer does not say which of the two is wrong.
        case .wrongCredentials:
            circumstances.code == .permissionDenied
                ? "The password is wrong."
                : "The password is wrong, or there is no account with this e-mail address or display "
                    + "name."
        case .accessTokenInvalid: Failure.notSignedIn.message
        case .refreshTokenInvalid, .sessionEnded: Failure.sessionEnded.message
        case .userNotFound:
            // Of an id the service knows more: whether its account was deleted.
            subject.flatMap { UUIDv7($0) == nil || circumstances.message.isEmpty ? nil : $0 }.map {
                "\(circumstances.message.sentence) The id: \($0)"
            } ?? subject.map {
                "No account has the e-mail address, the display name or the id \"\($0)\"."
            } ?? "There is no such account."
        default: Self.sentences[rawValue].map(circumstances.filled)
        }
    }

    /// The sentences of the contract, by the numbers of the reasons.
    private static let sentences: [Int32: String] = {
        let values = ContractCommands.pool.enum("rollcall.v1.Reason")?.values ?? []
        let pairs = values.compactMap { value in
            value.options.parts(51009).last.map {
                (value.number, String(decoding: $0, as: UTF8.self))
            }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()
}
