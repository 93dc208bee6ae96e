import Glibc
import RollcallBasics
import RollcallCrypto
import RollcallRPC

/// A certificate authority in a directory of this machine.
///
/// `ca.key` has its certificate and key, `ca.crt` the certificate alone, and `NAME.pem` a service's
/// certificate and key. These are one file, so that they always match: whenever a renewal is
/// killed, and whenever a service reads them.
struct LocalAuthority {
    /// Days. A certificate is short, as nothing but its end revokes it. An authority is replaced
    /// long before its end: all machines have to trust the next one first.
    static let (life, ownLife, renewal, ownRenewal) = (90, 3650, 30, 365)

    let certificate: Certificate
    private let directory: String

    /// Seconds since 1970.
    private static var now: Int { Int(readClock(CLOCK_REALTIME) / 1000) }

    /// - Parameter isMade: whether it is made if it is not there.
    /// - Throws: `Failure`.
    init(in path: String, isMade: Bool = false) throws {
        directory = path.withoutLastSlash
        if isMade { try StateDirectory(path: directory).makeMissing() }
        guard let status = status(of: directory), status.st_mode & S_IFMT == S_IFDIR,
            status.st_uid == geteuid(), status.st_mode & 0o022 == 0
        else { throw Failure.file(directory, "not a directory that only you can write to") }
        let key = AtomicFile(path: "\(directory)/ca.key")
        if isMade, !exists(key.path) {
            let name = "Rollcall CA \(utcText(Self.now, "%Y-%m-%d"))"
            let made = try Certificate([name], from: Self.now, days: Self.ownLife, by: nil)
            do { try key.write(made.pem, mode: 0o600) } catch  where exists(key.path) {
                // Another command has made one meanwhile.
            }
        }
        certificate = try Self.certificate(in: key.path)
        let shown = AtomicFile(path: "\(directory)/ca.crt")
        if isMade, !exists(shown.path) { try shown.write(certificate.certificatePEM, mode: 0o644) }
    }

    private static func certificate(in path: String) throws -> Certificate {
        guard let bytes = try InputFile.read(path, upTo: 65_536),
            let found = Certificate(pem: bytes)
        else { throw Failure.file(path, "there is no certificate with its key") }
        return found
    }

    /// The names of the files of services.
    func files() throws -> [String] { try names(in: directory).filter { $0.hasSuffix(".pem") } }

    /// A certificate that it has issued. A service can write to its file: it can have itself
    /// certified as what it was before, and as nothing else.
    ///
    /// - Throws: `Failure` for any other.
    func issued(_ file: String) throws -> Certificate {
        let path = "\(directory)/\(file)"
        let issued = try Self.certificate(in: path)
        guard issued.isIssued(by: certificate), "\(issued.names.first ?? "").pem" == file else {
            throw Failure.file(path, "this authority has not issued it for that name")
        }
        return issued
    }

    func daysLeft(of certificate: Certificate) -> Int { (certificate.end - Self.now) / 86_400 }

    /// Issues a certificate for a new key. A file that is replaced keeps its owner and its mode.
    ///
    /// - Parameters:
    ///   - names: of hosts, or addresses. The first one names the file.
    ///   - isForced: whether a file is replaced.
    /// - Returns: the file and its end, for a person.
    /// - Throws: `Failure`.
    func issue(to names: [String], isForced: Bool) throws -> String {
        let days = min(Self.life, daysLeft(of: certificate))
        guard days > 0 else {
            throw Failure(.conflict, "\(directory): the authority has ended. Make another one.")
        }
        let forms = names.map { (IPAddress($0) == nil ? "DNS:" : "IP:") + $0.lowercased() }
        let issued = try Certificate(forms, from: Self.now, days: days, by: certificate)
        let path = "\(directory)/\(issued.names[0]).pem"
        let old = isForced ? status(of: path) : nil
        try AtomicFile(path: path).write(
            issued.pem, mode: old.map { $0.st_mode & 0o777 } ?? 0o600, replacing: isForced,
            owner: old)
        return "\(path): until \(utcText(issued.end, "%Y-%m-%d"))"
    }
}
