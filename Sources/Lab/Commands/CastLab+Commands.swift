internal import Arguments
internal import Scenario

extension CastLab {
    private static let network = CommandOption(
        "network",
        .value("NAME"),
        about: "Which network, when several are up."
    )

    /// All commands, as data.
    static var command: Command {
        Command(
            "castlab",
            about: "Build networks of any kind between programs on this machine.",
            subcommands: [
                list, show, up, exec, event, status, down, clean, netcheck,
                selfTest,
            ],
            notes: [
                "Exit codes: 0 done, 1 a check failed, 2 wrong usage or input, 3 this machine cannot do it, "
                    + "4 our fault."
            ]
        )
    }

    private static let topologies = CommandOption(
        "topologies",
        .value("DIR"),
        about: "Where networks and conditions are described; default: beside the program."
    )

    private static let list = Command(
        "list",
        about: "List the networks and conditions there are.",
        options: [
            topologies,
            CommandOption("tag", .value("TAG"), about: "Only networks with this tag."),
            CommandOption("json", about: "Print JSON."),
        ],
        examples: ["castlab list", "castlab list --tag nat"]
    )

    private static let show = Command(
        "show",
        about: "Draw a network: who sits behind what. Or show a condition in figures.",
        options: [topologies],
        operands: ["NAME"],
        examples: ["castlab show cgnat", "castlab show lte"]
    )

    private static let up = Command(
        "up",
        about: "Build a network, prove that it is the one asked for, and keep it up until told to end.",
        options: [
            CommandOption("seed", .value("N"), about: "Decides all that is random in it; 1."),
            CommandOption("condition", .value("NAME"), about: "What the sender's access link is like."),
            CommandOption("as", .value("NAME"), about: "What to call it, to have it up several times."),
            CommandOption("detach", about: "Return when it is up; it ends with: castlab down."),
            CommandOption(
                "pcap",
                .value("FILE"),
                about: "Capture every packet of every interface (pcapng), without credentials."
            ),
            CommandOption("no-proof", about: "Do not measure what was built."),
            CommandOption(
                "prove-timeouts",
                .value("TIME"),
                about: "Also wait for timeouts of NATs that are no longer than this."
            ),
            CommandOption("show-proof", about: "Show everything that was measured, not only what is wrong."),
            topologies,
        ],
        operands: ["NETWORK"],
        examples: [
            "sudo castlab up home-home",
            "sudo castlab up cgnat --condition lte --seed 7 --detach",
        ]
    )

    private static let exec = Command(
        "exec",
        about: "Run a program on a host of a network that is up.",
        options: [network],
        operands: ["HOST", "COMMAND…"],
        examples: [
            "sudo castlab exec ipad -- ping -c 3 turn.castlab.test", "sudo castlab exec pc -- bash",
        ],
        notes: [
            "It has the terminal and the exit code of the program, which ends with the network at the latest."
        ]
    )

    private static let event = Command(
        "event",
        about: "Let something happen to a host while programs run on it.",
        options: [
            network,
            CommandOption("for", .value("TIME"), about: "Undo it after so long; else it stays."),
            CommandOption(
                "interface",
                .value("NAME"),
                about: "Of several; all, or the first where one is meant."
            ),
        ],
        operands: ["HOST", "VERB…"],
        examples: [
            "sudo castlab event ipad blackhole both --for 12s", "sudo castlab event ipad rebind port",
            "sudo castlab event ipad switch cell0 break-before-make 3s",
        ],
        notes: ["Verbs:", Terminal.table(HostVerb.forms.map { [$0.0, $0.1] }, indent: "  ")]
    )

    private static let status = Command(
        "status",
        about: "Show the networks that are up, their hosts, and whether their packets were on time.",
        options: [network, CommandOption("json", about: "Print JSON.")],
        examples: ["sudo castlab status"]
    )

    private static let down = Command(
        "down",
        about: "End a network, with all programs that run in it.",
        operands: ["[NAME]…"],
        examples: ["sudo castlab down", "sudo castlab down home-home"]
    )

    private static let clean = Command(
        "clean",
        about: "End all networks of this user, and remove what killed runs have left.",
        examples: ["sudo castlab clean"]
    )

    private static let netcheck = Command(
        "netcheck",
        about: "Tell what the network that this program runs in means for a call.",
        options: [
            CommandOption(
                "server",
                .value("HOST[:PORT]"),
                about: "A STUN server, with two addresses if it can be; default: the network's own."
            ),
            CommandOption(
                "timeouts",
                .value("TIME"),
                about: "Also find out how long idle flows are remembered; waits that long."
            ),
            CommandOption("json", about: "Print JSON."),
        ],
        examples: [
            "sudo castlab exec ipad -- castlab netcheck", "castlab netcheck --server relay.example",
        ]
    )

    private static let selfTest = Command(
        "selftest",
        about: "Measure what networks are worth on this machine: lateness, loss, rate, the ceiling.",
        options: [
            CommandOption("long", about: "A million packets where it is a hundred thousand."),
            CommandOption("loaded", about: "With all processors kept busy meanwhile."),
            CommandOption("json", about: "Print JSON."),
        ],
        examples: ["sudo castlab selftest", "sudo castlab selftest --loaded --long"]
    )
}
