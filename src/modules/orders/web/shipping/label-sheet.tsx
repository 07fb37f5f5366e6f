import {
  declarationMm,
  type LabelContent,
  type LabelDeclaration,
  computeLabelLayout,
  labelSize,
  lineHeight,
  getColumnWidths,
} from '#core/labels/label.ts';
import { cn } from '#platform/web/cn.ts';
import { LabelParagraphs } from '#platform/documents/web/label-paragraphs.tsx';
import { PrintedQr } from '#platform/documents/web/printed-qr.tsx';
import { encodeCode128 } from '#platform/web/scanning/barcode.ts';

/** Printed width of the narrowest bar in millimetres, if there is room. */
const moduleMm = 0.25;
const quietMm = 2.5;

/** A printed Code 128 barcode; renders nothing for unsupported text. */
export function Bars({ code, isGs1 = false, height }: { code: string; isGs1?: boolean; height: string }) {
  const modules = encodeCode128(code, isGs1);
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

/** Labels of 62 x 29 mm, longer with ingredients and nutrition values; one per page. */
export function LabelSheet({ labels }: { labels: readonly LabelContent[] }) {
  return [...labels.entries()].map(([nth, label]) => <LabelPage key={nth} label={label} />);
}

function LabelPage({ label }: { label: LabelContent }) {
  const { title, facts, contents, bars, codeText, sideWidth, qr } = computeLabelLayout(label);
  /** The QR code is on the right in both directions of writing. */
  const qrPadding = sideWidth === 0 ? {} : { paddingRight: `${sideWidth}mm` };
  const positionStyle = ({ top, letterMm }: { top: number; letterMm: number }) => ({
    top: `${top}mm`,
    fontSize: `${letterMm}mm`,
    lineHeight,
    insetInline: `${quietMm}mm`,
  });
  return (
    <article
      style={{
        width: `${labelSize.width}mm`,
        [label.declaration ? 'minHeight' : 'height']: `${labelSize.height}mm`,
      }}
      className="relative break-after-page overflow-hidden *:absolute last:break-after-auto"
    >
      <h2 dir="auto" style={{ ...positionStyle(title), ...qrPadding }} className="truncate font-semibold">
        {label.title}
      </h2>
      {facts.map(({ fact, ...place }) => (
        <p
          key={place.top}
          dir="auto"
          style={{ ...positionStyle(place), ...qrPadding }}
          className={cn('truncate', label.mark && 'pe-[16mm]')}
        >
          {fact}
        </p>
      ))}
      {label.mark === '' ? null : (
        <bdi
          style={{ ...positionStyle({ top: facts[0]?.top ?? 0, letterMm: 6 }), insetInlineStart: 'auto' }}
          className="font-semibold tabular-nums"
        >
          {label.mark}
        </bdi>
      )}
      {label.link ? (
        <div style={{ top: `${qr.top}mm`, right: `${quietMm}mm` }}>
          <PrintedQr address={label.link} size={`${qr.size}mm`} />
        </div>
      ) : null}
      <p dir="auto" style={positionStyle(contents)}>
        {label.contents}
      </p>
      <div dir="ltr" style={{ top: `${bars.top}mm`, left: `${quietMm}mm` }}>
        <Bars code={label.code} isGs1={label.isGs1} height={`${bars.height}mm`} />
      </div>
      <bdi dir="ltr" style={positionStyle(codeText)} className="truncate tabular-nums">
        {label.codeText}
      </bdi>
      {label.declaration ? <Declaration {...label.declaration} /> : null}
    </article>
  );
}

/** Ingredients and nutrition values; in the flow of the page, so that the label grows with them. */
function Declaration({ paragraphs, table }: LabelDeclaration) {
  return (
    <div
      style={{
        padding: `${labelSize.height}mm ${quietMm}mm 0`,
        fontSize: `${declarationMm}mm`,
        lineHeight,
      }}
      className="static!"
    >
      <LabelParagraphs paragraphs={paragraphs} className="pb-[1mm]" />
      <table dir="ltr" className="w-full table-fixed border-t">
        <tbody>
          {[...table.entries()].map(([nth, row]) => (
            <tr key={nth}>
              {[...row.entries()].map(([column, text]) => (
                <td
                  key={column}
                  style={{ width: `${getColumnWidths(row)[column]}mm` }}
                  className={cn('break-words align-top', column > 0 && 'text-right')}
                >
                  <bdi>{text}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
