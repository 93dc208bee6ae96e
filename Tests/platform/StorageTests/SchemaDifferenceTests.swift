import Storage
import TestSchemas
import Testing

/// What the test of each service's schemas would find.
struct SchemaDifferenceTests {
    @Test func schemasThatSayTheSameInEachEnginesWordsHaveNone() throws {
        #expect(try Self.schema(postgresql: Self.postgresql).differences == [])
    }

    @Test(arguments: [
        ("name TEXT NOT NULL,", "", ["only SQLite has: item: name text not null"]),
        (
            "isNew BOOLEAN NOT NULL DEFAULT FALSE,\n    size BIGINT,",
            "size BIGINT, isNew BOOLEAN NOT NULL DEFAULT FALSE,",
            [
                "only SQLite has: item: isnew boolean default not null",
                "only PostgreSQL has: item: isnew boolean default not null",
            ]
        ),
        (
            "name TEXT NOT NULL", "name TEXT",
            [
                "only SQLite has: item: name text not null",
                "only PostgreSQL has: item: name text",
            ]
        ),
        (
            "isNew BOOLEAN", "isNew BIGINT",
            [
                "only SQLite has: item: isnew boolean default not null",
                "only PostgreSQL has: item: isnew integer default not null",
            ]
        ),
        (
            "PRIMARY KEY (id, name)", "PRIMARY KEY (id)",
            [
                "only SQLite has: item: primary key (id, name)",
                "only PostgreSQL has: item: primary key (id)",
            ]
        ),
        ("UNIQUE (size, name),", "", ["only SQLite has: item: unique (size, name)"]),
        (
            "REFERENCES owner (id) ON DELETE CASCADE", "REFERENCES owner (id)",
            [
                "only SQLite has: item: foreign key (ownerid) references owner (id) on delete cascade",
                "only PostgreSQL has: item: foreign key (ownerid) references owner (id)",
            ]
        ),
        (
            "itemBySize ON item (size)", "itemBySize ON item (name)",
            [
                "only SQLite has: index itembysize on item (size) where isnew",
                "only PostgreSQL has: index itembysize on item (name) where isnew",
            ]
        ),
        (
            "CREATE UNIQUE INDEX itemByOwner ON item (ownerID, lower(name));", "",
            ["only SQLite has: unique index itembyowner on item (ownerid, lower (name))"]
        ),
        (
            "CREATE TABLE owner (id BYTEA NOT NULL PRIMARY KEY);", "",
            [
                "only SQLite has: table owner", "only SQLite has: owner: id bytes not null",
                "only SQLite has: owner: primary key (id)",
            ]
        ),
        (
            "CREATE VIEW nextItem AS SELECT nextval('itemNumber') AS id;", "",
            ["only SQLite has: the view nextitem"]
        ),
    ])
    func whatOneEngineAloneHasIsNamed(
        part: String, replacement: String, expected: [String]
    ) throws {
        let differences = try schema(replacing: part, with: replacement).differences
        #expect(Set(differences) == Set(expected))
    }

    @Test(arguments: [
        ("CREATE TABLE owner", "CREATE MATERIALIZED VIEW owner"), ("size BIGINT", "size INTEGER"),
        ("name TEXT NOT NULL", "name TEXT NOT BLANK"),
    ])
    func whatIsNotUnderstoodIsNotPassedOver(part: String, replacement: String) throws {
        let schema = schema(replacing: part, with: replacement)
        #expect(throws: SchemaError.self) { try schema.differences }
    }

    /// A schema of which one part is replaced in PostgreSQL's text.
    private func schema(replacing part: String, with replacement: String) -> Schema {
        let pieces = Self.postgresql.split(separator: part, omittingEmptySubsequences: false)
        #expect(pieces.count == 2)
        return Self.schema(postgresql: pieces.joined(separator: replacement))
    }

    private static func schema(postgresql: String) -> Schema {
        Schema(applicationID: 1, versions: [.init(sqlite: sqlite, postgresql: postgresql)])
    }

    private static let sqlite = """
        CREATE TABLE owner (id BLOB NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;

        -- A comment; with a semicolon, and a 'quote.
        CREATE TABLE item (
            id INTEGER NOT NULL CHECK (id <> 0),
            name TEXT NOT NULL CHECK (name NOT GLOB '*[^a-z;)]*'),
            isNew INTEGER NOT NULL DEFAULT 0 CHECK (isNew IN (0, 1)),
            size INTEGER CHECK (size > 0),
            ownerID BLOB REFERENCES owner (id) ON DELETE CASCADE,
            sortName TEXT AS (lower(name)) VIRTUAL,
            PRIMARY KEY (id, name),
            UNIQUE (size, name),
            CHECK (size IS NULL OR isNew)
        ) STRICT;
        CREATE UNIQUE INDEX itemByOwner ON item (ownerID, lower(name));
        CREATE INDEX itemBySize ON item (size) WHERE isNew;
        CREATE VIEW nextItem AS SELECT 1 + max(id) AS id FROM item;
        """

    private static let postgresql = """
        CREATE TABLE owner (id BYTEA NOT NULL PRIMARY KEY);
        CREATE TABLE item (
            id BIGINT NOT NULL CHECK (id <> 0),
            name TEXT NOT NULL,
            isNew BOOLEAN NOT NULL DEFAULT FALSE,
            size BIGINT,
            ownerID BYTEA,
            sortName TEXT GENERATED ALWAYS AS (lower(name)) STORED,
            UNIQUE (size, name),
            PRIMARY KEY (id, name),
            FOREIGN KEY (ownerID) REFERENCES owner (id) ON DELETE CASCADE
        );
        CREATE INDEX itemBySize ON item (size) WHERE isNew;
        CREATE UNIQUE INDEX itemByOwner ON item (ownerID, lower(name));
        CREATE SEQUENCE itemNumber;
        CREATE VIEW nextItem AS SELECT nextval('itemNumber') AS id;
        """
}
