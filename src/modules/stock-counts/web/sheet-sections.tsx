import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight, User } from 'lucide-react';
import { type CountSheet, claimSectionAction } from './queries.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import { countMessages } from './messages.ts';
import { noSection, type SectionProgress } from './sheet-progress.ts';

interface SectionHeaderProps {
  count: CountSheet;
  section: SectionProgress;
  sections: readonly SectionProgress[];
  isLocked: boolean;
}

/**
 * Header of the current section: progress, the user who claimed it, and links to the previous and next
 * section.
 */
export function SectionHeader({ count, section, sections, isLocked }: SectionHeaderProps) {
  const t = useMessages(countMessages).sheet;
  const user = useUser();
  const claiming = useOutboxMutation(claimSectionAction);
  const index = sections.indexOf(section);
  const changeClaim = (action: 'take' | 'release' | 'take over') =>
    void claiming
      .send({ count, input: { section: section.id === noSection ? null : section.id, action } })
      .catch(() => undefined);
  const isOwn = section.claimedBy === user._id;
  const claimAction = section.claimedBy === null ? 'take' : 'take over';
  const action = isOwn ? 'release' : claimAction;
  const actionLabels = { take: t.assignToMe, release: t.release, 'take over': t.takeOver };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-2">
      <h2 className="min-w-0 flex-1 basis-full font-semibold text-base sm:basis-0">
        <bdi>{section.name}</bdi>{' '}
        <span className="whitespace-nowrap font-normal text-muted-foreground text-sm tabular-nums">
          {t.counted(section.counted, section.lines)}
        </span>
      </h2>
      {section.claimedBy === null ? null : (
        <Pill tone={isOwn ? 'green' : 'blue'} icon={User}>
          {isOwn ? t.claimedByMe : t.claimedBy(section.claimedByName ?? '')}
        </Pill>
      )}
      {isLocked ? null : (
        <Button
          size="sm"
          // The text beside the button names the user; for screen readers, the button must name them too.
          aria-label={action === 'take over' ? t.takeOverFrom(section.claimedByName ?? '') : undefined}
          disabled={claiming.isPending}
          onClick={() => changeClaim(action)}
        >
          {actionLabels[action]}
        </Button>
      )}
      {sections.length > 1 ? (
        <span className="flex gap-1">
          <SectionStep to={sections[index - 1]} label={t.previous} icon={ArrowLeft} />
          <SectionStep to={sections[index + 1]} label={t.next} icon={ArrowRight} />
        </span>
      ) : null}
    </div>
  );
}

function SectionStep({
  to,
  label,
  icon: Icon,
}: {
  to: SectionProgress | undefined;
  label: string;
  icon: typeof ArrowLeft;
}) {
  const navigate = useNavigate();
  return (
    <Button
      size="icon"
      aria-label={to ? `${label}: ${to.name}` : label}
      disabled={to === undefined}
      onClick={() =>
        void navigate({ to: '.', search: (previous) => ({ ...previous, section: to?.id }), replace: true })
      }
    >
      <Icon aria-hidden="true" className="rtl:-scale-x-100" />
    </Button>
  );
}

/** List of sections with their progress and claiming user, each linked to its part of the sheet. */
export function SectionList({ sections, userId }: { sections: readonly SectionProgress[]; userId: string }) {
  const t = useMessages(countMessages).sheet;
  return (
    <ul
      aria-label={t.sections}
      className="grid grid-cols-[minmax(0,1fr)_auto] divide-y rounded-lg border bg-card"
    >
      {sections.map(({ id, name, counted, lines, claimedBy, claimedByName }) => (
        <li key={id} className="col-span-2 grid grid-cols-subgrid">
          <Link
            to="."
            search={(previous) => ({ ...previous, section: id })}
            className="col-span-2 grid min-h-16 grid-cols-subgrid items-center gap-x-3 gap-y-1 px-4 py-3 hover:bg-accent"
          >
            <bdi className="font-medium">{name}</bdi>
            <span className="text-end text-muted-foreground text-sm tabular-nums">
              {t.counted(counted, lines)}
            </span>
            <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-border">
              <span
                className={cn(
                  'block h-full rounded-full',
                  counted === lines ? 'bg-status-green' : 'bg-primary',
                )}
                style={{ width: `${lines === 0 ? 0 : (counted / lines) * 100}%` }}
              />
            </span>
            <span className="text-end text-muted-foreground text-xs">
              {claimedBy === userId ? t.claimedByMe : null}
              {claimedBy !== null && claimedBy !== userId ? t.claimedBy(claimedByName ?? '') : null}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
