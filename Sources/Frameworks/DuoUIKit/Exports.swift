@_exported import DuoQuartzCore
@_exported import Foundation
