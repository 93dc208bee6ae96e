/// Where a store's tables are.
package enum StoreLocation: Sendable, Equatable {
    /// A SQLite file, by its path.
    case file(String)
}
