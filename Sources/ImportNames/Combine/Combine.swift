@_exported import DuoCombine
@_exported import Foundation
