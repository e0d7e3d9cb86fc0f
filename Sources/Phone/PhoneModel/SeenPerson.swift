/// A person in a frame's picture, as the phone finds faces and bodies. Places are in units of the unturned picture's width
/// and height: 0...1 from its top left, which may reach outside.
public struct SeenPerson: Hashable, Sendable {
  public struct Box: Hashable, Sendable {
    public var x, y, width, height: Double
    public init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// Tells people apart.
  public var figure: Figure
  /// Nil while the face is not seen: turned away, hidden, or out of the picture.
  public var face: Box?
  /// Nil while the upper part of the body is not seen.
  public var body: Box?
  /// How far the head is turned clockwise in the picture, degrees 0..<360.
  public var roll: Double
  /// How far the face looks past the camera, degrees; positive towards the picture's right.
  public var yaw: Double

  public init(figure: Figure, face: Box?, body: Box?, roll: Double, yaw: Double) {
    self.figure = figure
    self.face = face
    self.body = body
    self.roll = roll
    self.yaw = yaw
  }
}
