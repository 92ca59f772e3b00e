import Testing

/// What needs root, TUN devices and time that passes: one test after the other.
@Suite(.serialized) struct LabTests {}
