@_exported import DuoUIKit
@_exported import Foundation
@_exported import QuartzCore
