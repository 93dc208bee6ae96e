/// How the files of photos are checked for damage.
package struct ScrubPolicy: Sendable {
    /// The bytes read per second; 0 for no check. A file counts at least `fileCost`. As many bytes again
    /// may be read to check photos that could not be shown.
    package var rate = 4 << 20
    /// The time from the begin of a pass to the next. A month, as for ZFS (Solaris 30 days, FreeBSD 35).
    /// Every read of a photo compares its hash, too, so a pass serves the photos that no user looks at.
    /// At an object store each costs a request. HDFS takes three weeks and 1 MiB/s a disk, Ceph a week.
    package var interval = Duration.seconds(30 * 86_400)
    /// How often an instance looks for work.
    package var poll = Duration.seconds(30)
    /// Another instance takes over when the reading one has been silent for this time. Each batch renews
    /// the lease.
    package var lease = Duration.seconds(180)
    /// The pause before a stopped pass continues.
    package var retryPause = Duration.seconds(60)
    /// How often restored files of damaged photos are looked for.
    package var returnPause = Duration.seconds(3600)
    /// The files of one batch. The position is stored after each.
    package var batch = 100
    /// The time limit of a batch, in addition to one read.
    package var batchTime = Duration.seconds(60)

    /// The cost of opening a file, in bytes that the disk could read meanwhile.
    static let fileCost = 64 << 10

    package init() {}
}
