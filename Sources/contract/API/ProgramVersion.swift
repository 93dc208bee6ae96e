/// The version of all of Rollcall's programs: the services and the command line.
package enum ProgramVersion {
    package static let current = "0.1.0"
}
