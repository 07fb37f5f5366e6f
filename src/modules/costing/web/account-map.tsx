import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import type { Accounts } from '../shapes.ts';
import { type AccountRule, journalSides } from '../journal.ts';
import { canWrite } from '#core/permissions.ts';
import { isPiecesKind, moveKinds } from '#core/move-kinds.ts';
import { accountsQuery, journalKey, sendAccounts } from './queries/journal.ts';
import { getPostingKindLabel } from '#modules/stock-ledger/web/ledger-table.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Input, Select } from '#platform/web/ui/input.tsx';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { useErrorMessage } from '#platform/web/api/localize-error.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { setQueryResponse } from '#platform/web/cache/set-query-response.ts';
import { formatCount } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { costingMessages } from './messages.ts';

/** Maps movements to accounts; collapsed once rules exist. */
export function AccountMappingTab() {
  const t = useMessages(costingMessages).journal;
  const { data } = useQuery(accountsQuery());
  if (!data) return null;
  return (
    <details open={data.rules.length === 0} className="rounded-lg border bg-card print:hidden">
      <summary className="cursor-pointer px-4 py-3 font-medium text-sm">
        {t.accounts} · {formatCount(data.rules.length)}
      </summary>
      <RulesForm key={data.version} savedMapping={data} />
    </details>
  );
}

/** Excludes movements of pieces only, which have no value to post. */
const kindsWithValue = Object.keys(moveKinds).filter((kind) => !isPiecesKind({ kind }));

const emptyRule: AccountRule = { side: 'stock', kind: null, category: null, place: null, account: '' };

function RulesForm({ savedMapping }: { savedMapping: Accounts }) {
  const t = useMessages(costingMessages).journal;
  const errorMessage = useErrorMessage();
  const queryClient = useQueryClient();
  const canEdit = canWrite(useUser(), 'costs', 'canEdit');
  const [rules, setRules] = useState<readonly AccountRule[]>(
    savedMapping.rules.length > 0 ? savedMapping.rules : journalSides.map((side) => ({ ...emptyRule, side })),
  );
  const [isBusy, setBusy] = useState(false);
  const updateRule = (index: number, change: Partial<AccountRule>) =>
    setRules(rules.map((rule, otherIndex) => (otherIndex === index ? { ...rule, ...change } : rule)));
  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const filledRules = rules
      .map((rule) => ({ ...rule, account: rule.account.trim() }))
      .filter(({ account }) => account !== '');
    try {
      setQueryResponse(
        queryClient,
        accountsQuery().queryKey,
        await sendAccounts(filledRules, savedMapping.version, newUuid()),
      );
      toast(t.saved);
      await queryClient.invalidateQueries({ queryKey: journalKey });
    } catch (error) {
      toastError(error instanceof ApiError ? errorMessage(error) : t.saveFailed);
      setBusy(false);
    }
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-3 px-4 pb-4">
      <p className="text-muted-foreground text-sm">{t.accountsAbout}</p>
      <ol className="flex flex-col gap-3">
        {rules.map((rule, index) => (
          <RuleRow
            // Rules have no ID; they are only appended and removed, so length and index identify them.
            key={`${String(rules.length)} ${String(index)}`}
            rule={rule}
            no={index + 1}
            canEdit={canEdit}
            onChange={(change) => updateRule(index, change)}
            onRemove={() => setRules(rules.filter((_, otherIndex) => otherIndex !== index))}
          />
        ))}
      </ol>
      {canEdit ? (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setRules([...rules, emptyRule])}>
            <Plus aria-hidden="true" />
            {t.addRule}
          </Button>
          <Button type="submit" variant="primary" disabled={isBusy}>
            {t.save}
          </Button>
        </div>
      ) : null}
    </form>
  );
}

interface RuleRowProps {
  rule: AccountRule;
  /** One-based rule number. */
  no: number;
  canEdit: boolean;
  onChange(change: Partial<AccountRule>): void;
  onRemove(): void;
}

function RuleRow({ rule, no, canEdit, onChange, onRemove }: RuleRowProps) {
  const t = useMessages(costingMessages).journal;
  const names = useNames(['branch', 'item-categories']);
  const ruleNumber = formatCount(no);
  const renderChoice = (
    key: 'kind' | 'place' | 'category',
    all: string,
    choices: readonly { id: string; name: string }[],
  ) => (
    <Select
      aria-label={t.ruleField(t[key], ruleNumber)}
      disabled={!canEdit}
      value={rule[key] ?? ''}
      onChange={(event) => onChange({ [key]: event.currentTarget.value || null })}
    >
      <option value="">{all}</option>
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
  const toChoices = (collection: 'branch' | 'item-categories') =>
    names.listRows(collection).map(({ _id, name }) => ({ id: _id, name }));
  return (
    <li className="grid grid-cols-2 gap-2 lg:grid-cols-[1fr_1fr_1fr_1fr_10rem_auto]">
      <Select
        aria-label={t.ruleField(t.side, ruleNumber)}
        disabled={!canEdit}
        value={rule.side}
        onChange={(event) =>
          onChange({ side: journalSides.find((side) => side === event.currentTarget.value) ?? 'stock' })
        }
      >
        {journalSides.map((side) => (
          <option key={side} value={side}>
            {t.sides[side]}
          </option>
        ))}
      </Select>
      {renderChoice(
        'kind',
        t.allKinds,
        kindsWithValue.map((kind) => ({ id: kind, name: getPostingKindLabel(kind) })),
      )}
      {renderChoice('place', t.allPlaces, toChoices('branch'))}
      {renderChoice('category', t.allCategories, toChoices('item-categories'))}
      <Input
        aria-label={t.ruleField(t.account, ruleNumber)}
        placeholder={t.account}
        dir="ltr"
        maxLength={40}
        readOnly={!canEdit}
        value={rule.account}
        onChange={(event) => onChange({ account: event.currentTarget.value })}
      />
      {canEdit ? (
        <Button
          variant="ghost"
          size="icon"
          aria-label={t.removeRule(ruleNumber)}
          title={t.removeRule(ruleNumber)}
          onClick={onRemove}
        >
          <X aria-hidden="true" />
        </Button>
      ) : null}
    </li>
  );
}
