import MessageJSON

/// What `--json` prints.
typealias JSON = MessageJSON.JSON
