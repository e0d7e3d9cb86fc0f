import CObjectCreation
import Foundation

extension NSObject {
  /// A new object of a class that is known only at run time, as the Objective-C runtime makes delegates,
  /// view controllers and layers: its `init()` is called, overridden or inherited.
  @MainActor
  static func create<Object: NSObject>(_ type: Object.Type) -> Object {
    let metatype = unsafeBitCast(type as AnyClass, to: UnsafeRawPointer.self)
    return Unmanaged<Object>.fromOpaque(duo_create_object(metatype)).takeRetainedValue()
  }
}
