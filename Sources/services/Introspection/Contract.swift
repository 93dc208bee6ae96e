import MessageJSON
internal import RollcallCrypto

/// The contract that this program was built with.
package enum Contract {
    /// Every file of the services and of the transport's own services, with what they import. Read
    /// at the first use.
    package static let pool: DescriptorPool = {
        do {
            return try DescriptorPool(
                EmbeddedDescriptors.files.map { Base64.standard.decode($0.description) ?? [] })
        } catch {
            preconditionFailure("the embedded descriptors cannot be read: \(error)")
        }
    }()
}
