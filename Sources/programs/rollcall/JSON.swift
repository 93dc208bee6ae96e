import MessageJSON

/// What `--json` prints.
package typealias JSON = MessageJSON.JSON
