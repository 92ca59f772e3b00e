// swift-tools-version: 6.2
import PackageDescription

/// Swift 6 mode comes from `swiftLanguageModes` below; every target is held to the same rules.
let swift: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableExperimentalFeature("Lifetimes"),
]

/// Targets that hold no pointer of their own: every unsafe expression in them has to say so.
let safe = swift + [.strictMemorySafety()]

let package = Package(
    name: "castlab",
    products: [
        .executable(name: "castrelay", targets: ["castrelay"]),
        .executable(name: "castlab", targets: ["castlab"]),
        .executable(name: "relay-demo", targets: ["RelayDemo"]),
        .executable(name: "relay-bench", targets: ["RelayBench"]),
    ],
    targets: [
        // C libraries
        .target(name: "CLinux"),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(
            name: "CNetlink",
            pkgConfig: "libnl-route-3.0",
            providers: [.apt(["libnl-route-3-dev"])]
        ),
        .systemLibrary(
            name: "CNFTables",
            pkgConfig: "libnftables",
            providers: [.apt(["libnftables-dev"])]
        ),

        // Ground
        .target(name: "SansIO", swiftSettings: swift),
        .target(name: "JSON", dependencies: ["CJansson"], swiftSettings: swift),
        .target(name: "Cryptography", dependencies: ["SansIO", "JSON", "COpenSSL"], swiftSettings: swift),
        .target(name: "YAML", dependencies: ["SansIO", "CYAML"], swiftSettings: swift),
        .target(name: "Arguments", dependencies: ["SansIO"], swiftSettings: safe),

        // Protocols: sans-IO, no clock, no socket, no randomness of their own
        .target(name: "STUN", dependencies: ["SansIO", "Cryptography"], swiftSettings: safe),
        .target(name: "TURN", dependencies: ["SansIO", "Cryptography", "STUN"], swiftSettings: swift),
        .target(name: "HTTP", dependencies: ["SansIO", "Cryptography"], swiftSettings: safe),
        .target(name: "VirtualNetwork", dependencies: ["SansIO"], swiftSettings: swift),

        .target(name: "PacketCapture", dependencies: ["SansIO", "VirtualNetwork"], swiftSettings: swift),
        .target(
            name: "NetworkCheck",
            dependencies: ["SansIO", "STUN", "VirtualNetwork"],
            swiftSettings: swift
        ),
        .target(name: "Scenario", dependencies: ["SansIO", "YAML", "VirtualNetwork"], swiftSettings: swift),

        // Kernel side
        .target(
            name: "EventLoop",
            dependencies: ["SansIO", "HTTP", "CLinux", "COpenSSL"],
            swiftSettings: swift
        ),
        .target(
            name: "Namespaces",
            dependencies: ["SansIO", "CLinux", "CNetlink", "CNFTables"],
            swiftSettings: swift
        ),
        .target(
            name: "Browser",
            dependencies: ["SansIO", "JSON", "Cryptography", "Namespaces"],
            swiftSettings: swift
        ),
        .target(name: "HTTPSClient", dependencies: ["EventLoop", "CCurl"], swiftSettings: swift),

        // Assemblies
        .target(
            name: "Relay",
            dependencies: [
                "SansIO", "Cryptography", "YAML", "JSON", "Arguments", "STUN", "TURN", "HTTP", "EventLoop",
                "HTTPSClient",
            ],
            swiftSettings: swift
        ),
        .target(name: "Trial", dependencies: ["SansIO", "Namespaces"], swiftSettings: swift),
        .target(
            name: "Lab",
            dependencies: [
                "SansIO", "YAML", "JSON", "Arguments", "STUN", "NetworkCheck", "PacketCapture",
                "VirtualNetwork", "Scenario",
                "EventLoop",
                "Namespaces", "Trial", "CLinux",
            ],
            swiftSettings: swift
        ),

        // Executables
        .executableTarget(name: "castrelay", dependencies: ["Relay"], swiftSettings: swift),
        .executableTarget(name: "castlab", dependencies: ["Lab"], swiftSettings: swift),
        .executableTarget(
            name: "RelayDemo",
            dependencies: [
                "SansIO", "Cryptography", "JSON", "HTTP", "EventLoop", "Namespaces", "Browser", "Trial",
            ],
            swiftSettings: swift
        ),
        .executableTarget(
            name: "RelayBench",
            dependencies: [
                "SansIO", "STUN", "YAML", "JSON", "Arguments", "EventLoop", "Namespaces", "Relay", "Trial",
            ],
            swiftSettings: swift
        ),

        // Tests
        .target(name: "TestCertificates", path: "Tests/TestCertificates", swiftSettings: swift),
        .target(
            name: "TestTokens",
            dependencies: ["Cryptography", "JSON", "COpenSSL"],
            path: "Tests/TestTokens",
            swiftSettings: swift
        ),
        .target(name: "AllocationCounting", path: "Tests/AllocationCounting"),
        .testTarget(name: "SansIOTests", dependencies: ["SansIO"], swiftSettings: swift),
        .testTarget(
            name: "CryptographyTests",
            dependencies: ["Cryptography", "SansIO", "JSON", "TestTokens"],
            swiftSettings: swift
        ),
        .testTarget(name: "YAMLTests", dependencies: ["YAML"], swiftSettings: swift),
        .testTarget(name: "JSONTests", dependencies: ["JSON"], swiftSettings: swift),
        .testTarget(name: "ArgumentsTests", dependencies: ["Arguments"], swiftSettings: swift),
        .testTarget(
            name: "STUNTests",
            dependencies: ["STUN", "SansIO", "Cryptography"],
            resources: [.copy("Fixtures")],
            swiftSettings: swift
        ),
        .testTarget(
            name: "VirtualNetworkTests",
            dependencies: ["VirtualNetwork", "SansIO", "AllocationCounting"],
            resources: [.copy("Fixtures")],
            swiftSettings: swift
        ),
        .testTarget(
            name: "TURNTests",
            dependencies: ["TURN", "STUN", "SansIO", "Cryptography", "AllocationCounting"],
            swiftSettings: swift
        ),
        .testTarget(
            name: "HTTPTests",
            dependencies: ["HTTP", "SansIO"],
            swiftSettings: swift
        ),
        .testTarget(
            name: "EventLoopTests",
            dependencies: ["EventLoop", "HTTP", "SansIO", "Cryptography", "TestCertificates"],
            swiftSettings: swift
        ),
        .testTarget(
            name: "BrowserTests",
            dependencies: ["Browser", "JSON", "Namespaces"],
            swiftSettings: swift
        ),
        .testTarget(
            name: "HTTPSClientTests",
            dependencies: ["HTTPSClient", "EventLoop", "HTTP", "SansIO", "TestCertificates"],
            swiftSettings: swift
        ),
        .testTarget(
            name: "PacketCaptureTests",
            dependencies: ["PacketCapture", "STUN", "VirtualNetwork", "SansIO"],
            swiftSettings: swift
        ),
        .testTarget(
            name: "NetworkCheckTests",
            dependencies: ["NetworkCheck", "STUN", "VirtualNetwork", "SansIO"],
            swiftSettings: swift
        ),
        .testTarget(
            name: "ScenarioTests",
            dependencies: ["Scenario", "VirtualNetwork", "YAML", "SansIO"],
            swiftSettings: swift
        ),
        .testTarget(
            name: "LabTests",
            dependencies: ["Lab", "Scenario", "VirtualNetwork", "Namespaces", "SansIO", "EventLoop"],
            swiftSettings: swift
        ),
        .testTarget(name: "NamespacesTests", dependencies: ["Namespaces", "SansIO"], swiftSettings: swift),
        .testTarget(
            name: "RelayTests",
            dependencies: [
                "Relay", "TURN", "STUN", "HTTP", "SansIO", "YAML", "JSON", "Arguments", "EventLoop",
                "HTTPSClient",
                "Cryptography", "TestCertificates", "TestTokens", "AllocationCounting",
            ],
            swiftSettings: swift
        ),
        .testTarget(
            name: "InteropTests",
            dependencies: [
                "RelayDemo", "RelayBench", "Browser", "Relay", "Arguments", "Trial", "Namespaces", "JSON",
                "STUN",
                "TURN", "HTTP", "SansIO", "Cryptography",
                "EventLoop", "TestCertificates", "TestTokens",
            ],
            resources: [.copy("Peers")],
            swiftSettings: swift
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Fuzzing on demand, `Deploy/fuzz`: the same libraries, built so that the fuzzer sees which way an input takes.
if Context.environment["FUZZ"] != nil {
    let fuzzers: [(name: String, uses: [Target.Dependency])] = [
        ("FuzzMessage", ["STUN", "TURN", "SansIO", "Cryptography"]),
        ("FuzzFramer", ["TURN", "SansIO"]),
        ("FuzzServer", ["STUN", "TURN", "SansIO"]),
        ("FuzzHTTP", ["HTTP", "SansIO"]),
        ("FuzzWebSocket", ["HTTP", "SansIO"]),
        ("FuzzPacket", ["VirtualNetwork", "SansIO"]),
        ("FuzzNAT", ["VirtualNetwork", "SansIO"]),
    ]
    package.targets.append(.target(name: "FuzzDriver", swiftSettings: swift))
    for (name, uses) in fuzzers {
        package.targets.append(
            .executableTarget(
                name: name,
                dependencies: uses + ["FuzzDriver"],
                swiftSettings: swift,
                linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]
            )
        )
    }
    for target in package.targets where target.type != .system {
        target.swiftSettings?.append(.unsafeFlags(["-sanitize=fuzzer,address"]))
    }
}
