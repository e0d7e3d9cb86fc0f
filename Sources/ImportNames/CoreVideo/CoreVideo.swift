@_exported import CoreVideo
@_exported import DuoCoreMedia
@_exported import Foundation
