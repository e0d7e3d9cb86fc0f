import PhoneModel

@testable import Scenarios

private let head = #""schema":"diptych/scenario/1","name":"t""#

/// Scenarios that are refused, and how the complaint begins.
let badScenarios: [(String, String)] = [
  ("{}", "t.json: the field schema is missing"),
  (#"{"schema":"other","name":"t","steps":[]}"#, #"t.json: schema: "other" is not "diptych/scenario/1""#),
  ("{\(head)}", "t.json: the field steps is missing"),
  (#"{"schema":"diptych/scenario/1","steps":[{"name":"a"}]}"#, "t.json: the field name is missing"),
  ("{\(head),\"steps\":[]}", "t.json: steps: a scenario needs a step"),
  ("{\(head),\"steps\":{}}", "t.json: steps: a list is needed, and this is an object"),
  ("{\(head),\"steps\":[7]}", "t.json: steps[0]: an object is needed, and this is a number"),
  ("{\(head),\"steps\":[{}]}", "t.json: steps[0]: the field name is missing"),
  (
    "{\(head),\"speed\":2,\"steps\":[{\"name\":\"a\"}]}", "t.json: speed: unknown field; known here: schema"
  ),
  (
    "{\(head),\"intent\":\"me\",\"steps\":[{\"name\":\"a\"}]}",
    "t.json: intent: \"me\" is not one of selfie, rear"
  ),
  (
    "{\(head),\"steps\":[{\"name\":\"a\"},{\"name\":\"a\"}]}",
    "t.json: steps[1].name: \"a\" is the name of an earlier step"
  ),
  (
    "{\(head),\"controls\":\"shutter\",\"steps\":[{\"name\":\"a\"}]}",
    "t.json: controls: a list is needed, and this is text"
  ),
  (
    "{\(head),\"controls\":[\"\"],\"steps\":[{\"name\":\"a\"}]}",
    "t.json: controls[0]: a control needs a name"
  ),
  (step(#""do":{"hinge":"90 deg"},"speed":1"#), "t.json: steps[0].speed: unknown field"),
  (step(#""do":{"hinge":90}"#), "t.json: steps[0].do.hinge: a value with its unit is needed"),
  (step(#""do":{"hinge":"90 rad"}"#), #"t.json: steps[0].do.hinge: "rad" is not a unit here; known: deg"#),
  (step(#""do":{"hinge":"ninety deg"}"#), #"t.json: steps[0].do.hinge: "ninety deg" is not a number"#),
  (
    step(#""do":{"hinge":"190 deg"}"#),
    "t.json: steps[0].do.hinge: a hinge angle is between 0 deg and 180 deg"
  ),
  (step(#""do":{"hinge":"90 deg"},"over":"1 m""#), #"t.json: steps[0].over: "m" is not a unit here"#),
  (step(#""do":{"hinge":"90 deg"},"over":1"#), "t.json: steps[0].over: a value with its unit is needed"),
  (step(#""do":{"hinge":"90 deg"},"over":"-1 s""#), "t.json: steps[0].over: a time is between"),
  (step(#""do":{"turn":1},"over":"1 s""#), "t.json: steps[0].over: nothing in this step takes time"),
  (step(#""do":{"turn":1,"over":"1 s"}"#), "t.json: steps[0].do.over: turn takes no time"),
  (step(#""do":{"turn":1.5}"#), "t.json: steps[0].do.turn: a whole number of quarter turns"),
  (step(#""do":{"turn":7}"#), "t.json: steps[0].do.turn: 7 is not between -3 and 3"),
  (step(#""do":{"fold":1}"#), "t.json: steps[0].do.fold: unknown field; known here: hinge"),
  (step(#""do":"jump""#), #"t.json: steps[0].do: "jump" is not something that can happen"#),
  (step(#""do":"hinge""#), #"t.json: steps[0].do: "hinge" needs a value"#),
  (step(#""do":{}"#), "t.json: steps[0].do: one thing that happens is needed"),
  (step(#""do":[{"turn":1},{"turn":1,"call":true}]"#), "t.json: steps[0].do[1]: one thing that happens"),
  (step(#""do":{"moveApp":"left"}"#), #"t.json: steps[0].do.moveApp: "left" is not one of outer, inner"#),
  (step(#""do":{"alarm":1}"#), "t.json: steps[0].do.alarm: true or false is needed, and this is a number"),
  (
    step(#""do":{"headset":"usb"}"#),
    "t.json: steps[0].do.headset: \"usb\" is not a headset: wired, bluetooth or none"
  ),
  (
    step(#""do":{"sound":""}"#),
    "t.json: steps[0].do.sound: room, silence or the path of a WAV file is needed"
  ),
  (step(#""do":{"posters":[{"text":"a"}]}"#), "t.json: steps[0].do.posters[0]: both text and at are needed"),
  (
    step(#""do":{"posters":[{"text":"a","at":[0,1]}]}"#),
    "t.json: steps[0].do.posters[0].at: three numbers are needed"
  ),
  (
    step(#""do":{"posters":[{"text":"a","at":[0,1,0],"code":"morse"}]}"#),
    #"t.json: steps[0].do.posters[0].code: "morse" is not one of qr"#
  ),
  (step(#""do":{"call":"yes"}"#), "t.json: steps[0].do.call: true or false is needed, and this is text"),
  (step(#""do":{"thermal":"hot"}"#), #"t.json: steps[0].do.thermal: "hot" is not one of nominal"#),
  (step(#""do":{"plug":{"camera":"rear-wide"}}"#), "t.json: steps[0].do.plug: both camera and connected"),
  (step(#""do":{"tap":{"x":1,"y":2}}"#), "t.json: steps[0].do.tap: an identifier, or x, y and display"),
  (
    step(#""do":{"tap":{"identifier":"a","x":1}}"#),
    "t.json: steps[0].do.tap: either an identifier or a point"
  ),
  (
    step(#""do":{"world":"there.jpg"}"#), "t.json: steps[0].do.world: cannot be read: there is no such file"
  ),
  (step(##""do":{"world":"#12345"}"##), "t.json: steps[0].do.world: #12345 is not a colour"),
  (
    step(#""expect":{"middle":{}}"#),
    "t.json: steps[0].expect.middle: unknown field; known here: outer, inner, photo"
  ),
  (
    step(#""expect":{"photo":{"stale":true}}"#),
    "t.json: steps[0].expect.photo.stale: unknown field; known here: camera"
  ),
  (
    step(#""expect":{"photo":{"upright":"yes"}}"#),
    "t.json: steps[0].expect.photo.upright: true or false is needed, and this is text"
  ),
  (step(#""movies":1.5"#), "t.json: steps[0].movies: a whole number of movies"),
  (step(#""photos":1.5"#), "t.json: steps[0].photos: a whole number of photos"),
  (step(#""photos":-1"#), "t.json: steps[0].photos: -1 is not between 0 and 1000"),
  (step(#""photos":"one""#), "t.json: steps[0].photos: a number is needed, and this is text"),
  (
    step(#""expect":{"inner":{"faces":"me"}}"#),
    #"t.json: steps[0].expect.inner.faces: "me" is not one of person"#
  ),
  (
    step(#""expect":{"inner":{"camera":"top"}}"#),
    #"t.json: steps[0].expect.inner.camera: "top" is not one of"#
  ),
  (step(#""judge":1"#), "t.json: steps[0].judge: true or false is needed"),
  (#"{"a": }"#, "t.json: is not JSON"),
  ("", "t.json: is not JSON"),
  (step(#""do":{"hinge":"90 deg","pose":"book"}"#), "t.json: steps[0].do: one thing that happens is needed"),
  (step(#""do":{"over":"1 s"}"#), "t.json: steps[0].do: one thing that happens is needed"),
  (step(#""do":{"over":"1 s","tap":"a"}"#), "t.json: steps[0].do.over: tap takes no time"),
  (step(#""over":"1 s""#), "t.json: steps[0].over: nothing in this step takes time"),
  (step(#""do":[{"tap":"a"},"background"],"over":"1 s""#), "t.json: steps[0].over: nothing in this step"),
  (step(#""do":{"hinge":"200 deg"}"#), "t.json: steps[0].do.hinge: a hinge angle is between"),
  (step(#""do":{"wait":".e s"}"#), #"t.json: steps[0].do.wait: ".e s" is not a number"#),
  (step(#""do":{"pose":""}"#), "t.json: steps[0].do.pose: a pose needs a name"),
  (step(#""do":{"background":false}"#), "t.json: steps[0].do.background: only true makes sense here"),
  (step(#""do":{"light":1001}"#), "t.json: steps[0].do.light: 1001 is not between 0 and 1000"),
  (step(#""do":{"tap":{"x":1,"y":10001,"display":"inner"}}"#), "t.json: steps[0].do.tap.y: 10001 is not"),
  (step(#""do":{"world":{}}"#), "t.json: steps[0].do.world: one of panorama, picture and movie is needed"),
  (
    step(#""do":{"world":{"movie":"/a","playing":"once"}}"#),
    #"t.json: steps[0].do.world.playing: "once" is not one"#
  ),
  (
    step(#""do":{"world":{"picture":"/a","shape":"flat"}}"#),
    "t.json: steps[0].do.world.shape: only a movie has this"
  ),
  (
    step(#""do":{"world":{"panorama":"/a","picture":"/b"}}"#),
    "t.json: steps[0].do.world: one of panorama, picture and movie"
  ),
  (step(#""do":{"tap":{"ifPresent":true}}"#), "t.json: steps[0].do.tap: an identifier, or x, y and display"),
  (step(#""do":{"press":{"x":1}}"#), "t.json: steps[0].do.press: an identifier, or x, y and display"),
  (step(#""do":{"drag":"zoom"}"#), "t.json: steps[0].do.drag: an object is needed, and this is text"),
  (step(#""do":{"drag":{"from":"zoom"}}"#), "t.json: steps[0].do.drag: from, and to or by, are needed"),
  (step(#""do":{"drag":{"to":"zoom","by":{"x":1,"y":1}}}"#), "t.json: steps[0].do.drag: from, and to or by"),
  (step(#""do":{"drag":{"from":"a","by":{"x":1}}}"#), "t.json: steps[0].do.drag.by: both x and y are needed"),
  (
    step(#""do":{"drag":{"from":"a","to":{"x":1}}}"#),
    "t.json: steps[0].do.drag.to: an identifier, or x, y and"
  ),
  (
    step(#""do":{"drag":{"from":"a","to":{"identifier":"b","ifPresent":true}}}"#),
    "t.json: steps[0].do.drag.to."
  ),
  (step(#""do":{"pinch":{"at":"a"}}"#), "t.json: steps[0].do.pinch: both at and scale are needed"),
  (
    step(#""do":{"pinch":{"at":"a","scale":0}}"#),
    "t.json: steps[0].do.pinch.scale: 0 is not between 0.05 and 20"
  ),
  (step(#""do":[["background"]]"#), "t.json: steps[0].do[0]: an object is needed, and this is a list"),
]

/// Everything that can happen.
let goodActions: [(String, ScenarioAction)] = [
  (#"{"hinge":"30 deg","over":"2 s"}"#, .event(.hinge(to: 30, over: .seconds(2)))),
  (#"{"pose":"book","over":"500 ms"}"#, .event(.pose("book", over: .milliseconds(500)))),
  (#"{"turn":-1}"#, .event(.turn(3))),
  (#"{"moveApp":"outer"}"#, .event(.moveApp(.outer))),
  (#"{"splitView":true}"#, .event(.splitView(true))),
  (#""background""#, .event(.background)),
  (#"{"foreground":true}"#, .event(.foreground)),
  (#"{"call":false}"#, .event(.call(false))),
  (#"{"overlay":true}"#, .event(.overlay(true))),
  (#"{"otherClient":{"camera":"rear-wide","takes":true}}"#, .event(.otherClient(.rearWide, takes: true))),
  (#"{"thermal":"serious"}"#, .event(.thermal(.serious))),
  (#"{"plug":{"camera":"rear-wide","connected":false}}"#, .event(.plug(.rearWide, connected: false))),
  (#"{"withdrawAccessory":true}"#, .event(.withdrawAccessory(true))),
  (#"{"sensitiveContent":true}"#, .event(.sensitiveContent(true))),
  (#""mediaServicesReset""#, .event(.mediaServicesReset)),
  (#"{"cameraControl":"doubleLightPress"}"#, .event(.cameraControl(.doubleLightPress))),
  (#"{"cameraControl":-0.5}"#, .event(.cameraControl(.slide(-0.5)))),
  (#"{"light":0.25}"#, .event(.light(0.25))),
  (
    #"{"posters":[{"text":"a","at":[0,1.5,-1]},{"text":"4006381333931","code":"ean13","at":[0,1,0],"facing":[1,0,0],"width":0.5,"turn":90}]}"#,
    .event(
      .posters([
        Poster("a", centre: [0, 1.5, -1]),
        Poster("4006381333931", code: .ean13, centre: [0, 1, 0], facing: [1, 0, 0], width: 0.5, turn: 90),
      ]))
  ),
  (#"{"posters":[]}"#, .event(.posters([]))),
  (#"{"alarm":true}"#, .event(.audio(.alarm(true)))),
  (#"{"headset":"bluetooth"}"#, .event(.audio(.headset(.bluetooth)))),
  (#"{"headset":"none"}"#, .event(.audio(.headset(nil)))),
  (#"{"sound":"room"}"#, .event(.audio(.sound(.room)))),
  (#"{"volume":0.25}"#, .event(.audio(.volume(0.25)))),
  (#"{"sound":"silence"}"#, .event(.audio(.sound(.silence)))),
  (#"{"sound":"/birds.wav"}"#, .event(.audio(.sound(.file(path: "/birds.wav"))))),
  (##"{"world":"#0a10ff"}"##, .event(.world(.colour(red: 10, green: 16, blue: 255)))),
  (#"{"world":"room"}"#, .event(.world(.room))),
  (#"{"world":{"movie":"/a.mp4"}}"#, .event(.world(.movie(MovieWorld(path: "/a.mp4"))))),
  (
    #"{"world":{"movie":"/a.mov","playing":"pingPong","shape":"flat"}}"#,
    .event(.world(.movie(MovieWorld(path: "/a.mov", shape: .flat, playing: .pingPong))))
  ),
  (#"{"world":{"panorama":"/a.jpg"}}"#, .event(.world(.panorama(path: "/a.jpg")))),
  (#"{"tap":"camera"}"#, .tap(TapTarget(.identifier("camera")))),
  (
    #"{"tap":{"identifier":"camera","ifPresent":true}}"#,
    .tap(TapTarget(.identifier("camera"), ifPresent: true))
  ),
  (
    #"{"tap":{"x":10,"y":20.5,"display":"inner"}}"#,
    .tap(TapTarget(.point(x: 10, y: 20.5, display: .inner)))
  ),
  (#"{"press":"shutter"}"#, .touch(.press(TapTarget(.identifier("shutter")), over: .seconds(1)))),
  (
    #"{"press":{"x":1,"y":2,"display":"outer"},"over":"2 s"}"#,
    .touch(.press(TapTarget(.point(x: 1, y: 2, display: .outer)), over: .seconds(2)))
  ),
  (
    #"{"drag":{"from":"zoom","by":{"x":-100,"y":0.5}}}"#,
    .touch(.drag(from: TapTarget(.identifier("zoom")), to: .by(x: -100, y: 0.5), over: .milliseconds(300)))
  ),
  (
    #"{"drag":{"from":{"identifier":"zoom","ifPresent":true},"to":"focus"},"over":"1 s"}"#,
    .touch(
      .drag(
        from: TapTarget(.identifier("zoom"), ifPresent: true), to: .place(.identifier("focus")),
        over: .seconds(1)))
  ),
  (
    #"{"drag":{"from":"zoom","to":{"x":3,"y":4,"display":"inner"}},"over":"0 s"}"#,
    .touch(
      .drag(
        from: TapTarget(.identifier("zoom")), to: .place(.point(x: 3, y: 4, display: .inner)), over: .zero))
  ),
  (
    #"{"pinch":{"at":"preview","scale":2.5}}"#,
    .touch(.pinch(TapTarget(.identifier("preview")), scale: 2.5, over: .milliseconds(500)))
  ),
  (#"{"wait":"1 min"}"#, .wait(.seconds(60))),
]
