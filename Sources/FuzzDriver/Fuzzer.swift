import Glibc

/// The fuzzer of LLVM, which calls back with one input after the other.
public enum Fuzzer {
    /// Runs with the arguments of the command line until the time is over or an input breaks something.
    public static func run(_ input: @escaping @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt) -> Never {
        var count = CommandLine.argc
        var arguments: Arguments? = CommandLine.unsafeArgv
        exit(runDriver(&count, &arguments, input))
    }

    /// The bytes of an input.
    public static func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
        Array(UnsafeBufferPointer(start: start, count: count))
    }
}

private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<Arguments?>,
    _ input: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
