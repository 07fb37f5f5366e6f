import { Printer, Siren } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { LotPage } from '#modules/lots/web/lot-page.tsx';
import { lotPageMessages } from '#modules/lots/web/messages.ts';
import type { LotTrace } from '#modules/lots/shapes.ts';
import { printContent } from '#platform/documents/web/printout.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { SecondaryAction } from '#platform/web/layout/actions.tsx';
import { useUser } from '#platform/web/session/session.ts';
import { canRunRecalls } from '../recall-rules.ts';
import { RecallSheets } from './recall-sheets.tsx';
import { StartRecall } from './start-recall.tsx';

/** Trace of one lot, from which a recall is started and its sheets are printed. */
export function RecallableLotPage(props: Omit<ComponentProps<typeof LotPage>, 'moreActions'>) {
  const t = useMessages(lotPageMessages);
  const canRecall = canRunRecalls(useUser());
  const [lotToRecall, setLotToRecall] = useState<LotTrace['lot'] | null>(null);
  const recallActions = (trace: LotTrace) => (
    <>
      {trace.lot.lot !== null && canRecall ? (
        <SecondaryAction onSelect={() => setLotToRecall(trace.lot)}>
          <Siren aria-hidden="true" />
          {t.recall.start}
        </SecondaryAction>
      ) : null}
      <SecondaryAction onSelect={() => printContent(<RecallSheets trace={trace} />, 'document')}>
        <Printer aria-hidden="true" />
        {t.sheets.print}
      </SecondaryAction>
    </>
  );
  return (
    <>
      <LotPage {...props} moreActions={recallActions} />
      {lotToRecall ? <StartRecall lot={lotToRecall} onClose={() => setLotToRecall(null)} /> : null}
    </>
  );
}
