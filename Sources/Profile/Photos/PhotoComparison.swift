import Blobs
import RollcallAPI

/// A part of the rows and of the files of photos, side by side: what looks wrong. As they were not
/// read at one instant, a photo that is being changed may be among it.
struct PhotoComparison: Equatable {
    /// In the order of their ids.
    let suspects: [BlobID]

    /// - Parameters:
    ///   - files: what is on the disk.
    ///   - rows: the photos that profiles refer to.
    ///   - others: files that are squares of photos, are known to be removed soon, or are about to be
    ///     written. A square that is missing is made when it is asked for.
    init(files: some Sequence<BlobID>, rows: Set<BlobID>, others: Set<BlobID>) {
        let files = Set(files)
        let wrong = rows.subtracting(files).union(files.subtracting(rows).subtracting(others))
        suspects = wrong.sorted { $0.hex < $1.hex }
    }

    /// What is wrong with a photo that nobody changes meanwhile; nil if that is nothing.
    static func fault(hasFile: Bool, hasRow: Bool, isOther: Bool) -> PhotoFaultKind? {
        switch (hasFile, hasRow) {
        case (false, true): .fileMissing
        case (true, false): isOther ? nil : .strayFile
        default: nil
        }
    }
}
