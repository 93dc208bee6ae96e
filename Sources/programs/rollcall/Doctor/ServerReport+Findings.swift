import RollcallAPI

/// What a service says of itself that somebody should look at.
extension ServerReport {
    /// Milliseconds before its end in which a certificate should have been renewed.
    private static let renewal: Int64 = 14 * 86_400_000
    /// The share of a disk that should be free, as one in so many.
    private static let freeShare: UInt64 = 10

    var troubleFindings: [DoctorFinding] {
        if let problem {
            return [DoctorFinding("\(name.title): \(problem)", do: "journalctl -u \(name.program)")]
        }
        return status?.troubles.map {
            DoctorFinding(
                "\(name.title): \($0.sentence), since \($0.beganAtMs.timeText)",
                do: "look for \($0.name) in health.md")
        } ?? []
    }

    func certificateFinding(now: Int64) -> DoctorFinding? {
        guard let end = status?.certificateEndsAtMs, end > 0, end < now + Self.renewal else {
            return nil
        }
        return DoctorFinding(
            "\(name.title): the certificate ends at \(end.timeText)",
            do: "renew it, as rollcall certs does, and systemctl reload \(name.program)")
    }

    var diskFinding: DoctorFinding? {
        guard let disk = resources?.disk, disk.freeBytes < disk.sizeBytes / Self.freeShare else {
            return nil
        }
        return DoctorFinding(
            "\(name.title): less than a tenth of its disk is free",
            do: "make room: df -h /var/lib/\(name.program)")
    }
}

extension [ServerReport] {
    var versionFindings: [DoctorFinding] {
        filter { $0.problem == nil }.compactMap { report in
            guard let version = report.status?.version, version != ProgramVersion.current else {
                return nil
            }
            return DoctorFinding(
                "\(report.name.title) runs as version \(version), this program is \(ProgramVersion.current)",
                do: "finish the upgrade: systemctl restart \(report.name.program)")
        }
    }
}
