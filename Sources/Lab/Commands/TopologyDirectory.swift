internal import Glibc
internal import Namespaces
internal import Scenario

/// Where the files of networks and conditions are.
struct TopologyDirectory {
    let path: String

    /// The directory given, or the one beside the running program, or that of the system.
    init(_ given: String?) throws {
        if let given {
            guard Self.isTopologies(given) else {
                throw MissingTopologies(looked: [given])
            }
            path = given
            return
        }
        let places = Self.places
        guard let found = places.first(where: Self.isTopologies) else {
            throw MissingTopologies(looked: places)
        }
        path = found
    }

    /// All files in it, by name.
    var library: TopologyLibrary {
        let path = path
        return TopologyLibrary(
            names: { kind in Self.names("\(path)/\(kind.rawValue)") },
            read: { kind, name in
                let file = "\(path)/\(kind.rawValue)/\(name).yaml"
                return (file, try Self.read(file))
            },
            readBeside: { name in
                // A name, never a way out of the directory.
                guard !name.contains("/") else {
                    throw KernelError("read \(name)", detail: "a trace stands beside its condition")
                }
                return String(decoding: try Self.read("\(path)/conditions/\(name)"), as: UTF8.self)
            }
        )
    }

    private static var places: [String] {
        var places: [String] = []
        if let named = getenv("CASTLAB_TOPOLOGIES") { places.append(String(cString: named)) }
        var directory = OwnProgram.directory[...]
        while let slash = directory.lastIndex(of: "/") {
            places.append("\(directory)/Topologies")
            directory = directory[..<slash]
        }
        return places + ["/usr/share/castlab/Topologies"]
    }

    private static func isTopologies(_ path: String) -> Bool {
        var status = stat()
        return stat("\(path)/networks", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func names(_ directory: String) -> [String] {
        guard let entries = opendir(directory) else { return [] }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".yaml"), !name.hasPrefix(".") { names.append(String(name.dropLast(5))) }
        }
        return names
    }

    /// At most 16 MB, which the longest trace does not reach.
    private static func read(_ path: String) throws(KernelError) -> [UInt8] {
        guard let file = fopen(path, "re") else { throw KernelError("read \(path)", code: errno) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < 16 << 20 {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return bytes
    }
}

/// No directory of topologies where one was looked for.
struct MissingTopologies: Error, Hashable, CustomStringConvertible {
    let looked: [String]

    var description: String {
        "no networks are described in \(looked.joined(separator: ", ")); say where with --topologies DIR"
    }
}

/// The program that runs.
enum OwnProgram {
    /// Its file.
    static let path: String = {
        var buffer = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        return String(decoding: buffer[..<max(0, length)].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }()

    /// Where the other programs of the lab are too.
    static var directory: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
}
