import BarcodeReading
import DuoCoreMedia
import Foundation
import PhoneHardware
import PhoneModel

/// What is found in one picture.
struct Recognition: Sendable {
  var people: [SeenPerson] = []
  var codes: [ReadBarcode] = []
  /// The picture that the codes were read in, pixels.
  var width = 1
  var height = 1

  /// Longest side of the picture that codes are read in, pixels; larger ones are drawn smaller.
  private static let longestSide = 1920

  /// Looks for what has these types; draws nothing when no code is among them.
  static func finds(
    in frame: SensorFrame, _ types: Set<AVMetadataObject.ObjectType>, trace: any PhoneTrace
  ) -> Recognition {
    var result = Recognition()
    if types.contains(.face) || types.contains(.humanBody) { result.people = frame.imager.people }
    let kinds = Set(AVMetadataObject.ObjectType.codes.filter { types.contains($0.type) }.map(\.symbology))
    guard !kinds.isEmpty else { return result }
    let picture = frame.configuration
    let scale = min(1, Double(longestSide) / Double(max(picture.width, picture.height)))
    result.width = max(1, Int(Double(picture.width) * scale))
    result.height = max(1, Int(Double(picture.height) * scale))
    do throws(BarcodeError) {
      result.codes = try read(frame, result.width, result.height, kinds)
    } catch {
      trace.record("barcode-fault", ["detail": .text("the barcode reader failed: \(error)")])
    }
    return result
  }

  private static func read(
    _ frame: SensorFrame, _ width: Int, _ height: Int, _ kinds: Set<Symbology>
  ) throws(BarcodeError) -> [ReadBarcode] {
    let chromaRow = (width + 1) / 2 * 2
    let luma = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height)
    let chroma = UnsafeMutablePointer<UInt8>.allocate(capacity: chromaRow * ((height + 1) / 2))
    defer {
      luma.deallocate()
      chroma.deallocate()
    }
    frame.imager.draw(
      FrameWindow(),
      into: PixelTarget(
        layout: .biplanar420(fullRange: true), width: width, height: height,
        planes: [
          PixelTarget.Plane(base: UnsafeMutableRawPointer(luma), bytesPerRow: width),
          PixelTarget.Plane(base: UnsafeMutableRawPointer(chroma), bytesPerRow: chromaRow),
        ]))
    return try BarcodeReader.read(luma, width: width, height: height, bytesPerRow: width, kinds)
  }

  /// As apps get them: people, then codes.
  func objects(
    time: CMTime, deviceID: String, types: Set<AVMetadataObject.ObjectType>, _ faces: inout FaceNumbers
  ) -> [AVMetadataObject] {
    let numbers = faces.become(Set(people.filter { $0.face != nil || $0.body != nil }.map(\.figure)))
    var objects: [AVMetadataObject] = []
    for person in people {
      guard let number = numbers[person.figure] else { continue }
      if types.contains(.face), let face = person.face {
        objects.append(
          AVMetadataFaceObject(
            time: time, bounds: Self.inside(face), deviceID: deviceID, faceID: number, roll: person.roll,
            yaw: (person.yaw + 360).truncatingRemainder(dividingBy: 360)))
      }
      if types.contains(.humanBody), let body = person.body {
        objects.append(
          AVMetadataHumanBodyObject(
            time: time, bounds: Self.inside(body), type: .humanBody, deviceID: deviceID, bodyID: number))
      }
    }
    return objects
      + codes.compactMap { code in
        CodeTypes.type(of: code, among: types).map { object(code, $0, time, deviceID) }
      }
  }

  /// The part in the picture.
  private static func inside(_ box: SeenPerson.Box) -> CGRect {
    CGRect(x: box.x, y: box.y, width: box.width, height: box.height)
      .intersection(CGRect(x: 0, y: 0, width: 1, height: 1))
  }

  private func object(
    _ code: ReadBarcode, _ type: AVMetadataObject.ObjectType, _ time: CMTime, _ deviceID: String
  ) -> AVMetadataObject {
    let places = code.corners.map { CGPoint(x: $0.x / Double(width), y: $0.y / Double(height)) }
    let (xs, ys) = (places.map(\.x), places.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return AVMetadataMachineReadableCodeObject(
      time: time, type: type, deviceID: deviceID,
      // Counter-clockwise from the code's top left.
      corners: [places[0], places[3], places[2], places[1]],
      bounds: CGRect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top),
      stringValue: code.text)
  }
}
