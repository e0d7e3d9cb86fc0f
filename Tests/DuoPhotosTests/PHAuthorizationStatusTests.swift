import DuoPhotos
import Testing

@Suite struct PHAuthorizationStatusTests {
  @Test func rawValuesAreApples() {
    let statuses: [PHAuthorizationStatus] = [.notDetermined, .restricted, .denied, .authorized, .limited]
    #expect(statuses.map(\.rawValue) == [0, 1, 2, 3, 4])
    #expect([PHAccessLevel.addOnly, .readWrite].map(\.rawValue) == [1, 2])
  }
}
