/** A few quiet sounds, made on the spot: wood, glass, dice, and short chords. */
import { settings } from "./settings.svelte";

export type Sound = "move" | "take" | "roll" | "turn" | "no" | "won" | "end";

export type Kind = "moves" | "turn" | "no" | "end";
export const KINDS: Kind[] = ["moves", "turn", "no", "end"];
const KIND: Record<Sound, Kind> = {
  move: "moves",
  take: "moves",
  roll: "moves",
  turn: "turn",
  no: "no",
  won: "end",
  end: "end",
};

let audio: AudioContext | null = null;

function tone(pitch: number, at: number, length: number, loud: number, type: OscillatorType, bend = 0.7): void {
  const start = audio!.currentTime + at;
  const wave = audio!.createOscillator();
  const volume = audio!.createGain();
  wave.type = type;
  wave.frequency.setValueAtTime(pitch, start);
  wave.frequency.exponentialRampToValueAtTime(pitch * bend, start + length);
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime((loud * settings.volume) / 70, start + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  wave.connect(volume).connect(audio!.destination);
  wave.start(start);
  wave.stop(start + length);
}

/** A knock of wood: noise through a narrow gate. */
function knock(at: number, pitch: number, loud: number): void {
  const start = audio!.currentTime + at;
  const noise = audio!.createBuffer(1, 2000, audio!.sampleRate);
  noise
    .getChannelData(0)
    .forEach((_, place, data) => (data[place] = (Math.random() * 2 - 1) * (1 - place / data.length) ** 3));
  const source = audio!.createBufferSource();
  const gate = audio!.createBiquadFilter();
  const volume = audio!.createGain();
  source.buffer = noise;
  gate.type = "bandpass";
  gate.frequency.value = pitch;
  gate.Q.value = 4;
  volume.gain.value = (loud * settings.volume) / 70;
  source.connect(gate).connect(volume).connect(audio!.destination);
  source.start(start);
}

const SOUNDS: Record<Sound, () => void> = {
  move: () => knock(0, 620, 1.1),
  take: () => [0, 0.07].forEach((at, place) => knock(at, 900 - place * 320, 1.2)),
  roll: () => [0, 0.06, 0.11, 0.19, 0.3].forEach((at, place) => knock(at, 1500 - place * 140, 0.7)),
  turn: () => [523, 659].forEach((pitch, place) => tone(pitch, place * 0.09, 0.22, 0.07, "sine", 1)),
  no: () => tone(160, 0, 0.16, 0.12, "triangle"),
  won: () => [392, 494, 587, 784].forEach((pitch, place) => tone(pitch, place * 0.12, 0.5, 0.08, "sine", 1)),
  end: () => [587, 494, 392].forEach((pitch, place) => tone(pitch, place * 0.14, 0.45, 0.07, "sine", 1)),
};

export function play(what: Sound): void {
  if (!settings.sound || !settings.volume || settings.hush.includes(KIND[what])) return;
  audio ??= new AudioContext();
  SOUNDS[what]();
}
