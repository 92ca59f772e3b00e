import Testing

@testable import RelayDemo

@Suite struct LossLineTests {
    private static func output(sent: Int, received: Int, lost: String) -> String {
        """
        0: : Total connect time is 0
        1: : start_mclient: msz=4, tot_send_msgs=0, tot_recv_msgs=0, tot_send_bytes ~ 0, tot_recv_bytes ~ 0
        6: : start_mclient: tot_send_msgs=\(sent), tot_recv_msgs=\(received)
        6: : start_mclient: tot_send_bytes ~ 1920000, tot_recv_bytes ~ 1920000
        6: : Total transmit time is 6
        6: : Total lost packets \(lost), total send dropped 0 (0.000000%)
        """
    }

    @Test func readsARunThatLostNothing() {
        let loss = LossLine(output: Self.output(sent: 1600, received: 1600, lost: "0 (0.000000%)"))
        #expect(loss?.sent == 1600)
        #expect(loss?.received == 1600)
        #expect(loss?.lost == 0)
        #expect(loss?.text == "Total lost packets 0 (0.000000%), total send dropped 0 (0.000000%)")
        #expect(loss?.isComplete == true)
    }

    @Test func readsARunThatLostSome() {
        let loss = LossLine(output: Self.output(sent: 1600, received: 1590, lost: "10 (0.625000%)"))
        #expect(loss?.lost == 10)
        #expect(loss?.isComplete == false)
    }

    @Test func doesNotTakeNothingForSuccess() {
        let loss = LossLine(output: Self.output(sent: 0, received: 0, lost: "0 (0.000000%)"))
        #expect(loss?.isComplete == false)
    }

    @Test func doesNotTakeMoreForSuccess() {
        let loss = LossLine(output: Self.output(sent: 100, received: 101, lost: "-1 (-1.000000%)"))
        #expect(loss?.lost == -1)
        #expect(loss?.isComplete == false)
    }

    @Test func isNilWhenTheClientNeverRelayed() {
        #expect(LossLine(output: "0: : ERROR: Cannot complete Allocation\n") == nil)
        #expect(LossLine(output: "") == nil)
    }
}
