/// Who watches a probe while it goes on.
struct ProbeObserver {
    var host: (String) -> Void = { _ in }
    var begins: (ProbeLeg) -> Void = { _ in }
    var found: (ProbeFinding) -> Void = { _ in }
}
