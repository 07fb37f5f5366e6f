import type { ImportKind } from '#contract/imports/kinds.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Card } from '#src/components/ui/card.tsx';
import type { ColumnWords } from './column-words.ts';
import { explanationOf, saveTemplate, templateColumns } from './template.ts';

/** An empty file to fill in, and what its columns are. */
export function Template({ kind, words }: { kind: ImportKind; words: ColumnWords }) {
  const { t, wordOf } = words;
  return (
    <Card className="flex flex-col gap-3 p-4">
      <h2 className="font-semibold">{t.choose.template}</h2>
      <div className="flex flex-wrap gap-2">
        {(['csv', 'xlsx'] as const).map((type) => (
          <Button key={type} onClick={() => void saveTemplate(type, kind, words)}>
            {t.choose[type]}
          </Button>
        ))}
      </div>
      <p className="text-muted-foreground text-sm">{t.template.sheet}</p>
      <dl className="flex flex-col gap-1.5 text-sm">
        {templateColumns(kind).map((column) => (
          <div key={column.key}>
            <dt className="font-medium">{wordOf(column)}</dt>
            <dd className="text-muted-foreground text-xs">{explanationOf(column, words)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
