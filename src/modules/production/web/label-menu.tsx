import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Tag } from 'lucide-react';
import { useState } from 'react';
import type { ProductionBatch } from '../shapes.ts';
import type { LocalDays } from '#core/business-day.ts';
import { type LabelDeclaration, computeLabelHeight } from '#core/labels/label.ts';
import { toZpl } from '#core/labels/zpl.ts';
import { type LabelCause, labelCauses } from '../printed-labels.ts';
import { recordPrintedLabelsAction } from './queries.ts';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { recipeNutritionQuery } from '#modules/recipes/web/queries/recipes.ts';
import { CheckField } from '#platform/web/form/check-field.tsx';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { formatList } from '#platform/web/format/list.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { Input, Select } from '#platform/web/ui/input.tsx';
import { TransitionRefusal } from '#platform/documents/web/transitions.tsx';
import { printContent } from '#platform/documents/web/printout.tsx';
import { LabelSheet } from '#modules/orders/web/shipping/label-sheet.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { downloadFile } from '#platform/web/format/download-file.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { newLocalId } from '#platform/web/outbox/entry.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { buildBatchLabels, listProducedLots } from './labels.ts';
import { productionMessages } from './messages.ts';

const maxCopies = 500;
const maxLots = 50;

/** Prints labels for a batch's output, several copies at once: on paper, or as a file for a label printer. */
export function LabelMenu({ batch, place }: { batch: ProductionBatch; place: LocalDays }) {
  const t = useMessages(productionMessages).panel;
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [copies, setCopies] = useState('1');
  const [cause, setCause] = useState<LabelCause>('made');
  const [useBy, setUseBy] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [hasDeclaration, setHasDeclaration] = useState(false);
  const nutrition = useQuery({
    ...recipeNutritionQuery(batch._id, 'production-batches'),
    enabled: hasDeclaration,
  });
  const recording = useOutboxMutation(recordPrintedLabelsAction);
  const lots = listProducedLots(batch);
  const [latestUseBy] = lots.flatMap(({ expiry }) => expiry ?? []).toSorted();

  const ingredients = (nutrition.data?.ingredients ?? []).flatMap((entry) => [entry, ...entry.parts]);
  const ingredientsWithoutWeight = ingredients
    .filter(({ grams }) => grams === null)
    .map(({ title }) => title);
  const blocker = !hasDeclaration
    ? null
    : nutrition.data
      ? ingredientsWithoutWeight.length > 0
        ? t.labelWithoutWeight(formatList([...new Set(ingredientsWithoutWeight)]))
        : null
      : nutrition.error
        ? t.labelDeclarationFailed
        : t.labelDeclarationLoading;
  const gaps = hasDeclaration ? (nutrition.data?.gaps ?? []).map(({ name }) => name) : [];

  /** Loads the texts of both languages. */
  async function loadDeclaration(): Promise<LabelDeclaration | null> {
    if (!hasDeclaration || !nutrition.data) return null;
    const { buildDeclaration } = await import('#modules/recipes/web/label-declaration.ts');
    return buildDeclaration(nutrition.data, batch.currentAllergens);
  }

  async function printLabels(isFile: boolean): Promise<void> {
    const declaration = await loadDeclaration();
    const items = await queryClient.fetchQuery(compactItemsQuery()).catch(() => []);
    const barcodes = new Map(items.map(({ _id, barcodes: itemBarcodes }) => [_id, itemBarcodes]));
    const count = Math.min(maxCopies, Math.max(1, Math.trunc(Number(copies)) || 1));
    const day = cause === 'made' ? null : useBy;
    if (day !== null && (day === '' || (latestUseBy !== undefined && day > latestUseBy))) {
      setMissing(true);
      return;
    }
    const labels = buildBatchLabels(batch, {
      barcodes,
      copies: count,
      cause,
      useBy: day,
      place,
      declaration,
    });
    // The outbox records the printing later when the server is unreachable.
    recording
      .send({
        localId: newLocalId(newUuid()),
        record: batch,
        input: {
          labels: lots.slice(0, maxLots).map(({ itemId, lot }) => ({
            itemId,
            lot,
            cause,
            copies: count,
            ...(day !== null && { useBy: day }),
          })),
        },
      })
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      });
    if (isFile) downloadFile(`${batch.number}.zpl`, toZpl(labels), 'text/plain;charset=utf-8');
    else printContent(<LabelSheet labels={labels} />, 'sticker', computeLabelHeight(labels[0] ?? {}));
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
                <GuardedButton disabledReason={blocker} onClick={() => void printLabels(true)}>
                  {t.labelsZpl}
                </GuardedButton>
                <GuardedButton
                  variant="primary"
                  disabledReason={blocker}
                  onClick={() => void printLabels(false)}
                >
                  {t.labelsPrint}
                </GuardedButton>
              </>
            }
          >
            <TransitionRefusal error={recording.error} />
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
            <Field label={t.labelCause}>
              {(control) => (
                <Select
                  {...control}
                  value={cause}
                  onChange={(event) =>
                    setCause(
                      labelCauses.find((candidate) => candidate === event.currentTarget.value) ?? 'made',
                    )
                  }
                >
                  {labelCauses.map((option) => (
                    <option key={option} value={option}>
                      {t.causes[option]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <CheckField
              label={t.labelDeclaration}
              hint={t.labelDeclarationHint}
              error={hasDeclaration && !nutrition.isLoading ? blocker : null}
              value={hasDeclaration}
              onChange={setHasDeclaration}
            />
            {blocker === null && gaps.length > 0 ? (
              <p role="status" className="text-sm text-status-amber">
                {t.labelWithoutNutrition(formatList(gaps))}
              </p>
            ) : null}
            {cause === 'made' ? null : (
              <Field label={t.labelDay} error={isMissing ? t.labelDayMissing : undefined}>
                {(control) => (
                  <DateInput
                    {...control}
                    value={useBy}
                    max={latestUseBy}
                    onChange={(event) => setUseBy(event.currentTarget.value)}
                  />
                )}
              </Field>
            )}
          </DialogContent>
        </Dialog>
      ) : null}
    </>
  );
}
