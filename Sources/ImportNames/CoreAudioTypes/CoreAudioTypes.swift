@_exported import DuoCoreMedia
@_exported import Foundation
