import { X } from 'lucide-react';
import { useState } from 'react';
import { type ImportColumn, type ImportKind, makeable } from '#contract/imports/kinds.ts';
import { CheckField } from '#src/components/form/check-field.tsx';
import { ChoiceField } from '#src/components/form/choice-field.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Card } from '#src/components/ui/card.tsx';
import { useUser } from '#src/lib/session/session.ts';
import { mayWrite } from '#domain/permissions.ts';
import { fieldPlace } from './field-place.ts';
import { KindInput } from '#src/master-data/form/resource-field.tsx';
import { useColumnWords } from './column-words.ts';
import { missingColumns, type Plan } from './plan.ts';

interface DefaultFieldsProps {
  kind: ImportKind;
  plan: Plan;
  onPlan(plan: Partial<Plan>): void;
}

/** What new rows get where the file says nothing, and what is made because the file refers to it. */
export function DefaultFields({ kind, plan, onPlan }: DefaultFieldsProps) {
  const { t, wordOf, choicesOf } = useColumnWords(kind);
  const user = useUser();
  const [added, setAdded] = useState<readonly string[]>([]);
  const { mapping, defaults, makes } = plan;
  const missing = missingColumns(kind, plan);
  const chosen = kind.columns.filter(
    ({ key }) =>
      !mapping.includes(key) &&
      !missing.some((one) => one.key === key) &&
      (key in defaults || added.includes(key)),
  );
  const fields = [...missing, ...chosen];
  const others = kind.columns.filter(
    ({ key, field }) =>
      !mapping.includes(key) && !fields.some((one) => one.key === key) && hasOneValue(field.kind),
  );
  const makeables = kind.columns.filter(({ key, field }) => {
    const resource = mapping.includes(key) ? makeable(field.refersTo) : null;
    return (
      resource &&
      mayWrite(user, resource.collection, 'canCreate') &&
      mayWrite(user, resource.collection, 'canEdit')
    );
  });

  function set(key: string, value: unknown): void {
    const { [key]: _, ...rest } = defaults;
    const isSaid = value !== null && value !== '' && value !== undefined;
    onPlan({ defaults: isSaid ? { ...rest, [key]: value as string | number | boolean } : rest });
  }
  function drop(key: string): void {
    setAdded(added.filter((one) => one !== key));
    set(key, null);
  }

  return (
    <Card className="flex flex-col gap-3 p-4">
      <div>
        <h2 className="font-semibold">{t.map.forAll}</h2>
        <p className="text-muted-foreground text-sm">{t.map.forAllText}</p>
      </div>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {fields.map((column) => (
          <div key={column.key} className="flex items-end gap-1">
            <DefaultInput
              kind={kind}
              column={column}
              label={wordOf(column)}
              choiceWords={choicesOf(column)}
              value={defaults[column.key]}
              onChange={(value) => set(column.key, value)}
            />
            {missing.includes(column) ? null : (
              <Button
                variant="ghost"
                size="icon"
                aria-label={t.map.drop(wordOf(column))}
                onClick={() => drop(column.key)}
              >
                <X aria-hidden="true" />
              </Button>
            )}
          </div>
        ))}
        {others.length > 0 ? (
          <ChoiceField
            label={t.map.add}
            value=""
            none=""
            options={others.map((column) => ({ id: column.key, name: wordOf(column) }))}
            onChange={(key) => setAdded([...added, key])}
          />
        ) : null}
      </div>
      {makeables.map(({ key, field, ...column }) => (
        <CheckField
          key={key}
          label={t.map.make(wordOf({ key, field, ...column }))}
          value={makes.includes(key)}
          onChange={(isOn) => onPlan({ makes: isOn ? [...makes, key] : makes.filter((one) => one !== key) })}
        />
      ))}
    </Card>
  );
}

/** Structured values and lists differ from row to row. */
const hasOneValue = (kind: ImportColumn['field']['kind']) =>
  !['json', 'references', 'picture', 'longText'].includes(kind);

interface DefaultInputProps {
  kind: ImportKind;
  column: ImportColumn;
  label: string;
  choiceWords: Readonly<Record<string, string>>;
  value: string | number | boolean | undefined;
  onChange(value: unknown): void;
}

function DefaultInput({
  kind,
  column: { key, field },
  label,
  choiceWords,
  value,
  onChange,
}: DefaultInputProps) {
  const isReference = field.kind === 'reference';
  return (
    <KindInput
      className="flex-1"
      label={label}
      field={field}
      choiceWords={choiceWords}
      at={fieldPlace(kind, key)}
      value={value ?? (isReference || numeric.has(field.kind) ? null : '')}
      onChange={onChange}
    />
  );
}

const numeric: ReadonlySet<string> = new Set(['integer', 'quantity', 'money', 'percent']);
