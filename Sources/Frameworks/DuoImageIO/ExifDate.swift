/// A moment as Exif writes it.
struct ExifDate {
  /// `yyyy:MM:dd HH:mm:ss` in the zone.
  var time: String
  var thousandths: String
  /// Of the zone, `+HH:mm`.
  var offset: String

  init(_ date: Date, _ zone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second, .nanosecond], from: date)
    func digits(_ number: Int?, _ count: Int) -> String {
      let text = String(number ?? 0)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let day = "\(digits(parts.year, 4)):\(digits(parts.month, 2)):\(digits(parts.day, 2))"
    time = "\(day) \(digits(parts.hour, 2)):\(digits(parts.minute, 2)):\(digits(parts.second, 2))"
    thousandths = digits((parts.nanosecond ?? 0) / 1_000_000, 3)
    let minutes = zone.secondsFromGMT(for: date) / 60
    offset = "\(minutes < 0 ? "-" : "+")\(digits(abs(minutes) / 60, 2)):\(digits(abs(minutes) % 60, 2))"
  }
}
