/** Three quiet sounds, made on the spot. */
import { settings } from "./settings.svelte";

let audio: AudioContext | null = null;

function tone(pitch: number, at: number, length: number, loud: number, type: OscillatorType): void {
  if (!audio) return;
  const start = audio.currentTime + at;
  const wave = audio.createOscillator();
  const volume = audio.createGain();
  wave.type = type;
  wave.frequency.setValueAtTime(pitch, start);
  wave.frequency.exponentialRampToValueAtTime(pitch * 0.7, start + length);
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  wave.connect(volume).connect(audio.destination);
  wave.start(start);
  wave.stop(start + length);
}

export function play(what: "move" | "turn" | "no" | "end"): void {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  if (what === "move") tone(320, 0, 0.07, 0.16, "triangle");
  if (what === "turn") [523, 659].forEach((pitch, place) => tone(pitch, place * 0.09, 0.16, 0.1, "sine"));
  if (what === "no") tone(150, 0, 0.16, 0.16, "square");
  if (what === "end") [392, 494, 587].forEach((pitch, place) => tone(pitch, place * 0.13, 0.3, 0.1, "sine"));
}
