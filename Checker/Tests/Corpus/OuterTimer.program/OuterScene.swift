import UIKit

@available(iOS 27.1, *)
final class OuterScene: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
    guard let scene = scene as? UIWindowScene, let booth = options.sceneAccessoryUserInfo as? Booth else { return }
    let window = UIWindow(windowScene: scene)
    window.rootViewController = OuterBooth(booth: booth)
    window.makeKeyAndVisible()
    self.window = window
  }
}
