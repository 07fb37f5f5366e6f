import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import { Pill } from '#src/components/ui/pill.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Card, CardTitle } from '#src/components/ui/card.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import type { Fault, FaultKind } from './data-faults.ts';
import { faultLine } from './fault-rows.ts';
import { quickFixMessages } from './messages.ts';

/** Lines that are shown at once; the rest comes up as these are mended. */
const shownAtMost = 20;

/** The faults of one kind, each with its fix. */
export function FaultList({ kind, faults }: { kind: FaultKind; faults: readonly Fault[] | null }) {
  const { faults: t } = useMessages(quickFixMessages);
  const user = useUser();
  const { title, text } = t.kinds[kind];
  const lines = (faults ?? []).slice(0, shownAtMost).map((fault) => faultLine(fault, user, t));
  const more = (faults?.length ?? 0) - lines.length;
  return (
    <Card className="p-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
        <CardTitle className="flex-1">{title}</CardTitle>
        {faults === null ? (
          <Pill icon={CircleHelp}>{t.unknown}</Pill>
        ) : faults.length === 0 ? (
          <Pill tone="green" icon={CircleCheck}>
            {t.none}
          </Pill>
        ) : (
          <Pill tone="amber" icon={TriangleAlert}>
            {t.found(faults.length)}
          </Pill>
        )}
        {lines.length > 0 ? <p className="basis-full text-muted-foreground text-sm">{text}</p> : null}
      </div>
      {lines.length > 0 ? (
        <ul aria-label={title} className="divide-y border-t">
          {lines.map(({ key, name, detail, fixes }) => (
            <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
              <span className="min-w-0 flex-1 basis-48">
                <span className="block truncate font-medium">{name}</span>
                <span className="block truncate text-muted-foreground text-xs">{detail}</span>
              </span>
              {fixes.length === 0 ? <span className="text-muted-foreground text-xs">{t.noFix}</span> : null}
              {fixes.map((fix) => (
                <Button key={fix.text} asChild size="sm">
                  <Link {...fix.link}>{fix.text}</Link>
                </Button>
              ))}
            </li>
          ))}
          {more > 0 ? <li className="px-4 py-2 text-muted-foreground text-sm">{t.more(more)}</li> : null}
        </ul>
      ) : null}
    </Card>
  );
}
