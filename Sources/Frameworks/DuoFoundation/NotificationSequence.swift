import Foundation

extension NotificationCenter {
  /// The notifications of a name, and of a sender if one is given, from the moment iteration begins.
  ///
  /// Apple's selector form, `addObserver(_:selector:name:object:)`, needs the Objective-C runtime and does
  /// not exist here.
  public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
    Notifications(center: self, name: name, object: object)
  }

  /// An endless sequence of notifications; it ends when the iterating task is cancelled. Notifications that
  /// arrive while the iterating task is busy wait for it, without limit. [inferred]
  ///
  /// `@unchecked` because the sender is only compared by identity.
  public final class Notifications: AsyncSequence, @unchecked Sendable {
    public typealias Element = Notification
    public typealias Failure = Never

    private let center: NotificationCenter
    private let name: Notification.Name
    private let object: AnyObject?

    init(center: NotificationCenter, name: Notification.Name, object: AnyObject?) {
      self.center = center
      self.name = name
      self.object = object
    }

    /// Starts listening.
    public func makeAsyncIterator() -> Iterator {
      Iterator(center: center, name: name, object: object)
    }

    public struct Iterator: AsyncIteratorProtocol {
      public typealias Element = Notification
      public typealias Failure = Never

      private var boxes: AsyncStream<Box>.Iterator

      init(center: NotificationCenter, name: Notification.Name, object: AnyObject?) {
        let (stream, continuation) = AsyncStream.makeStream(of: Box.self)
        let observer = Observer(
          center: center,
          token: center.addObserver(forName: name, object: object, queue: nil) {
            continuation.yield(Box(notification: $0))
          })
        continuation.onTermination = { _ in observer.remove() }
        boxes = stream.makeAsyncIterator()
      }

      public mutating func next() async -> Notification? { await boxes.next()?.notification }

      public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
        await boxes.next(isolation: actor)?.notification
      }
    }

    /// `@unchecked` because a posted notification is handed over and not changed again.
    private struct Box: @unchecked Sendable {
      let notification: Notification
    }

    /// `@unchecked` because the token is only given back to the centre, which is safe on any thread.
    private struct Observer: @unchecked Sendable {
      let center: NotificationCenter
      let token: any NSObjectProtocol
      func remove() { center.removeObserver(token) }
    }
  }
}
