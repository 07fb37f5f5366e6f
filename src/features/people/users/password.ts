/** Without letters and digits that are taken for one another. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const groupSize = 4;

/** A password nobody chose: four groups of four, about 79 bits, easy to read out. */
export function generatePassword(): string {
  const most = 256 - (256 % letters.length);
  const chosen: string[] = [];
  while (chosen.length < groups * groupSize) {
    for (const byte of crypto.getRandomValues(new Uint8Array(64))) {
      // The rest of a division would favour some letters.
      if (byte < most) chosen.push(letters[byte % letters.length] ?? '');
    }
  }
  return Array.from({ length: groups }, (_, group) =>
    chosen.slice(group * groupSize, (group + 1) * groupSize).join(''),
  ).join('-');
}
