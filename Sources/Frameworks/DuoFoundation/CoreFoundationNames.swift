import Foundation

// Core Foundation's names for what Foundation has on every system. With these, `key as String`,
// `dictionary as CFDictionary` and `"text" as CFString` compile as on Apple's systems.

public typealias CFTypeRef = AnyObject
/// Texts, numbers, dates, data, arrays and dictionaries.
public typealias CFPropertyList = AnyObject
public typealias CFString = NSString
public typealias CFDictionary = NSDictionary
public typealias CFMutableDictionary = NSMutableDictionary
public typealias CFArray = NSArray
public typealias CFData = NSData
public typealias CFMutableData = NSMutableData
public typealias CFNumber = NSNumber
public typealias CFBoolean = NSNumber
public typealias CFURL = NSURL
public typealias CFTypeID = UInt
public typealias CFIndex = Int
public typealias CFTimeInterval = Double
/// Seconds since the beginning of 2001.
public typealias CFAbsoluteTime = CFTimeInterval

/// Older spellings of whole numbers. [header]
public typealias NSInteger = Int
public typealias NSUInteger = UInt

/// What the calendar says now, as `Date()` does: by the phone's clock. [docs]
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }

/// A status code of a C function; 0 is success.
public typealias OSStatus = Int32
/// Four characters packed into 32 bits, the first one in the highest byte.
public typealias FourCharCode = UInt32
public typealias OSType = FourCharCode

/// Success.
public let noErr: OSStatus = 0

/// Where Core Foundation takes memory from. Functions accept it and use the system's memory always.
public final class CFAllocator: Sendable {
  fileprivate init() {}
}

public let kCFAllocatorDefault: CFAllocator! = nil
public let kCFAllocatorSystemDefault: CFAllocator! = CFAllocator()
public let kCFAllocatorMalloc: CFAllocator! = CFAllocator()
/// Allocates nothing and frees nothing: for memory that somebody else owns.
public let kCFAllocatorNull: CFAllocator! = CFAllocator()

public var kCFBooleanTrue: CFBoolean! { NSNumber(value: true) }
public var kCFBooleanFalse: CFBoolean! { NSNumber(value: false) }

/// Runs `body`. Objects are released by reference counting alone here, so there is no pool to drain.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
