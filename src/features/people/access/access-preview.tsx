import { type Actor, canOpenPage, landingPage, scopeOf } from '#domain/permissions.ts';
import { rightsOnPage } from '#domain/page-rights.ts';
import { allLinks, isGroup, type MenuEntry, otherPages, visibleMenu } from '#src/components/layout/menu.ts';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { accessMessages } from './access-messages.ts';

interface AccessPreviewProps {
  actor: Actor;
  /** Names of the places the person works at. */
  places: string;
}

/** What somebody will see after signing in, made by the very functions that draw it for them then. */
export function AccessPreview({ actor, places }: AccessPreviewProps) {
  const t = useMessages(accessMessages).preview;
  const names = useMessages(pageMessages);
  const landing = landingPage(actor.role);
  const start = allLinks().find(({ to }) => to === landing);
  const menu = visibleMenu(actor);
  const others = otherPages.filter(({ to }) => canOpenPage(actor, to));
  const scope = scopeOf(actor).kind;
  return (
    <section aria-label={t.title} className="flex flex-col gap-3 text-sm">
      <h3 className="font-semibold">{t.title}</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        <dt className="text-muted-foreground">{t.landing}</dt>
        <dd>
          {start ? names[start.label] : landing}
          {canOpenPage(actor, landing) ? null : (
            <p role="status" className="font-medium text-destructive">
              {t.landingRefused}
            </p>
          )}
        </dd>
        <dt className="text-muted-foreground">{t.scope}</dt>
        <dd>{scope === 'all' ? t.everything : scope === 'none' ? t.nothing : t.ofPlaces(places)}</dd>
      </dl>
      {menu.length === 0 ? (
        <div className="rounded-md border bg-sidebar px-3 py-4">
          <p className="font-medium">{t.noMenu}</p>
          <p className="text-muted-foreground">{t.noMenuText}</p>
        </div>
      ) : (
        <ul aria-label={t.menu} className="rounded-md border bg-sidebar py-1">
          {menu.map((entry) => (
            <PreviewEntry key={entry.label} entry={entry} actor={actor} depth={0} />
          ))}
        </ul>
      )}
      {others.length > 0 ? (
        <>
          <h4 className="text-muted-foreground">{t.others}</h4>
          <ul aria-label={t.others} className="rounded-md border py-1">
            {others.map((page) => (
              <PreviewEntry key={page.to} entry={page} actor={actor} depth={0} />
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

const indents = ['ps-3', 'ps-7', 'ps-11', 'ps-15'];

function PreviewEntry({ entry, actor, depth }: { entry: MenuEntry; actor: Actor; depth: number }) {
  const names = useMessages(pageMessages);
  const { flags: words, preview } = useMessages(accessMessages);
  const Icon = entry.icon;
  const rights = isGroup(entry) ? null : rightsOnPage(actor, entry.to);
  return (
    <li>
      <div className={cn('flex min-h-8 items-center gap-2 py-1 pe-3', indents[depth])}>
        <Icon className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
        <span data-page className="min-w-0 break-words">
          {names[entry.label]}
        </span>
        {rights ? (
          <span className="ms-auto max-w-1/2 text-end text-muted-foreground text-xs">
            {rights.flags.length > 0 ? rights.flags.map((flag) => words[flag]).join(' · ') : preview.blind}
          </span>
        ) : null}
      </div>
      {isGroup(entry) && entry.children.length > 0 ? (
        <ul>
          {entry.children.map((child) => (
            <PreviewEntry key={child.label} entry={child} actor={actor} depth={depth + 1} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}
