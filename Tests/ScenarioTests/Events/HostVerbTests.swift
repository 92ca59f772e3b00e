import SansIO
import Scenario
import Testing
import VirtualNetwork

struct HostVerbTests {
    @Test(arguments: [
        ("blackhole both", HostVerb.blackhole([.up, .down])),
        ("blackhole up", .blackhole([.up])),
        ("blackhole off", .blackhole([])),
        ("carrier off", .carrier(false)),
        ("interface on", .interface(true)),
        ("address remove", .addressRemoved),
        ("address replace", .addressReplaced(nil)),
        ("address replace 192.168.1.77", .addressReplaced(IPAddress(192, 168, 1, 77))),
        ("address restore", .addressRestored),
        ("route off", .route(false)),
        ("prohibit on", .prohibited(true)),
        ("cut signaling", .signalingCut([.up, .down])),
        ("cut media down", .mediaCut([.down])),
        ("rebind port", .portRebound),
        ("rebind address 198.18.7.7", .addressRebound(IPAddress(198, 18, 7, 7))),
        ("power off", .power(false)),
        ("condition lte", .condition("lte")),
        ("condition original", .condition(nil)),
        (
            "switch cell0 make-before-break",
            .uplinkSwitched(UplinkSwitch(to: "cell0", order: .makeBeforeBreak, overlap: .seconds(2)))
        ),
        (
            "switch cell0 break-before-make 15s",
            .uplinkSwitched(UplinkSwitch(to: "cell0", order: .breakBeforeMake, overlap: .seconds(15)))
        ),
    ])
    func isReadFromItsWords(text: String, verb: HostVerb) throws {
        let read = try HostVerb(words: text.split(separator: " ").map(String.init))
        #expect(read == verb)
        #expect(try HostVerb(words: "\(verb)".split(separator: " ").map(String.init)) == verb)
    }

    @Test(arguments: [
        ("", "a verb is missing"),
        ("blackhol up", "\"blackhol\" is not a verb, did you mean \"blackhole\"?"),
        ("blackhole sideways", "\"sideways\" is not a direction (accepted: both, up, down, off)"),
        ("carrier", "a state is missing (accepted: on, off)"),
        ("address replace 1.2.3", "\"1.2.3\" is not an address"),
        ("rebind port now", "\"now\" is too much"),
        ("switch cell0 soon", "\"soon\" is not an order"),
        ("switch cell0 make-before-break 2", "\"2\" is not a time"),
    ])
    func refusesWhatItDoesNotKnow(text: String, message: String) {
        do {
            _ = try HostVerb(words: text.split(separator: " ").map(String.init))
            Issue.record("\(text) was accepted")
        } catch {
            #expect(error.description.hasPrefix(message), "\(error)")
        }
    }

    @Test func whatLastsIsUndone() {
        #expect(HostVerb.blackhole([.up]).undone == .blackhole([]))
        #expect(HostVerb.carrier(false).undone == .carrier(true))
        #expect(HostVerb.addressReplaced(nil).undone == .addressRestored)
        #expect(HostVerb.portRebound.undone == nil)
    }
}
