@_exported import DuoCoreGraphics
@_exported import DuoFoundation
@_exported import Foundation
