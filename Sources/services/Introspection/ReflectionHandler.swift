import MessageJSON
import RollcallRPC

/// Answers what this process can be asked. A file each has the RPCs.
package struct ReflectionHandler: ReflectionService {
    /// The longest answer, in bytes of descriptors; the transport takes messages of 4 MiB.
    static let maximumAnswer = 2 * 1024 * 1024

    let services: [String]
    let pool: DescriptorPool

    /// - Parameters:
    ///   - services: their full names; this one is added.
    ///   - pool: the files that declare them.
    package init(services: Set<String>, pool: DescriptorPool = Contract.pool) {
        let itself = ReflectionServiceMethods.listServices.path.prefix { $0 != "/" }
        self.services = services.union([String(itself)]).sorted()
        self.pool = pool
    }
}
