let audio: AudioContext | null = null;

/** Beeps and vibrates: high and short for an accepted code, low and longer for a refused one. */
export function signalScan(isAccepted: boolean): void {
  navigator.vibrate?.(isAccepted ? 60 : [80, 60, 80]);
  audio ??= new AudioContext();
  void audio.resume();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = isAccepted ? 1760 : 220;
  volume.gain.value = 0.1;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + (isAccepted ? 0.08 : 0.3));
}
