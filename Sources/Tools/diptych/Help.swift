/// `diptych help`.
enum Help {
  static let version = "0.1.0"

  static let text = """
    diptych: does my camera app work on the iPhone Duo?

    diptych run APP [options]    run an app through a scenario and write a report card
      APP                        a name that `diptych apps` lists, or the path of an executable
      --phone NAME|FILE          the phone, or a description of one (duo)
      --world room|FILE|#rrggbb  what the cameras look at (room)
      --scenario NAME|FILE       what happens to the phone (tour)
      --intent selfie|rear|any   which way a camera should look (the scenario's)
      --out FOLDER               where the report goes (diptych-report)
      --format text|json         what is printed in the end (text)
      --timeout SECONDS          silence after which the app counts as hung (30)

    diptych apps                 sample apps, and where they are built
    diptych scenarios [NAME]     built-in scenarios; one of them as JSON
    diptych phones [NAME]        built-in phones; one of them as JSON
    diptych cameras [--phone P]  a phone's cameras
    diptych worlds               what the cameras can look at
      --format text|json         for all lists
    diptych --version

    Exit status: 0 pass, 1 fail, 2 could not run, 3 pixels and trace disagree (our fault).
    """
}
