import DuoCoreMedia

extension AVCaptureSession {
  /// The older name of `synchronizationClock`.
  public var masterClock: CMClock? { synchronizationClock }
}
