import type { ImportKind } from '#contract/imports/kinds.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Card } from '#src/components/ui/card.tsx';
import { formatCount } from '#src/lib/format/format.ts';
import type { ColumnWords } from './column-words.ts';
import { useCurrentData } from './use-current-data.ts';

/** What is there now as a file, to be changed and brought back. */
export function CurrentData({ kind, words }: { kind: ImportKind; words: ColumnWords }) {
  const t = words.t.choose;
  const { collected, save } = useCurrentData(kind, words);
  const buttons = [
    ['xlsx', t.currentXlsx],
    ['csv', t.currentCsv],
  ] as const;
  return (
    <Card className="flex flex-col gap-3 p-4">
      <h2 className="font-semibold">{t.current}</h2>
      <p className="text-muted-foreground text-sm">{t.currentText}</p>
      <div className="flex flex-wrap gap-2">
        {buttons.map(([type, label]) => (
          <Button key={type} disabled={collected !== null} onClick={() => void save(type)}>
            {label}
          </Button>
        ))}
      </div>
      {collected === null ? null : (
        <p role="status" className="text-muted-foreground text-sm tabular-nums">
          {t.collecting} {formatCount(collected)}
        </p>
      )}
    </Card>
  );
}
