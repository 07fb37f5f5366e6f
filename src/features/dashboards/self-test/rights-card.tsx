import { Check, Minus } from 'lucide-react';
import { canOpenPage, flags, hasFlag } from '#domain/permissions.ts';
import { allLinks } from '#src/components/layout/menu.ts';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { Card, CardTitle } from '#src/components/ui/card.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#src/components/ui/table.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { selfTestMessages } from './messages.ts';

/** Pages by flags: what the signed-in person may see and do. */
export function RightsCard() {
  const { rights: t } = useMessages(selfTestMessages);
  const names = useMessages(pageMessages);
  const user = useUser();
  const pages = allLinks().map((link) => ({ ...link, isOpen: canOpenPage(user, link.to) }));
  return (
    <Card>
      <CardTitle>{t.title}</CardTitle>
      <p className="pt-1 text-sm">
        {t.summary(pages.filter(({ isOpen }) => isOpen).length, pages.length)}{' '}
        {user.isMasterAdmin ? t.master : ''}
      </p>
      <details className="pt-2">
        <summary className="inline-flex min-h-8 items-center text-primary text-sm touch:min-h-11">
          {t.show}
        </summary>
        <Table aria-label={t.table}>
          <TableHeader>
            <tr>
              <TableHead>{t.page}</TableHead>
              <TableHead>{t.open}</TableHead>
              {flags.map((flag) => (
                <TableHead key={flag}>{t.flags[flag]}</TableHead>
              ))}
            </tr>
          </TableHeader>
          <TableBody>
            {pages.map(({ to, label, isOpen }) => (
              <TableRow key={to}>
                <TableCell>
                  {names[label]}
                  <code dir="ltr" className="block text-muted-foreground text-xs">
                    {to}
                  </code>
                </TableCell>
                <TableCell>
                  <YesNo isYes={isOpen} />
                </TableCell>
                {flags.map((flag) => (
                  <TableCell key={flag}>
                    <YesNo isYes={isOpen && hasFlag(user, flag)} />
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </details>
    </Card>
  );
}

function YesNo({ isYes }: { isYes: boolean }) {
  const { rights: t } = useMessages(selfTestMessages);
  const Icon = isYes ? Check : Minus;
  return (
    // what only screen readers see must not widen the page beyond its table
    <span className="relative inline-flex">
      <Icon
        aria-hidden="true"
        className={isYes ? 'size-4 text-status-green' : 'size-4 text-muted-foreground'}
      />
      <span className="sr-only">{isYes ? t.yes : t.no}</span>
    </span>
  );
}
