/// Puts turns where the standard has them: a picture's size is that of its decoded pixels, and `irot` and `imir` come after all that
/// describes these. [ISO/IEC 23008-12] libheif 1.15 writes them first, and the size as it is after them.
extension HEIFBoxes {
  static func withTurnsLast(_ file: Data) -> Data {
    var boxes = HEIFBoxes(bytes: [UInt8](file))
    boxes.putTurnsLast()
    return Data(boxes.bytes)
  }

  private mutating func putTurnsLast() {
    guard let meta = box("meta", in: 0..<bytes.count), meta.count >= 4,
      let properties = box("iprp", in: (meta.lowerBound + 4)..<meta.upperBound),
      let list = box("ipco", in: properties), let links = box("ipma", in: properties),
      let version = number(links.lowerBound, 1, links.upperBound),
      let flags = number(links.lowerBound + 1, 3, links.upperBound),
      let count = number(links.lowerBound + 4, 4, links.upperBound)
    else { return }
    let all = boxes(list)
    var turned: Set<Int> = []
    var at = links.lowerBound + 8
    let (idSize, linkSize) = (version < 1 ? 2 : 4, flags & 1 == 1 ? 2 : 1)
    for _ in 0..<count {
      guard let length = number(at + idSize, 1, links.upperBound) else { return }
      at += idSize + 1
      turned.formUnion(putTurnsLast(at, length, linkSize, all))
      at += length * linkSize
    }
    for index in turned {
      let body = all[index].body.lowerBound
      let sides = Array(bytes[(body + 4)..<(body + 12)])
      bytes.replaceSubrange((body + 4)..<(body + 12), with: sides[4...] + sides[..<4])
    }
  }

  /// The properties of one picture.
  /// - Returns: The place of its size in the list of all properties, when that is the size after a quarter turn.
  private mutating func putTurnsLast(_ at: Int, _ count: Int, _ size: Int, _ all: [Box]) -> [Int] {
    let links = (0..<count).map { Array(bytes[(at + $0 * size)..<(at + ($0 + 1) * size)]) }
    let places = links.map { $0.reduce(0) { $0 << 8 | Int($1) } & (size == 2 ? 0x7fff : 0x7f) - 1 }
    func kind(_ link: Int) -> String { all.indices.contains(places[link]) ? all[places[link]].kind : "" }
    let isTurn = links.indices.map { kind($0) == "irot" || kind($0) == "imir" }
    let order = links.indices.filter { !isTurn[$0] } + links.indices.filter { isTurn[$0] }
    bytes.replaceSubrange(at..<(at + count * size), with: order.flatMap { links[$0] })
    guard let extent = links.indices.first(where: { kind($0) == "ispe" }),
      let turn = links.indices.first(where: { kind($0) == "irot" }), turn < extent,
      bytes[all[places[turn]].body.lowerBound] & 1 == 1
    else { return [] }
    return [places[extent]]
  }
}
