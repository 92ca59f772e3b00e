internal import CLinux

/// A pipe, both ends closed on exec.
struct Pipe: ~Copyable {
    let reading: FileDescriptor
    let writing: FileDescriptor

    init() throws(KernelError) {
        var ends: [CInt] = [-1, -1]
        _ = try checked(clx_pipe(&ends), "make a pipe")
        reading = FileDescriptor(owning: ends[0])
        writing = FileDescriptor(owning: ends[1])
    }

    /// The writing end; the reading end is closed.
    consuming func takeWriting() -> FileDescriptor { writing }

    /// The reading end; the writing end is closed.
    consuming func takeReading() -> FileDescriptor { reading }
}
