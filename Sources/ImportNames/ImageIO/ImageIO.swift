@_exported import DuoImageIO
