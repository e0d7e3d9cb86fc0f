@_exported import AVFoundation
@_exported import DuoAVKit
@_exported import Foundation
@_exported import UIKit
