import Foundation
import Glibc

/// What the services have on this machine, as root sees it.
struct Machine {
    /// Directories.
    let configuration, data, backups: String
    /// Milliseconds since 1970-01-01 UTC.
    let now: Int64

    /// Milliseconds after which a backup is missed that is made every day.
    private static let backupAge: Int64 = 2 * 86_400_000

    func configurationFindings() -> [DoctorFinding] {
        ObservedName.allCases.flatMap { server in
            let (file, program) = ("\(configuration)/\(server.rawValue).conf", server.program)
            guard access(file, F_OK) == 0 else { return [DoctorFinding]() }
            let (text, status) = Self.run([program, "--config", file, "--check"])
            switch status {
            case 0: return []
            case _ where text.hasPrefix("/usr/bin/env: "):
                return [
                    DoctorFinding(
                        "\(program) is not installed, but \(file) is there",
                        do: "install it, or remove the file")
                ]
            default:
                let lines =
                    text.isEmpty ? ["--check ended with \(status)"] : text.split(separator: "\n")
                return lines.map { line in
                    let name = "\(program): "
                    return DoctorFinding(
                        String(line.hasPrefix(name) ? line.dropFirst(name.count) : line),
                        do: "correct the file, and systemctl restart \(program)")
                }
            }
        }
    }

    private static func run(_ words: [String]) -> (output: String, status: Int32) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        // Without what tells this program where the services are: a service would hear it, too.
        process.environment = ProcessInfo.processInfo.environment.filter { $0.key == "PATH" }
        process.standardOutput = output
        process.standardError = output
        guard (try? process.run()) != nil else { return ("", -1) }
        let bytes = (try? output.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
    }

    /// The servers that should run here: the services that are not disabled, the door if it is
    /// enabled, and all that have their usual socket.
    static func servers() -> [ObservedName] {
        ObservedName.allCases.filter { name in
            let state = run(["systemctl", "is-enabled", name.program]).output
            let isOff = state.hasPrefix("disabled") || state.hasPrefix("masked")
            let isMeant = name == .web ? state.hasPrefix("enabled") : !isOff
            return isMeant || access(name.usualSocket, F_OK) == 0
        }
    }

    /// The units of backups and of their copies that have failed.
    static func failedUnits() -> [DoctorFinding] {
        let list = ["list-units", "--failed", "--plain", "--no-legend"]
        let units = ["rollcall-backup*", "rollcall-standby*"]
        let lines = run(["systemctl"] + list + units).output.split(separator: "\n")
        return lines.filter { $0.hasPrefix("rollcall-") }.map { line in
            let unit = line.prefix { $0 != " " }
            return DoctorFinding("\(unit) has failed", do: "see why: systemctl status \(unit)")
        }
    }

    /// Others may read nothing of a service, and it owns all that it has.
    func fileFindings() -> [DoctorFinding] {
        ObservedName.allCases.flatMap { server in
            let directory = "\(data)/\(server.program)"
            guard let owner = status(of: directory)?.st_uid else { return [DoctorFinding]() }
            let names = (try? names(in: directory)) ?? []
            let files = [directory] + names.map { "\(directory)/\($0)" }
            return files.compactMap { Self.finding(at: $0, owner: owner) }
        }
    }

    /// A file system can have room, and no inode left for another file.
    func inodeFindings() -> [DoctorFinding] {
        var disks: Set<UInt> = []
        return ObservedName.allCases.compactMap { server in
            let place = "\(data)/\(server.program)"
            var disk = statvfs()
            guard statvfs(place, &disk) == 0, disk.f_favail < disk.f_files / 10,
                disks.insert(disk.f_fsid).inserted
            else { return nil }
            return DoctorFinding(
                "\(place): less than a tenth of the inodes of its disk are free",
                do: "remove small files, or make the disk anew with more: df -i \(place)")
        }
    }

    private static func finding(at path: String, owner: uid_t) -> DoctorFinding? {
        guard let status = status(of: path) else { return nil }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        let isOpen = status.st_mode & 0o077 != 0 && !isLink
        guard status.st_uid != owner || isOpen else { return nil }
        let (fault, remedy) =
            status.st_uid != owner
            ? ("belongs to another user than its directory", "chown -h \(owner) \(path)")
            : ("is open to other users", "chmod go= \(path)")
        // The service chooses the names, and root pastes the remedies.
        let isPlain = path.wholeMatch(of: /[A-Za-z0-9\/._-]+/) != nil
        let directory = URL(filePath: path).deletingLastPathComponent().path
        return DoctorFinding(
            "\(path.oneLine) \(fault)", do: isPlain ? remedy : "look at it: ls -lab \(directory)")
    }

    /// Whether anything keeps the machine's clock right. In a container nobody may know.
    static func clockFinding() -> DoctorFinding? {
        let answer = run(["timedatectl", "show", "--property=NTPSynchronized", "--value"])
        guard answer.output == "no\n" else { return nil }
        return DoctorFinding(
            "nothing keeps the clock of this machine right",
            do: "install chrony or systemd-timesyncd, and see timedatectl")
    }

    func backupFinding() -> DoctorFinding? {
        guard let last = try? Backup.all(in: backups).last?.time else {
            return DoctorFinding(
                "there is no backup in \(backups)",
                do: "make one, and see backup.md: rollcall backup create --to \(backups)")
        }
        let sentence = "the last backup is of \(last.timeText)"
        if last > now + Self.backupAge {
            return DoctorFinding(sentence, do: "set the clock, or move that backup elsewhere")
        }
        guard last < now - Self.backupAge else { return nil }
        return DoctorFinding(sentence, do: "see why: systemctl status rollcall-backup.timer")
    }
}
