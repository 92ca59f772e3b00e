import Foundation
import Scenario

/// The files that are shipped, read from the package's own directory.
enum ShippedTopologies {
    static let directory: URL = {
        var path = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { path.deleteLastPathComponent() }
        return path.appendingPathComponent("Topologies")
    }()

    static let library = TopologyLibrary(
        names: { kind in
            let files = (try? FileManager.default.contentsOfDirectory(atPath: path(kind))) ?? []
            return files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }
        },
        read: { kind, name in
            let file = "\(path(kind))/\(name).yaml"
            return ("\(name).yaml", Array(try Data(contentsOf: URL(fileURLWithPath: file))))
        },
        readBeside: { name in
            String(
                decoding: try Data(contentsOf: directory.appendingPathComponent("conditions/\(name)")),
                as: UTF8.self
            )
        }
    )

    static var networks: [String] { library.names(of: .networks) }
    static var conditions: [String] { library.names(of: .conditions) }

    static func text(_ kind: TopologyLibrary.Kind, _ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: "\(path(kind))/\(name).yaml")))
    }

    private static func path(_ kind: TopologyLibrary.Kind) -> String {
        directory.appendingPathComponent(kind.rawValue).path
    }
}
