import DuoFoundation
import Testing

@Suite struct NSMapTableTests {
  private final class Thing: NSObject {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  @Test func asADictionary() {
    let table = NSMapTable<NSString, Thing>.strongToStrongObjects()
    let one = Thing(1)
    table.setObject(one, forKey: "a")
    table.setObject(Thing(2), forKey: "b")
    table.setObject(Thing(3), forKey: "b")
    #expect(table.object(forKey: "a") === one && table.object(forKey: "b")?.number == 3)
    #expect(table.object(forKey: "c") == nil && table.object(forKey: nil) == nil && table.count == 2)
    table.setObject(nil, forKey: "a")
    #expect(table.count == 2)
    table.removeObject(forKey: "a")
    table.removeObject(forKey: nil)
    #expect(table.count == 1 && table.object(forKey: "a") == nil)
    table.removeAllObjects()
    #expect(table.count == 0)
  }

  /// Which references keep an entry alive, for every kind of table.
  @Test func entriesGoWithWhatIsHeldWeakly() {
    let kinds: [(name: String, table: NSMapTable<Thing, Thing>, needsKey: Bool, needsValue: Bool)] = [
      ("strong to strong", .strongToStrongObjects(), false, false),
      ("weak to strong", .weakToStrongObjects(), true, false),
      ("strong to weak", .strongToWeakObjects(), false, true),
      ("weak to weak", .weakToWeakObjects(), true, true),
    ]
    var mismatches: [String] = []
    for kind in kinds {
      for (keepsKey, keepsValue) in [(true, true), (true, false), (false, true), (false, false)] {
        kind.table.removeAllObjects()
        var kept: [Thing] = []
        do {
          let (key, value) = (Thing(1), Thing(2))
          kind.table.setObject(value, forKey: key)
          if keepsKey { kept.append(key) }
          if keepsValue { kept.append(value) }
        }
        let lives = (keepsKey || !kind.needsKey) && (keepsValue || !kind.needsValue)
        if (kind.table.count == 1) != lives {
          mismatches.append("\(kind.name), key \(keepsKey), value \(keepsValue)")
        }
        withExtendedLifetime(kept) {}
      }
    }
    #expect(mismatches == [])
  }

  @Test func keysByIdentity() {
    let table = NSMapTable<NSString, Thing>(keyOptions: .objectPointerPersonality)
    let (a, b) = (NSString(string: "a long enough key"), NSMutableString(string: "a long enough key"))
    table.setObject(Thing(1), forKey: a)
    table.setObject(Thing(2), forKey: b)
    #expect(table.count == 2 && table.object(forKey: a)?.number == 1 && table.object(forKey: b)?.number == 2)
  }

  @Test func everythingInIt() {
    let table = NSMapTable<NSNumber, Thing>.strongToStrongObjects()
    for number in 0..<5 { table.setObject(Thing(number * 10), forKey: NSNumber(value: number)) }
    #expect(Set(table.keyEnumerator().map(\.intValue)) == Set(0..<5))
    #expect(table.objectEnumerator().map { Set($0.map(\.number)) } == [0, 10, 20, 30, 40])
  }
}
