/// Simple pictures for the symbols that camera apps use most: ours, not Apple's, which may not be shipped.
///
/// A recipe has parts with `;` between them, in a square of 24. `s:` strokes a path, `f:` fills it, `w:` wipes out along it,
/// `c:` clears its inside. Paths: M, L, H, V, C, Q, Z as in SVG, absolute; `O x y r` a circle; `R x y w h r` a rounded
/// rectangle; `A x y r start sweep` an arc in degrees, clockwise as seen. `+name` puts another symbol in, `-name` clears its
/// shape; `*0.6` makes it smaller.
enum SymbolRecipes {
  static let recipes: [String: String] = [
    // Camera
    "camera": "s:\(cameraBody);s:O12 13 4",
    "camera.fill": "f:\(cameraBody);w:O12 13 4",
    "camera.circle": "+circle;+camera*0.58",
    "camera.circle.fill": "+circle.fill;-camera*0.58",
    "camera.viewfinder": "+viewfinder;+camera*0.6",
    "camera.rotate": "s:\(cameraBody);s:A12 13 4 -60 150;s:A12 13 4 120 150",
    "camera.rotate.fill": "f:\(cameraBody);w:A12 13 4 -60 150;w:A12 13 4 120 150",
    "arrow.triangle.2.circlepath": circlePath,
    "arrow.triangle.2.circlepath.circle": "+circle;+arrow.triangle.2.circlepath*0.6",
    "arrow.triangle.2.circlepath.circle.fill": "+circle.fill;-arrow.triangle.2.circlepath*0.6",
    "arrow.triangle.2.circlepath.camera": "+camera;c:O12 13 5;+arrow.triangle.2.circlepath*0.42",
    "arrow.triangle.2.circlepath.camera.fill": "f:\(cameraBody);-arrow.triangle.2.circlepath*0.45",
    "video": "s:R2 6.5 13 11 2.5;s:M16.5 10.5 L22 7.5 V16.5 L16.5 13.5 Z",
    "video.fill": "f:R1.5 6 14 12 3;f:M16.5 10 L22 7 V17 L16.5 14 Z",
    "video.slash": "+video;\(slash)", "video.slash.fill": "+video.fill;\(slash)",
    "bolt": "s:\(boltShape)", "bolt.fill": "f:\(boltShape)",
    "bolt.slash": "+bolt;\(slash)", "bolt.slash.fill": "+bolt.fill;\(slash)",
    "bolt.circle": "+circle;+bolt.fill*0.6", "bolt.circle.fill": "+circle.fill;-bolt.fill*0.6",
    "bolt.badge.a": "s:\(boltShape);c:O18 17 6;\(letterA)",
    "bolt.badge.a.fill": "f:\(boltShape);c:O18 17 6;\(letterA)",
    "bolt.badge.automatic": "s:\(boltShape);c:O18 17 6;\(letterA)",
    "bolt.badge.automatic.fill": "f:\(boltShape);c:O18 17 6;\(letterA)",
    "flashlight.on.fill": "f:M8 2 H16 V5 H8 Z M8 6.5 H16 L14 11 V22 H10 V11 Z;w:M12 13 V15",
    "flashlight.off.fill": "f:M8 2 H16 V5 H8 Z M8 6.5 H16 L14 11 V22 H10 V11 Z;w:M12 13 V15;\(slash)",
    "timer": "s:O12 13 8.5;s:M12 13 L8.5 9.5;s:M12 2 V4.5;s:M9.5 2 H14.5",
    "livephoto": "f:O12 12 2.5;s:O12 12 5.5;\(dots)",
    "livephoto.slash": "+livephoto;\(slash)",
    "viewfinder":
      "s:M3 8 V5 Q3 3 5 3 H8;s:M16 3 H19 Q21 3 21 5 V8;s:M21 16 V19 Q21 21 19 21 H16;s:M8 21 H5 Q3 21 3 19 V16",
    "plus.viewfinder": "+viewfinder;+plus*0.5",
    "qrcode.viewfinder": "+viewfinder;+square.grid.2x2*0.5",
    "viewfinder.circle": "+circle;+viewfinder*0.55",
    "grid": "s:R3 3 18 18 2;s:M9 3 V21;s:M15 3 V21;s:M3 9 H21;s:M3 15 H21",
    "photo": "s:\(photoFrame);f:O8 9 1.8;s:M3 17 L9 12.5 L13 16 L16 13.5 L21 17.5",
    "photo.fill": "f:\(photoFrame);c:O8 9 1.8;w:M3 17 L9 12.5 L13 16 L16 13.5 L21 17.5",
    "photo.on.rectangle":
      "s:M6 16 H5 Q3 16 3 14 V6 Q3 4 5 4 H15 Q17 4 17 6;s:R7 8 14.5 12 2;s:M7.5 18 L12 14 L15 16.5 L17 15 L21 18.5",
    "photo.stack": "s:R3 9 18 11 2;s:M5 6.5 H19;s:M7 4 H17;f:O8 13 1.3;s:M4 18 L10 14.5 L14 17 L17 15 L20 18",
    "record.circle": "+circle;f:O12 12 5.5", "record.circle.fill": "+circle.fill;c:O12 12 5",
    "sun.max": "s:O12 12 4;\(rays)", "sun.max.fill": "f:O12 12 4.5;\(rays)",
    "moon": "s:\(moonShape)", "moon.fill": "f:\(moonShape)",
    "sparkles":
      "f:M10 6 Q10.8 12 17 13 Q10.8 14 10 20 Q9.2 14 3 13 Q9.2 12 10 6 Z;f:M18 2 Q18.4 5 21.5 5.5 Q18.4 6 18 9 Q17.6 6 14.5 5.5 Q17.6 5 18 2 Z",
    "slider.horizontal.3":
      "s:M3 6 H21;s:M3 12 H21;s:M3 18 H21;c:O8 6 2.5;s:O8 6 2;c:O16 12 2.5;s:O16 12 2;c:O8 18 2.5;s:O8 18 2",
    // Signs
    "xmark": "s:M5 5 L19 19;s:M19 5 L5 19",
    "xmark.circle": "+circle;+xmark*0.5", "xmark.circle.fill": "+circle.fill;-xmark*0.5",
    "checkmark": "s:M4.5 13 L10 19 L19.5 5",
    "checkmark.circle": "+circle;+checkmark*0.52", "checkmark.circle.fill": "+circle.fill;-checkmark*0.52",
    "plus": "s:M12 4 V20;s:M4 12 H20",
    "plus.circle": "+circle;+plus*0.55", "plus.circle.fill": "+circle.fill;-plus*0.55",
    "minus": "s:M4 12 H20",
    "minus.circle": "+circle;+minus*0.55", "minus.circle.fill": "+circle.fill;-minus*0.55",
    "questionmark": "s:A12 7.5 4.2 180 225 L12 13 V15.5;f:O12 20 1.4",
    "questionmark.circle": "+circle;+questionmark*0.6",
    "questionmark.circle.fill": "+circle.fill;-questionmark*0.6",
    "exclamationmark": "s:M12 4 V14.5;f:O12 19.5 1.4",
    "exclamationmark.circle": "+circle;+exclamationmark*0.6",
    "exclamationmark.circle.fill": "+circle.fill;-exclamationmark*0.6",
    "exclamationmark.triangle": "s:\(triangle);s:M12 9.5 V14;f:O12 17 1.1",
    "exclamationmark.triangle.fill": "f:\(triangle);w:M12 9.5 V14;c:O12 17 1.3",
    "info": "f:O12 5 1.5;s:M9.5 10.5 H12.3 V19;s:M9.5 19 H15",
    "info.circle": "+circle;+info*0.58", "info.circle.fill": "+circle.fill;-info*0.58",
    "ellipsis": "f:O5 12 1.8;f:O12 12 1.8;f:O19 12 1.8",
    "ellipsis.circle": "+circle;+ellipsis*0.6", "ellipsis.circle.fill": "+circle.fill;-ellipsis*0.6",
    "line.3.horizontal": "s:M3 6 H21;s:M3 12 H21;s:M3 18 H21",
    "list.bullet": "f:O4 6 1.4;f:O4 12 1.4;f:O4 18 1.4;s:M8 6 H21;s:M8 12 H21;s:M8 18 H21",
    "magnifyingglass": "s:O10 10 6.5;s:M15 15 L21 21",
    "plus.magnifyingglass": "+magnifyingglass;s:M10 7 V13;s:M7 10 H13",
    "minus.magnifyingglass": "+magnifyingglass;s:M7 10 H13",
    // Shapes
    "circle": "s:O12 12 9.5", "circle.fill": "f:O12 12 10.4",
    "circle.inset.filled": "+circle;f:O12 12 7", "largecircle.fill.circle": "+circle;f:O12 12 7",
    "square": "s:R3.5 3.5 17 17 3", "square.fill": "f:R2.6 2.6 18.8 18.8 3.6",
    "rectangle": "s:R2 5 20 14 2.5", "rectangle.fill": "f:R1.2 4.2 21.6 15.6 3",
    "rectangle.portrait": "s:R5 2 14 20 2.5", "rectangle.portrait.fill": "f:R4.2 1.2 15.6 21.6 3",
    "square.grid.2x2":
      "s:R3 3 7.5 7.5 1.5;s:R13.5 3 7.5 7.5 1.5;s:R3 13.5 7.5 7.5 1.5;s:R13.5 13.5 7.5 7.5 1.5",
    "square.grid.2x2.fill": "f:R3 3 8 8 1.5;f:R13 3 8 8 1.5;f:R3 13 8 8 1.5;f:R13 13 8 8 1.5",
    "rectangle.on.rectangle": "s:M6 16 H5 Q3 16 3 14 V6 Q3 4 5 4 H15 Q17 4 17 6;s:R7 8 14.5 12 2",
    "square.on.square": "s:M7 16 H5 Q3 16 3 14 V5 Q3 3 5 3 H14 Q16 3 16 5 V7;s:R8 8 13 13 2.5",
    "star": "s:\(starShape)", "star.fill": "f:\(starShape)",
    "heart": "s:\(heartShape)", "heart.fill": "f:\(heartShape)",
    // Players
    "play": "s:\(playShape)", "play.fill": "f:\(playShape)",
    "play.circle": "+circle;+play.fill*0.5", "play.circle.fill": "+circle.fill;-play.fill*0.5",
    "pause": "s:R6 4 3.5 16 1;s:R14.5 4 3.5 16 1", "pause.fill": "f:R5.5 3.5 4.5 17 1;f:R14 3.5 4.5 17 1",
    "pause.circle": "+circle;+pause.fill*0.5", "pause.circle.fill": "+circle.fill;-pause.fill*0.5",
    "stop": "s:R4.5 4.5 15 15 2", "stop.fill": "f:R4 4 16 16 2.5",
    "stop.circle": "+circle;+stop.fill*0.45", "stop.circle.fill": "+circle.fill;-stop.fill*0.45",
    "speaker": "s:\(speakerShape)", "speaker.fill": "f:\(speakerShape)",
    "speaker.slash": "+speaker;\(slash)", "speaker.slash.fill": "+speaker.fill;\(slash)",
    "speaker.wave.2": "+speaker;\(waves)", "speaker.wave.2.fill": "+speaker.fill;\(waves)",
    "mic": "s:R8.5 2.5 7 11.5 3.5;\(micStand)", "mic.fill": "f:R8 2 8 12.5 4;\(micStand)",
    "mic.slash": "+mic;\(slash)", "mic.slash.fill": "+mic.fill;\(slash)",
    // Arrows
    "chevron.left": "s:M15.5 4 L7.5 12 L15.5 20", "chevron.right": "s:M8.5 4 L16.5 12 L8.5 20",
    "chevron.up": "s:M4 15.5 L12 7.5 L20 15.5", "chevron.down": "s:M4 8.5 L12 16.5 L20 8.5",
    "chevron.backward": "s:M15.5 4 L7.5 12 L15.5 20", "chevron.forward": "s:M8.5 4 L16.5 12 L8.5 20",
    "arrow.left": "s:M21 12 H3;s:M10 5 L3 12 L10 19", "arrow.right": "s:M3 12 H21;s:M14 5 L21 12 L14 19",
    "arrow.up": "s:M12 21 V3;s:M5 10 L12 3 L19 10", "arrow.down": "s:M12 3 V21;s:M5 14 L12 21 L19 14",
    "arrow.left.arrow.right": "s:M3 8 H20;s:M16 4 L20 8 L16 12;s:M21 16 H4;s:M8 12 L4 16 L8 20",
    "arrow.clockwise": "s:A12 13 8 -60 300;s:M16 2.5 V6.5 H12",
    "arrow.counterclockwise": "s:A12 13 8 -120 -300;s:M8 2.5 V6.5 H12",
    "square.and.arrow.up":
      "s:M8 9 H6 Q4 9 4 11 V19 Q4 21 6 21 H18 Q20 21 20 19 V11 Q20 9 18 9 H16;s:M12 15 V3;s:M8 6.5 L12 2.5 L16 6.5",
    "square.and.arrow.down":
      "s:M8 9 H6 Q4 9 4 11 V19 Q4 21 6 21 H18 Q20 21 20 19 V11 Q20 9 18 9 H16;s:M12 3 V15;s:M8 11.5 L12 15.5 L16 11.5",
    // Things
    "gear": gear, "gearshape": gear, "gearshape.fill": "f:O12 12 7.5;\(teeth);c:O12 12 3",
    "person": "s:O12 7.5 4;s:\(shoulders)", "person.fill": "f:O12 7.5 4.6;f:\(shoulders)",
    "person.crop.circle":
      "+circle;f:O12 9.5 3.2;f:M5.5 18.5 Q7 14.5 12 14.5 Q17 14.5 18.5 18.5 Q16 21 12 21 Q8 21 5.5 18.5 Z",
    "text.bubble": "s:\(bubble);s:M7 8 H17;s:M7 12 H14",
    "text.bubble.fill": "f:\(bubble);w:M7 8 H17;w:M7 12 H14",
    "bubble.left": "s:\(bubble)", "bubble.left.fill": "f:\(bubble)",
    "clock": "+circle;s:M12 6 V12 L16 14", "clock.fill": "+circle.fill;w:M12 6 V12 L16 14",
    "lock": "s:R5 10.5 14 10.5 2;s:M8 10.5 V7.5 A12 7.5 4 180 180 V10.5",
    "lock.fill": "f:R4.5 10 15 11.5 2.5;s:M8 10.5 V7.5 A12 7.5 4 180 180 V10.5",
    "lock.open": "s:R5 10.5 14 10.5 2;s:M8 10.5 V6.5 A12 6.5 4 180 160",
    "eye": "s:\(eyeShape);s:O12 12 3.2", "eye.fill": "f:\(eyeShape);c:O12 12 3.6;f:O12 12 2",
    "eye.slash": "+eye;\(slash)", "eye.slash.fill": "+eye.fill;\(slash)",
    "trash": "s:M6 7 L7 21 H17 L18 7;s:M4 6 H20;s:M9 6 V3.5 H15 V6;s:M10 10 V17.5;s:M14 10 V17.5",
    "trash.fill": "f:M5 6.5 H19 L17.5 22 H6.5 Z;s:M4 5.5 H20;s:M9 5 V3 H15 V5;w:M10 10 V17.5;w:M14 10 V17.5",
    "iphone": "s:R6.5 2 11 20 2.5;s:M11 4.5 H13", "ipad": "s:R4 2 16 20 2.5;s:M11 19.5 H13",
    "house": "s:M3 11.5 L12 4 L21 11.5;s:M5.5 10 V20 H18.5 V10",
    "house.fill": "f:M2 12 L12 3 L22 12 H19.5 V21 H4.5 V12 Z",
    "folder":
      "s:M2.5 18 V6.5 Q2.5 5 4 5 H9 L11 7.5 H20 Q21.5 7.5 21.5 9 V18 Q21.5 19.5 20 19.5 H4 Q2.5 19.5 2.5 18 Z",
    "textformat": "s:M3 19 L8 5 L13 19;s:M5 14 H11;s:O17.5 15.5 3;s:M20.5 12 V19",
  ]

  private static let slash = "w:M4 2.5 L22 20.5;s:M3 3 L21 21"
  private static let cameraBody =
    "M2.5 9 Q2.5 7 4.5 7 H7 L8.5 4.5 H15.5 L17 7 H19.5 Q21.5 7 21.5 9 V18 Q21.5 20 19.5 20 H4.5 Q2.5 20 2.5 18 Z"
  private static let circlePath =
    "s:A12 12 8 200 120;s:A12 12 8 20 120;f:M20.5 4.5 V10 H15 Z;f:M3.5 19.5 V14 H9 Z"
  private static let boltShape = "M14 2 L5 14 H11.5 L10 22 L19 10 H12.5 Z"
  private static let letterA = "s:M15 21 L18 13 L21 21;s:M16 18.5 H20"
  private static let photoFrame = "R2.5 4.5 19 15 2.5"
  private static let playShape = "M6 4.5 L19.5 12 L6 19.5 Z"
  private static let speakerShape = "M3 9.5 H7 L12 5 V19 L7 14.5 H3 Z"
  private static let waves = "s:A12 12 4 -40 80;s:A12 12 8 -40 80"
  private static let micStand = "s:M5 11.5 V12 A12 12 7 180 -180 V11.5;s:M12 19 V22;s:M8.5 22 H15.5"
  private static let triangle = "M12 3.5 L22 20.5 H2 Z"
  private static let moonShape = "M18.5 15.5 A10.5 10.5 9.2 32 230 Q9 9 12 13 Q15 16.5 18.5 15.5 Z"
  private static let shoulders = "M4 20.5 C4 15.5 8 14 12 14 C16 14 20 15.5 20 20.5 Z"
  private static let bubble =
    "M5 4 H19 Q21 4 21 6 V14 Q21 16 19 16 H11 L6.5 20 V16 H5 Q3 16 3 14 V6 Q3 4 5 4 Z"
  private static let eyeShape = "M1.5 12 Q6 5.5 12 5.5 Q18 5.5 22.5 12 Q18 18.5 12 18.5 Q6 18.5 1.5 12 Z"
  private static let heartShape =
    "M12 20.5 C2 14 1.5 9 4 6 C6.5 3.5 10.5 4 12 7.5 C13.5 4 17.5 3.5 20 6 C22.5 9 22 14 12 20.5 Z"
  private static let starShape =
    "M12 2 L14.9 8.6 L22 9.3 L16.6 14 L18.2 21 L12 17.3 L5.8 21 L7.4 14 L2 9.3 L9.1 8.6 Z"
  private static let teeth =
    "s:M12 2.5 V5;s:M12 19 V21.5;s:M2.5 12 H5;s:M19 12 H21.5;s:M5.3 5.3 L7 7;s:M17 17 L18.7 18.7;s:M18.7 5.3 L17 7;s:M7 17 L5.3 18.7"
  private static let gear = "s:O12 12 7;s:O12 12 2.8;\(teeth)"
  private static let rays =
    "s:M12 2 V4;s:M12 20 V22;s:M2 12 H4;s:M20 12 H22;s:M5 5 L6.4 6.4;s:M17.6 17.6 L19 19;s:M19 5 L17.6 6.4;s:M6.4 17.6 L5 19"
  private static let dots =
    "f:O12 2.5 0.9;f:O18.7 5.3 0.9;f:O21.5 12 0.9;f:O18.7 18.7 0.9;f:O12 21.5 0.9;f:O5.3 18.7 0.9;f:O2.5 12 0.9;f:O5.3 5.3 0.9"
}
