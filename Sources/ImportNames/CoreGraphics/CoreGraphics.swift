@_exported import DuoCoreGraphics
@_exported import Foundation
