internal import CLinux
internal import Glibc

extension ChildProcess {
    static func start(
        _ program: Program,
        in namespace: NetworkNamespace,
        streams: (input: CInt, output: CInt, error: CInt),
        channel: (input: CInt, output: CInt),
        lifeline: CInt,
        report: CInt
    ) throws(KernelError) -> CInt {
        let arguments = CStringArray([program.path] + program.arguments)
        let environment = CStringArray(program.environment.map { "\($0.key)=\($0.value)" }.sorted())
        let path = CStringArray([program.path])
        let directory = CStringArray(program.directory.map { [$0] } ?? [])
        let hosts = CStringArray(program.hostsFile.map { [$0] } ?? [])
        var request = clx_spawn_request(
            path: path.pointers[0],
            arguments: arguments.pointers.baseAddress,
            environment: environment.pointers.baseAddress,
            directory: directory.pointers[0],
            cpu: program.cpu.map { CInt(clamping: $0) } ?? -1,
            network: namespace.descriptor,
            input: streams.input,
            output: streams.output,
            error: streams.error,
            channel_input: channel.input,
            channel_output: channel.output,
            hosts: hosts.pointers[0],
            shares_terminal: program.sharesTerminal ? 1 : 0,
            lifeline: lifeline,
            report: report
        )
        return try checked(clx_spawn(&request), "start a process for \(program.path)")
    }
}

/// A list of strings as C wants it, ended by a null pointer.
private struct CStringArray: ~Copyable {
    let pointers: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>

    init(_ strings: [String]) {
        pointers = .allocate(capacity: strings.count + 1)
        pointers.initialize(repeating: nil)
        for (index, string) in strings.enumerated() { pointers[index] = strdup(string) }
    }

    deinit {
        for pointer in pointers { free(pointer) }
        pointers.deallocate()
    }
}
