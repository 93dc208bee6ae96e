import Foundation
import TestSupport

extension TemporaryDirectory {
    func contents(_ name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(name)")
    }
}
