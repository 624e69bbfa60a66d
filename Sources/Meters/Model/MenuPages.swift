internal import TunerRules
internal import Tuning

extension Menu.Page {
  /// What the page is called.
  var title: String {
    switch self {
    case .main: "Menu"
    case .presets: "Presets"
    case .group(let name): name
    case .temperament: "Temperament"
    case .reference: "Reference"
    case .sa: "Sa"
    case .devices: "Devices"
    case .settings: "Settings"
    case .settingsGroup(let name): name
    case .values(let name): name
    }
  }

  /// The rows, as the instrument stands.
  ///
  /// - Parameters:
  ///   - status: the instrument's.
  ///   - isFiltered: whether rows are being looked for by what is typed: then all that may be meant are there.
  func rows(_ status: InstrumentStatus, isFiltered: Bool) -> [Menu.Row] {
    switch self {
    case .main: Self.main(status)
    case .presets:
      isFiltered ? status.presets.map { Self.preset($0, status, isAmongAll: true) } : Self.groups(status)
    case .group(let name):
      status.presets.filter { $0.group == name }.map { Self.preset($0, status, isAmongAll: false) }
    case .temperament: Self.temperament(status)
    case .reference: Self.reference(status)
    case .sa: Self.sa(status)
    case .devices: Self.devices(status)
    case .settings:
      Settings.keyGroups.map { group in
        Menu.Row(
          label: group.name, value: "\(group.keys.count)",
          help: group.keys.prefix(6).map(\.name).joined(separator: ", "),
          action: .open(.settingsGroup(group.name)))
      }
    case .settingsGroup(let name):
      (Settings.keyGroups.first { $0.name == name }?.keys ?? []).map { Self.setting($0, status) }
    case .values(let name): Self.values(name, status)
    }
  }

  private static func main(_ status: InstrumentStatus) -> [Menu.Row] {
    typealias Row = Menu.Row
    let rows: [Row] = [
      Row(label: "Preset", value: status.preset, help: "what is tuned to", action: .open(.presets)),
      Row(
        label: "Reference", value: status.reference.text + " Hz", help: "the pitch of A4, or of another note",
        action: .open(.reference)),
      Row(
        label: "Temperament", value: status.badge ?? "equal", help: "where the twelve notes, or more, lie",
        action: .open(.temperament)),
      Row(label: "Sa", value: status.sa ?? "", help: "the tonic of Indian presets, and swaras", action: .open(.sa)),
      Row(label: "Fork", help: "a steady note to tune by ear to; the input is closed meanwhile", action: .fork),
      Row(label: "Meters", help: "which meters are shown, and how", action: .open(.settingsGroup("Display"))),
      Row(label: "Controls", help: "what keys, pads and pedals do", action: .open(.settingsGroup("Controls"))),
      Row(label: "Devices", help: "sound cards, MIDI and what is connected", action: .open(.devices)),
      Row(label: "Settings", help: "all there is to set", action: .open(.settings)),
      Self.state("Power", status.isPowered, .power, "off is silent, and gives the sound card back"),
      Self.state("Mute drones", status.isMuted, .muteDrones, "they sound on, unheard"),
      Self.state("Mute thru", status.isThruMuted, .muteThru, "the input is not let through to the output"),
      Self.state("Mute pitch", status.isPitchMuted, .mutePitch, "nothing is sent from port 'pitch'"),
      Row(label: "Silence", help: "ends everything that sounds", action: .request(.perform(.panic, .toggle))),
      Row(label: "Help", help: "what the keys do", action: .help),
      Row(label: "Quit", help: "ends dronetuner", action: .quit)
    ]
    return rows
  }

  private static func state(_ label: String, _ isOn: Bool, _ action: AssignableAction, _ help: String) -> Menu.Row {
    Menu.Row(label: label, value: isOn ? "on" : "off", help: help, action: .request(.perform(action, .toggle)))
  }

  private static func groups(_ status: InstrumentStatus) -> [Menu.Row] {
    let present = status.presets.first { $0.id == status.settings["preset"]?.first }
    var rows: [Menu.Row] = []
    for preset in status.presets {
      if rows.last?.label == preset.group { continue }
      if rows.contains(where: { $0.label == preset.group }) { continue }
      let count = status.presets.count { $0.group == preset.group }
      rows.append(
        Menu.Row(
          label: preset.group, value: "\(count)", help: "type to look for a preset in all groups",
          isCurrent: present?.group == preset.group, action: .open(.group(preset.group))))
    }
    return rows
  }

  private static func preset(
    _ preset: InstrumentStatus.Choice, _ status: InstrumentStatus, isAmongAll: Bool
  ) -> Menu.Row {
    Menu.Row(
      label: preset.name, value: isAmongAll ? preset.group : "", help: preset.id,
      isCurrent: preset.id == status.settings["preset"]?.first, action: .set("preset", [preset.id]))
  }

  private static func temperament(_ status: InstrumentStatus) -> [Menu.Row] {
    let names = ["alternate-temperament", "tonic", "anchor", "keyboard-map"]
    let settings = names.compactMap { Settings.key(named: $0) }.map { setting($0, status) }
    let present = status.settings["temperament"]?.first
    return settings
      + status.temperaments.map {
        Menu.Row(
          label: $0.name, help: $0.id, isCurrent: $0.id == present, action: .set("temperament", [$0.id]))
      }
  }

  private static func reference(_ status: InstrumentStatus) -> [Menu.Row] {
    let listed = (ReferencePitch.common + ReferencePitch.further).compactMap { listed -> Menu.Row? in
      guard let reference = try? ReferencePitch(hertz: listed.hertz) else { return nil }
      return Menu.Row(
        label: reference.text + " Hz", value: listed.name, help: "or type the hertz of A4 from 300 to 600",
        isCurrent: reference == status.reference, action: .set("reference", [reference.text]))
    }
    return [
      Menu.Row(
        label: "As heard", help: "the reference under which the note that sounds now reads zero",
        action: .request(.perform(.referenceHeard, .toggle))),
      Menu.Row(
        label: "Other", value: status.reference.text, help: "hertz of A4 from 300 to 600, or of another note: C4=256",
        action: .edit("reference"))
    ] + listed
  }

  private static func sa(_ status: InstrumentStatus) -> [Menu.Row] {
    let names = ["swaras", "swara-names", "capital-ma", "western-override"]
    let present = (status.settings["sa-hz"]?.first).flatMap { Double($0) }.flatMap { Sa(hertz: $0) }
    let roots = Sa.rootNotes.map { note -> Menu.Row in
      let name = NoteName.text(ofNote: note)
      let hertz = NoteName.frequency(ofNote: note, reference: Frequency(hertz: 440)).hertz
      return Menu.Row(
        label: name, value: hertz.fixedText(2) + " Hz", help: "[ and ] move Sa by a cent; or type its hertz",
        isCurrent: note == present?.note, action: .set("sa-hz", [name]))
    }
    return roots + names.compactMap { Settings.key(named: $0) }.map { setting($0, status) }
  }

  private static func devices(_ status: InstrumentStatus) -> [Menu.Row] {
    let states = [
      Menu.Row(
        label: status.audio.isConnected ? "Sound" : "No sound", value: status.audio.text, help: status.audio.text),
      Menu.Row(label: status.midi.isConnected ? "MIDI" : "No MIDI", value: status.midi.text, help: status.midi.text)
    ]
    return states + (Settings.keyGroups.first { $0.name == "Devices" }?.keys ?? []).map { setting($0, status) }
  }

  private static func setting(_ key: SettingsKey, _ status: InstrumentStatus) -> Menu.Row {
    let values = status.settings[key.name] ?? []
    let value = values.joined(separator: "; ")
    let action: Menu.Action =
      switch (key.name, key.accepted) {
      case ("preset", _): .open(.presets)
      case ("temperament", _): .open(.temperament)
      case ("reference", _): .open(.reference)
      case ("sa-hz", _): .open(.sa)
      case ("tonic", _): .open(.values(key.name))
      case (_, .words(["off", "on"])): .set(key.name, [value == "on" ? "off" : "on"])
      case (_, .words): .open(.values(key.name))
      case (_, .numbers(let range, let step)): .step(key.name, step, range)
      case (_, .text): .edit(key.name)
      }
    return Menu.Row(label: key.name, value: value, help: "\(key.summary): \(key.expected)", action: action)
  }

  private static func values(_ name: String, _ status: InstrumentStatus) -> [Menu.Row] {
    guard let key = Settings.key(named: name) else { return [] }
    var words: [String] = []
    if case .words(let accepted) = key.accepted { words = accepted }
    if name == "tonic" { words = (0...11).map { NoteName.pitchClassText($0) } }
    return words.map {
      Menu.Row(label: $0, help: key.summary, isCurrent: $0 == status.settings[name]?.first, action: .set(name, [$0]))
    }
  }
}
