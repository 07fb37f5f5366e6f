import { useQueryClient } from '@tanstack/react-query';
import { Tag } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { ProductionBatch } from '#contract/production.ts';
import { zplOf } from '#domain/labels/zpl.ts';
import { compactItemsQuery } from '#src/collections/items/items.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogContent } from '#src/components/ui/dialog.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { PrintAlone } from '#src/entities/document/print-alone.tsx';
import { LabelSheet } from '#src/entities/shipment/label-sheet.tsx';
import { download } from '#src/lib/format/csv.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { batchLabels } from './labels.ts';
import { productionMessages } from './messages.ts';

const most = 500;

/** Labels of what a batch made, so many of each at once: on paper, or as a file for a label printer. */
export function LabelMenu({ batch }: { batch: ProductionBatch }) {
  const t = useMessages(productionMessages).panel;
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [copies, setCopies] = useState('1');
  const [paper, setPaper] = useState<ReactNode>(null);

  useEffect(() => {
    if (paper === null) return;
    const done = () => setPaper(null);
    window.addEventListener('afterprint', done);
    window.print();
    return () => window.removeEventListener('afterprint', done);
  }, [paper]);

  async function make(isFile: boolean): Promise<void> {
    const items = await queryClient.fetchQuery(compactItemsQuery()).catch(() => []);
    const barcodes = new Map(items.map(({ _id, barcodes: own }) => [_id, own]));
    const count = Math.min(most, Math.max(1, Math.trunc(Number(copies)) || 1));
    const labels = batchLabels(batch, { barcodes, copies: count });
    if (isFile) download(`${batch.number}.zpl`, zplOf(labels), 'text/plain;charset=utf-8');
    else setPaper(<LabelSheet labels={labels} />);
    setOpen(false);
  }

  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Tag aria-hidden="true" />
        {t.labels}
      </Button>
      {isOpen ? (
        <Dialog open onOpenChange={setOpen}>
          <DialogContent
            title={t.labels}
            description={batch.itemName}
            footer={
              <>
                <Button onClick={() => void make(true)}>{t.labelsZpl}</Button>
                <Button variant="primary" onClick={() => void make(false)}>
                  {t.labelsPrint}
                </Button>
              </>
            }
          >
            <Field label={t.labelCount}>
              {(control) => (
                <Input
                  {...control}
                  dir="ltr"
                  inputMode="numeric"
                  value={copies}
                  onChange={(event) => setCopies(event.currentTarget.value)}
                />
              )}
            </Field>
          </DialogContent>
        </Dialog>
      ) : null}
      {paper === null ? null : <PrintAlone>{paper}</PrintAlone>}
    </>
  );
}
