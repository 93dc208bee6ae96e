/// What a service keeps: whose it is, and the tables, for each engine.
package struct Schema: Sendable {
    /// The statements that lead from one version to the next, run in one transaction. The first
    /// makes all tables.
    package struct Version: Sendable {
        package let sqlite: String
        package let postgresql: String

        package init(sqlite: String, postgresql: String) {
            self.sqlite = sqlite
            self.postgresql = postgresql
        }

        package init(_ statements: (SchemaDialect) -> String) {
            self.init(sqlite: statements(.sqlite), postgresql: statements(.postgresql))
        }
    }

    /// Whose the tables are: not zero, and another for each service. SQLite's `application_id`.
    package let applicationID: Int32
    /// From 1 on. Appended once there was a release, never edited: databases out there are of it.
    package let versions: [Version]

    package init(applicationID: Int32, versions: [Version]) {
        precondition(applicationID != 0, "zero is what every other SQLite file has")
        self.applicationID = applicationID
        self.versions = versions
    }
}
