/** Header fields of a printout in two columns; fields without a value are omitted. */
export function PrintoutFacts({
  facts,
}: {
  facts: readonly (readonly [label: string, value: string | null])[];
}) {
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-1 pb-6">
      {facts.map(([label, value]) =>
        value ? (
          <div key={label} className="flex gap-2">
            <dt className="w-24 shrink-0">{label}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
