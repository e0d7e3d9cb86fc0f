import Foundation
import Scenarios

/// A process of our own, in a process group of its own so that Ctrl-C reaches only us.
final class ChildProcess {
  enum Ending: Hashable { case status(Int32), signal(Int32) }

  private let id: pid_t
  private var ending: Ending?

  /// Starts `executable` with standard output and error going to the file `output`. Throws `ScenarioError`.
  init(executable: String, arguments: [String], output: String) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))
    posix_spawnattr_setpgroup(&attributes, 0)
    // Whatever our threads block or ignore, the app starts with everything as usual: an abort must end it.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var argv: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) }
    argv.append(nil)
    defer { argv.forEach { free($0) } }
    // A crash is reported in our words; Swift's own back-trace would only cost time.
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_BACKTRACE"] = "enable=no"
    var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") }
    envp.append(nil)
    defer { envp.forEach { free($0) } }
    var child: pid_t = 0
    let failure = posix_spawn(&child, executable, &actions, &attributes, argv, envp)
    guard failure == 0 else {
      throw ScenarioError(
        file: executable, place: "", what: "cannot be run: \(systemReason(failure))")
    }
    id = child
  }

  /// How the process ended; nil while it runs.
  func poll() -> Ending? {
    if ending == nil {
      var facts = siginfo_t()
      // Looked at only: while the process is not reaped, its number is nobody else's and `end` can use it.
      if waitid(P_PID, id_t(id), &facts, WEXITED | WNOHANG | WNOWAIT) == 0, facts.si_signo == SIGCHLD {
        reap()
      }
    }
    return ending
  }

  /// Ends the process, and whatever it started, and waits for it.
  func end() {
    if ending == nil { reap() }
  }

  /// Whatever the process started ends with it.
  private func reap() {
    kill(-id, SIGKILL)
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    ending = Self.ending(status)
  }

  private static func ending(_ status: Int32) -> Ending {
    let signal = status & 0x7F
    return signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
  }
}
