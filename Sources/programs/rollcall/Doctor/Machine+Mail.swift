import CResolv
import Foundation

/// Whether receivers can tell the deployment's mail from forged mail.
extension Machine {
    /// None where mails go into files.
    func mailFindings() -> [DoctorFinding] {
        guard let domain = mailDomain else { return [] }
        let policy = Int(rollcall_txt(domain, "v=spf1"))
        // The names of keys are not known here: only whether any name is below it (RFC 8020).
        let keys =
            policy == ROLLCALL_TXT_SILENCE
            ? policy : Int(rollcall_txt("_domainkey.\(domain)", ""))
        guard keys != ROLLCALL_TXT_SILENCE else {
            return [
                DoctorFinding(
                    "the DNS did not answer for \(domain), from which mails are",
                    do: "see /etc/resolv.conf, and run this again")
            ]
        }
        var findings: [DoctorFinding] = []
        if policy != ROLLCALL_TXT_FOUND {
            findings.append(
                DoctorFinding(
                    "\(domain) has no SPF record: receivers may take its mails for spam",
                    do: "publish a TXT record, v=spf1 …, that allows your mail server"))
        }
        if keys == ROLLCALL_TXT_NO_NAME {
            findings.append(
                DoctorFinding(
                    "\(domain) seems to have no DKIM key: receivers may take its mails for spam",
                    do: "let your mail server sign, and publish its key below _domainkey.\(domain)")
            )
        }
        return findings
    }

    private var mailDomain: String? {
        let file = try? String(contentsOfFile: "\(configuration)/auth.conf", encoding: .utf8)
        let server = /^[ \t]*smtp[ \t]*=/.anchorsMatchLineEndings()
        let sender = /^[ \t]*mail-from[ \t]*=[ \t]*\S+@([A-Za-z0-9.-]+)[ \t]*$/
            .anchorsMatchLineEndings()
        guard let file, file.contains(server) else { return nil }
        return file.firstMatch(of: sender).map { String($0.1) }
    }
}
