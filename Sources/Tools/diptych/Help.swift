/// `diptych help`.
enum Help {
  static let version = "0.1.0"

  /// Help on one command, or on all. Throws `ScenarioError` for what is no command.
  static func text(_ topic: String?) throws -> String {
    guard let topic, topic != "help" else { return overview }
    switch topic {
    case "run": return run
    case "check", "rules": return check
    case "apps", "scenarios", "phones", "cameras", "worlds": return lists
    default: throw Arguments.problem(topic, "is no command; diptych help lists them")
    }
  }

  static let overview = """
    diptych: does my camera app work on the iPhone Duo?

    \(run)

    \(check)

    \(lists)

    diptych help [COMMAND]       this text, or a part of it
    diptych --version
    """

  static let run = """
    diptych run APP [options]    run an app through a scenario, write a report card
      APP                        a name that `diptych apps` lists, or the path of
                                 an executable
      --phone NAME|FILE          the phone, or a description of one (duo)
      --world room|FILE|#rrggbb  what the cameras look at (room): FILE is a JPEG, a
                                 PNG or a movie, such as FILE.mp4
      --scenario NAME|FILE       what happens to the phone (tour)
      --intent selfie|rear|any   which way a camera should look (the scenario's)
      --camera granted|denied|notDetermined
                                 may the app use the camera; not determined: asked,
                                 the person says yes (the scenario's)
      --microphone granted|denied|notDetermined
                                 the same about the microphone
      --photo-library granted|limited|denied|notDetermined|refusedWhenAsked
                                 the same about photos; refused: asked, the person
                                 says no
      --order racing|fixed       of what threads do in one instant of phone time: as
                                 it comes, or the same in every run (racing)
      --out FOLDER               where the report goes (diptych-report); an older
                                 report in it is replaced
      --format text|json         what is printed in the end (text)
      --timeout SECONDS          silence after which the app counts as hung (30)

    Exit status: 0 pass, 1 fail, 2 could not run, 3 pixels and trace disagree (a
    fault of diptych). An app that stops or hangs fails. Ctrl-C writes a report of
    what is known so far, marked incomplete: 1 if something failed, else 2.
    """

  static let check = """
    diptych check PATH... [options]
                                 say what in an app's Swift sources will go wrong on
                                 the Duo; diptych check --help has the options
    diptych rules [NAME]         what it looks for; one rule with its reason
    """

  static let lists = """
    diptych apps                 sample apps, and where they are built
    diptych scenarios [NAME]     built-in scenarios; one of them as JSON
    diptych phones [NAME]        built-in phones; one of them as JSON
    diptych cameras [--phone P]  a phone's cameras
    diptych worlds               what the cameras can look at
      --format text|json         for each of them
    """
}
