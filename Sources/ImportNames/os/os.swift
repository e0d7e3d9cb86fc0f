@_exported import DuoOS
@_exported import os
