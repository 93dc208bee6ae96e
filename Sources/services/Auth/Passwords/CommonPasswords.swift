import Foundation
import RollcallBasics

/// Passwords that are guessed first, because many have them or because they were stolen somewhere
/// (NIST SP 800-63B §5.1.1.2).
package struct CommonPasswords: Sendable {
    private let filter: BloomFilter

    /// Some sixteen thousand that are part of the program.
    package static let builtIn: CommonPasswords = {
        guard let filter = try? BloomFilter(Data(PackageResources.common_passwords_filter)) else {
            preconditionFailure("the built-in password filter is damaged")
        }
        return CommonPasswords(filter: filter)
    }()

    /// Those of a file that `deploy/build-password-filter.py` has made, in place of the built-in
    /// ones. It is mapped, not read: a file of gigabytes costs no memory of the process. To change
    /// it, put another in its place by renaming, and start anew.
    ///
    /// - Throws: `Unusable`.
    package init(path: String) throws {
        do {
            let url = URL(filePath: path)
            filter = try BloomFilter(Data(contentsOf: url, options: .alwaysMapped))
        } catch let error as BloomFilter.Malformation {
            throw Unusable(
                "the password filter \(path) cannot be used: \(error.rawValue)")
        } catch {
            throw Unusable("the password filter \(path) cannot be read")
        }
    }

    private init(filter: BloomFilter) {
        self.filter = filter
    }

    func contain(_ password: Password) -> Bool {
        let text = password.text
        return filter.contains(text) || filter.contains(text.lowercased())
    }
}
