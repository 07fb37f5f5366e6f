import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { SaleArticle } from '../shapes.ts';
import { canWrite, scopeOf } from '#core/permissions.ts';
import { mapArticle, saleArticlesQuery } from './queries.ts';
import { Pager } from '#platform/web/data-table/pager.tsx';
import { ChoiceField } from '#platform/web/form/choice-field.tsx';
import { NumberField, type NumberInputValue } from '#platform/web/form/number-field.tsx';
import { ReferenceField } from '#platform/web/form/reference-field.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { useChoices } from '#modules/master-data/web/references/use-choices.ts';
import { errorMessage } from '#platform/web/api/localize-error.ts';
import { missingValue, formatCount, formatDay, formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { toast } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { salesMessages } from './messages.ts';

const pageSize = 50;

/** Menu items of tills, unmapped ones first; head office maps them in place. */
export function Articles({ branch }: { branch: string | undefined }) {
  const t = useMessages(salesMessages);
  const money = useMoney();
  const user = useUser();
  const [isAll, setAll] = useState(false);
  const [page, setPage] = useState(1);
  const [editing, setEditing] = useState<SaleArticle | null>(null);
  const state = isAll ? ('all' as const) : ('unknown' as const);
  const { data } = useQuery(
    saleArticlesQuery({ state, page, limit: pageSize, ...(branch !== undefined && { branch }) }),
  );
  if (!data) return null;
  const canMap = canWrite(user, 'sales', 'canEdit') && scopeOf(user).kind === 'all';
  const nameOf = ({ isNoFood, portions, targetName }: SaleArticle) =>
    isNoFood ? t.noFood : targetName === null ? missingValue : `${targetName} × ${formatQuantity(portions)}`;
  return (
    <section className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-base">{t.articles}</h2>
        <Button
          onClick={() => {
            setAll(!isAll);
            setPage(1);
          }}
        >
          {isAll ? t.showUnknown : t.showAll}
        </Button>
      </div>
      {data.rows.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t.articlesNone}</p>
      ) : (
        <>
          <p className="text-muted-foreground text-sm">{t.articlesText}</p>
          <FactTable
            label={t.articles}
            rows={data.rows}
            keyOf={({ source, code }) => `${source} ${code}`}
            columns={[
              {
                head: t.article,
                cell: ({ code, name }) => (
                  <span className="flex flex-col">
                    <bdi className="font-medium">{name ?? code}</bdi>
                    {name !== null && name !== code ? (
                      <bdi className="text-muted-foreground text-xs">{code}</bdi>
                    ) : null}
                  </span>
                ),
              },
              {
                head: t.columns.source,
                cell: ({ source }) => <bdi className="whitespace-nowrap">{source}</bdi>,
              },
              { head: t.sold, isNumeric: true, cell: ({ qty }) => formatQuantity(qty) },
              { head: t.columns.net, isNumeric: true, cell: ({ net }) => money(net) },
              {
                head: t.lastDay,
                cell: ({ lastDay }) => <span className="whitespace-nowrap">{formatDay(lastDay)}</span>,
              },
              { head: t.mappedTo, cell: (article) => <bdi>{nameOf(article)}</bdi> },
              ...(canMap
                ? [
                    {
                      head: t.kind,
                      cell: (article: SaleArticle) => (
                        <Button onClick={() => setEditing(article)}>
                          {article.portions === null ? t.map : t.change}
                          <span className="sr-only"> {article.name ?? article.code}</span>
                        </Button>
                      ),
                    },
                  ]
                : []),
            ]}
          />
          <Pager
            page={page}
            pageSize={pageSize}
            rowCount={data.rows.length}
            total={data.total}
            isCapped={false}
            onPage={setPage}
          />
        </>
      )}
      {editing ? <MapArticle article={editing} onClose={() => setEditing(null)} /> : null}
    </section>
  );
}

type Kind = 'recipe' | 'item' | 'none';

function MapArticle({ article, onClose }: { article: SaleArticle; onClose(): void }) {
  const t = useMessages(salesMessages);
  const queryClient = useQueryClient();
  const formId = useId();
  const key = useRef(newUuid());
  const isSending = useRef(false);
  const [kind, setKind] = useState<Kind>(
    article.isNoFood ? 'none' : article.itemId === null ? 'recipe' : 'item',
  );
  const [recipeId, setRecipe] = useState(article.recipeId);
  const [itemId, setItem] = useState(article.itemId);
  const [portions, setPortions] = useState<NumberInputValue>(article.portions ?? 1);
  const [message, setMessage] = useState<string | null>(null);
  const recipes = useChoices('recipes');
  const items = useChoices('items');
  const targetId = kind === 'recipe' ? recipeId : itemId;
  const isAmount = typeof portions === 'number' && portions > 0;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSending.current) return;
    if (kind !== 'none' && targetId === null) return setMessage(t.targetRequired);
    if (kind !== 'none' && !isAmount) return setMessage(t.amountRequired);
    isSending.current = true;
    try {
      const { source, code } = article;
      const mapping =
        kind === 'none'
          ? { isNoFood: true, portions: 1 }
          : { [kind === 'recipe' ? 'recipeId' : 'itemId']: targetId, portions: Number(portions) };
      const results = await mapArticle(queryClient, { source, code, ...mapping }, key.current);
      const closed = results.closedDays > 0 ? ` ${t.mappedClosed(formatCount(results.closedDays))}` : '';
      const pending = results.pendingDays ? ` ${t.mappedPending(formatCount(results.pendingDays))}` : '';
      toast(t.mapped(formatCount(results.days)) + pending + closed);
      onClose();
    } catch (error) {
      // A changed request after a rejection needs a new idempotency key.
      key.current = newUuid();
      isSending.current = false;
      setMessage(errorMessage(error, t.saveFailed));
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={t.mapTitle(article.name ?? article.code)}
        description={t.articlesText}
        footer={
          <>
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button type="submit" form={formId} variant="primary">
              {t.save}
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={(event) => void save(event)} className="flex flex-col gap-3">
          <ChoiceField
            label={t.kind}
            value={kind}
            isRequired
            options={(['recipe', 'item', 'none'] as const).map((id) => ({ id, name: t.kinds[id] }))}
            onChange={(value) => setKind(value as Kind)}
          />
          {kind === 'recipe' ? (
            <ReferenceField
              label={t.recipe}
              value={recipeId}
              isRequired
              choices={recipes.choices}
              isLoading={recipes.isLoading}
              onChange={setRecipe}
            />
          ) : null}
          {kind === 'item' ? (
            <ReferenceField
              label={t.item}
              value={itemId}
              isRequired
              choices={items.choices}
              isLoading={items.isLoading}
              onChange={setItem}
            />
          ) : null}
          {kind === 'none' ? null : (
            <NumberField
              label={kind === 'recipe' ? t.portions : t.amount}
              value={portions}
              isRequired
              onChange={setPortions}
            />
          )}
          {message ? (
            <p role="alert" className="text-destructive text-sm">
              {message}
            </p>
          ) : null}
        </form>
      </DialogContent>
    </Dialog>
  );
}
