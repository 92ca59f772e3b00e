import Arguments

extension CastRelay {
    /// What the program can be asked to do.
    static func command(hasRun: Bool) -> Command {
        Command(
            "castrelay",
            about: "A STUN and TURN relay for casts.",
            subcommands: (hasRun ? [run] : []) + [check, credentials, iceConfig, probe, bench],
            notes: [
                "Every setting may stand in the file, in a flag over it, and in the environment over both.",
                "A secret is never given as an argument. NO_COLOR is honoured.",
            ]
        )
    }

    private static let run = Command(
        "run",
        about: "Relay until told to stop.",
        options: ConfigurationSource.options,
        examples: [
            "castrelay run --secret-file /etc/castrelay/secret",
            "castrelay run --config /etc/castrelay/relay.yaml --external-ip 203.0.113.5/10.0.0.12",
        ],
        notes: [sources]
    )

    private static let check = Command(
        "check",
        about: "Validate a configuration and print what would be in effect.",
        options: ConfigurationSource.options + [json],
        examples: ["castrelay check --config /etc/castrelay/relay.yaml"],
        notes: [sources]
    )

    private static let credentials = Command(
        "creds",
        about: "Make and examine time-limited credentials.",
        subcommands: [
            Command(
                "mint",
                about: "Make a credential with the first secret.",
                options: ConfigurationSource.secretOptions + [
                    CommandOption("user", .value("USER"), about: "For whom; an id, not a name."),
                    CommandOption("ttl", .value("TIME"), about: "How long it is valid; 13h."),
                    json,
                ],
                examples: ["castrelay creds mint --secret-file /etc/castrelay/secret --user 3f0c --ttl 13h"]
            ),
            Command(
                "verify",
                about: "Say whether a credential is good, or which mistake made it.",
                options: ConfigurationSource.secretOptions + [
                    CommandOption("username", .value("NAME"), about: "EXPIRY:USER, as the client sends it."),
                    CommandOption(
                        "credential-file",
                        .value("FILE"),
                        about: "File with the credential; or set CASTRELAY_CREDENTIAL."
                    ),
                    json,
                ],
                examples: [
                    "castrelay creds verify --secret-file /etc/castrelay/secret "
                        + "--username 1787270400:3f0c --credential-file credential.txt"
                ]
            ),
        ]
    )

    private static let probe = Command(
        "probe",
        about: "Try a server from a client's seat, leg by leg, and name what is broken.",
        options: ConfigurationSource.secretOptions + ProbeOptions.all + [json],
        operands: ["URL…"],
        examples: [
            "castrelay probe turn.example.com --secret-file /etc/castrelay/secret",
            "castrelay probe turns:turn.example.com:443 --username 1787270400:3f0c --credential-file credential",
            "castrelay probe https://cast.example.com/api/public/ice-config --token-file token --every 1m",
        ],
        notes: [
            "A URL is stun:HOST, turn:HOST:PORT?transport=tcp, turns:HOST, a host alone (its usual ports are "
                + "tried),\nor the address of ice-config.",
            "Exit code 0: every leg passed, maybe with warnings. 1: a leg failed. 2: wrong usage.",
        ]
    )

    private static let iceConfig = Command(
        "ice-config",
        about: "Show what a client gets of an ice-config endpoint, and what is wrong with it.",
        options: BearerToken.options + [
            CommandOption(
                "origin",
                .value("ORIGIN"),
                about: "The page that has to be able to read the answer."
            ),
            json,
        ],
        operands: ["URL"],
        examples: [
            "castrelay ice-config https://relay.example:8443\(IceConfigEndpoint.path) --token-file token.txt"
        ]
    )

    private static let bench = Command(
        "bench",
        about: "Load a TURN server and measure what it does, and what it takes for that.",
        options: BenchOptions.all + ConfigurationSource.secretOptions + [json],
        examples: [
            "castrelay bench --server 192.0.2.10 --peer-address 192.0.2.20 --secret-file secret",
            "castrelay bench --server 192.0.2.10 --peer-address 192.0.2.20 --secret-file secret --mode burst "
                + "--transport tls --direction both",
        ],
        notes: [
            "The server has to share the secret, reach the peers' address and relay to it (--allow-peer).",
            "It knows its limits: quotas, answers to strangers and bandwidth may be in the way.",
            "Exit code 1: packets arrived that were changed, doubled or somebody else's. Loss is no fault.",
        ]
    )

    private static let json = CommandOption("json", about: "Print JSON.")

    private static let sources =
        "In the environment a setting is CASTRELAY_ and its name in capitals: CASTRELAY_RELAY_PORTS.\n"
        + "Secrets may also come from CASTRELAY_SECRETS, separated by commas or line feeds.\n"
        + "In the file, limits stand in a section of that name."
}
