import { type Label, labelSize, lineHeight, wholeSize } from '#domain/labels/label.ts';
import { code128 } from '#src/lib/barcode.ts';

const paper = `@page { size: ${labelSize.width}mm ${labelSize.height}mm; margin: 0 } @media print { html { color-scheme: light } }`;

/** How wide the narrowest bar is printed, in millimetres, where there is room for it. */
const moduleMm = 0.25;
const quietMm = 2.5;

/** Code 128 as it is printed; nothing where it cannot say the text. */
export function Bars({ code, isGs1 = false, height }: { code: string; isGs1?: boolean; height: string }) {
  const modules = code128(code, isGs1);
  if (modules === null) return null;
  const width = Math.min(modules.length * moduleMm, labelSize.width - 2 * quietMm);
  const bars = [...modules.matchAll(/1+/g)];
  return (
    <svg
      role="img"
      aria-label={code.replaceAll('\u001d', ' ')}
      viewBox={`0 0 ${modules.length} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      style={{ width: `${width}mm`, height }}
    >
      {bars.map(({ index, 0: { length } }) => (
        <rect key={index} x={index} width={length} height="1" fill="black" />
      ))}
    </svg>
  );
}

/** Labels of 62 x 29 mm, each a page of its own. */
export function LabelSheet({ labels }: { labels: readonly Label[] }) {
  return (
    <>
      <style>{paper}</style>
      {[...labels.entries()].map(([nth, label]) => (
        <article
          key={nth}
          style={{ width: `${labelSize.width}mm`, height: `${labelSize.height}mm` }}
          className="flex break-after-page flex-col justify-between overflow-hidden bg-white px-[2.5mm] py-[1.5mm] text-black last:break-after-auto"
        >
          <h2 dir="auto" className="truncate font-semibold text-[4.6mm] leading-[5.2mm]">
            {label.title}
          </h2>
          <div className="flex min-w-0 items-start justify-between gap-[2mm]">
            <div className="min-w-0 text-[2.9mm] leading-[3.5mm]">
              {label.facts.map((fact) => (
                <p key={fact} dir="auto" className="truncate">
                  {fact}
                </p>
              ))}
            </div>
            <bdi className="shrink-0 font-semibold text-[6mm] tabular-nums leading-[6.5mm]">{label.mark}</bdi>
          </div>
          <Whole words={label.whole ?? ''} />
          <div dir="ltr" className="flex flex-col">
            <Bars code={label.code} isGs1={label.isGs1} height={isTall(label) ? '5mm' : '8.5mm'} />
            <bdi className="truncate text-[2.5mm] tabular-nums leading-[3.2mm]">{label.codeText}</bdi>
          </div>
        </article>
      ))}
    </>
  );
}

const isTall = ({ whole = '' }: Label): boolean => wholeSize(whole).lines > 1;

/** What has to be read to its end: in letters so small that it fits. */
function Whole({ words }: { words: string }) {
  if (words === '') return null;
  const { letterMm } = wholeSize(words);
  return (
    <p dir="auto" style={{ fontSize: `${letterMm}mm`, lineHeight }}>
      {words}
    </p>
  );
}
