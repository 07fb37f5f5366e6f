import { useRef, useState } from 'react';
import { describeFileProblem } from '#modules/imports/web/file-problem-text.ts';
import { importMessages } from '#modules/imports/web/messages.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { FileProblem } from '#platform/web/spreadsheet/file-problem.ts';
import { readFile } from '#platform/web/spreadsheet/read-file.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Textarea } from '#platform/web/ui/input.tsx';
import type { PurchaseEntryRow } from './entry-rows.ts';
import { matchPastedLines, type PastedLines } from './pasted-lines.ts';
import { purchaseMessages } from './messages.ts';

interface PasteLinesProps {
  /** Packs of the supplier. */
  rows: readonly PurchaseEntryRow[];
  onLines(lines: PastedLines['lines']): void;
}

/** Adds lines that are pasted from a spreadsheet, or read from a CSV or XLSX file. */
export function PasteLines({ rows, onLines }: PasteLinesProps) {
  const t = useMessages(purchaseMessages).paste;
  const files = useMessages(importMessages);
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [result, setResult] = useState<PastedLines | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function add(file: File): Promise<void> {
    setResult(null);
    setProblem(null);
    try {
      // Reads the headings as a normal row, because `matchPastedLines` detects them.
      const table = await readFile(file, { headerRow: 0 }, new AbortController().signal);
      const matched = matchPastedLines(table.rows, rows);
      setResult(matched);
      if (matched.lines.length > 0) onLines(matched.lines);
      setText('');
    } catch (error) {
      const fileProblem = error instanceof FileProblem ? error : new FileProblem('damaged');
      setProblem(describeFileProblem(fileProblem, files));
    }
  }

  return (
    <section
      aria-label={t.title}
      className="flex flex-col gap-2 rounded-md border border-dashed p-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files;
        if (!file) return;
        event.preventDefault();
        void add(file);
      }}
    >
      <Field label={t.rows} hint={t.hint}>
        {(control) => (
          <Textarea
            {...control}
            dir="ltr"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button disabled={text.trim() === ''} onClick={() => void add(new File([text], 'lines.txt'))}>
          {t.add}
        </Button>
        <Button onClick={() => input.current?.click()}>{t.choose}</Button>
        <input
          ref={input}
          type="file"
          aria-label={t.choose}
          className="sr-only"
          tabIndex={-1}
          accept=".csv,.tsv,.txt,.xlsx"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) void add(file);
            // Allows selecting the same file again after it was corrected.
            event.currentTarget.value = '';
          }}
        />
      </div>
      {problem === null ? null : (
        <p role="alert" className="text-destructive text-sm">
          {problem}
        </p>
      )}
      {result === null ? null : (
        <div role="status" className="text-sm">
          <p>{t.added(result.lines.length)}</p>
          {result.rejectedRows.length === 0 ? null : (
            <>
              <p className="text-status-amber">{t.notAdded(result.rejectedRows.length)}</p>
              <ul className="max-h-40 overflow-y-auto text-xs">
                {result.rejectedRows.map(({ row, text: code, reason }) => (
                  <li key={row}>
                    <bdi>{t.rejectedRow(String(row), code, t.reasons[reason])}</bdi>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </section>
  );
}
