import Namespaces

/// Chromium as it is started: with files of its own in memory, and authorities it trusts.
///
/// The shell runs in the mount namespace that every child process has. A file system in memory lies over /tmp there:
/// profile, certificate database and sockets are seen by the browser alone, and are gone with its last process,
/// however that ended.
enum BrowserProgram {
    /// The program; `authorities` are paths of PEM files, each with one certificate.
    static func make(authorities: [String]) throws(MissingProgram) -> Program {
        guard let chromium = Program.find("chromium") else { throw MissingProgram(name: "chromium") }
        guard Program.find("certutil") != nil else { throw MissingProgram(name: "certutil") }
        var program = Program(path: "/bin/sh", arguments: ["-c", script, chromium] + authorities)
        program.environment["HOME"] = "/tmp"
        return program
    }

    // The authorities are read before /tmp is covered. Chromium reads the database in HOME. Only the browser gets
    // the pipe, descriptors 3 and 4.
    private static let script = """
        set -e
        for authority; do
            pem="$(cat "$authority")"
            set -- "$@" "$pem"
            shift
        done
        mount -t tmpfs -o mode=0700,size=1g castlab-browser /tmp
        cd /tmp
        if [ $# -gt 0 ]; then
            mkdir -p .pki/nssdb
            certutil -N -d sql:.pki/nssdb --empty-password 3<&- 4>&-
        fi
        for pem; do
            number=$((number + 1))
            printf '%s\\n' "$pem" |
                certutil -A -a -d sql:.pki/nssdb -n "castlab $number" -t C,, 3<&- 4>&- ||
                { echo "authority $number is no certificate for certutil" >&2; exit 1; }
        done
        exec "$0" \(flags.joined(separator: " "))
        """

    /// mDNS candidates stay as they are, no permission is granted: a page is what a user's page is.
    private static let flags = [
        "--headless=new", "--window-size=900,760", "--no-sandbox", "--no-first-run", "--disable-gpu",
        "--mute-audio",
        "--disable-component-update", "--disable-background-networking", "--disable-sync",
        "--disable-default-apps", "--disable-domain-reliability", "--no-pings",
        "--password-store=basic", "--use-mock-keychain",
        "--autoplay-policy=no-user-gesture-required",
        "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
        "--disable-backgrounding-occluded-windows",
        "--user-data-dir=/tmp/profile", "--remote-debugging-pipe", "about:blank",
    ]
}
