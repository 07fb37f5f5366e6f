import { encode } from 'uqr';

/** A QR code in black on white, with its quiet zone. */
export function QrCode({ text, size }: { text: string; size: string }) {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 2 });
  const bars = data.flatMap((row, y) => {
    const line = row.map((isDark) => (isDark ? '1' : '0')).join('');
    return [...line.matchAll(/1+/g)].map(
      ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`,
    );
  });
  return (
    <svg
      role="img"
      aria-label={text}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
      style={{ width: size, height: size }}
    >
      <path d={bars.join('')} fill="black" />
    </svg>
  );
}
