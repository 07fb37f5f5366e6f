import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { type Grants, findExcessGrants, type GrantHolder } from '#core/grants.ts';
import { getRightsOnPage } from '#core/page-rights.ts';
import {
  type Actor,
  canOpenPage,
  permissionFlags,
  getLandingPage,
  type Permissions,
  getScope,
} from '#core/permissions.ts';
import { type RoleEntry, rolesQuery } from '../queries/people.ts';
import { CheckField } from '#platform/web/form/check-field.tsx';
import { Chips } from '#platform/web/form/chips.tsx';
import { listAllLinks, isGroup, type MenuEntry, getVisibleMenu } from '#platform/web/layout/menu.ts';
import { otherPages } from '#platform/web/layout/other-pages.ts';
import { pageMessages, type PageName } from '#platform/web/layout/page-messages.ts';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { peopleMessages } from '../messages.ts';
import { peopleRowMessages } from '../row-messages.ts';
import {
  getMenuPageName,
  findTickedAncestor,
  isTicked,
  isTreeGroup,
  allowsAllPages,
  listPages,
  pageTree,
  findUnknownEntries,
  setTicked,
  getTickState,
  type PageTreeNode,
} from './page-tree.ts';

type UserGrants = Omit<Grants, 'isReviewed'> & { role: string };

/**
 * Returns functions that check, by the server's rules, which permissions the signed-in user may grant. The
 * forms offer no others.
 */
export function useGrantRules() {
  const user = useUser();
  const roles = useQuery(rolesQuery()).data?.rows;
  const roleRequiresReview = (key: string) =>
    roles?.find((role) => role.key === key)?.requiresReview ?? false;
  const holder: GrantHolder = { ...user, isReviewed: !user.isMasterAdmin && roleRequiresReview(user.role) };
  const exceedsRights = (grants: Grants) => findExcessGrants(holder, grants).length > 0;
  return {
    isReviewed: holder.isReviewed ?? false,
    /** Returns whether a user has, or would have, more access than the signed-in user. */
    userExceedsOwnRights: (person: UserGrants) =>
      exceedsRights({ ...person, isReviewed: !person.isMasterAdmin && roleRequiresReview(person.role) }),
    /** Returns whether a role's defaults exceed the signed-in user's access. */
    roleExceedsOwnRights: ({ key, permissions, allowedPages, requiresReview }: RoleEntry) =>
      exceedsRights({ role: key, permissions, allowedPages, isReviewed: requiresReview }),
    /** Returns whether the signed-in user may assign the role itself, regardless of flags and pages. */
    canAssignRole: ({ key, requiresReview }: RoleEntry) =>
      !exceedsRights({ role: key, isReviewed: requiresReview }),
  };
}

interface AccessPreviewProps {
  actor: Actor;
  /** Names of the user's places. */
  places: string;
  /** Text shown when all places are visible. */
  allLocationsText?: string;
}

/**
 * Preview of what a user sees after signing in, built by the same functions that render the menu for them.
 */
export function AccessPreview({ actor, places, allLocationsText }: AccessPreviewProps) {
  const { preview: t, pages } = useMessages(peopleRowMessages);
  const names = useMessages(pageMessages);
  const landing = getLandingPage(actor.role);
  const landingLink = listAllLinks().find(({ to }) => to === landing);
  const menu = getVisibleMenu(actor);
  const otherLinks = otherPages.filter(({ to }) => canOpenPage(actor, to));
  const scope = getScope(actor).kind;
  return (
    <section aria-label={t.title} className="flex flex-col gap-3 text-sm">
      <h3 className="font-semibold">{t.title}</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        <dt className="text-muted-foreground">{t.landing}</dt>
        <dd>
          {landingLink ? names[landingLink.label] : landing}
          {canOpenPage(actor, landing) ? null : (
            <p role="status" className="font-medium text-destructive">
              {t.landingRefused}
            </p>
          )}
        </dd>
        <dt className="text-muted-foreground">{t.scope}</dt>
        <dd>
          {scope === 'all'
            ? (allLocationsText ?? t.everything)
            : scope === 'none'
              ? t.nothing
              : t.ofPlaces(places)}
        </dd>
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
      {otherLinks.length > 0 ? (
        <>
          <h4 className="text-muted-foreground">{pages.others}</h4>
          <ul aria-label={pages.others} className="rounded-md border py-1">
            {otherLinks.map((page) => (
              <PreviewEntry
                key={page.to}
                entry={page}
                actor={actor}
                depth={0}
                area={getMenuPageName(page.menuPage)}
              />
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

const previewIndents = ['ps-3', 'ps-7', 'ps-11', 'ps-15'];

interface PreviewEntryProps {
  entry: MenuEntry;
  actor: Actor;
  depth: number;
  /** The menu page that a page belongs to, if it has no menu entry of its own. */
  area?: PageName;
}

function PreviewEntry({ entry, actor, depth, area }: PreviewEntryProps) {
  const names = useMessages(pageMessages);
  const { noViewPermission } = useMessages(peopleRowMessages).preview;
  const flagLabels = useMessages(peopleMessages).flags;
  const Icon = entry.icon;
  const rights = isGroup(entry) ? null : getRightsOnPage(actor, entry.to);
  return (
    <li>
      <div className={cn('flex min-h-8 items-center gap-2 py-1 pe-3', previewIndents[depth])}>
        <Icon className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
        <span data-page className="min-w-0 break-words">
          {area ? `${names[entry.label]} (${names[area]})` : names[entry.label]}
        </span>
        {rights ? (
          <span className="ms-auto max-w-1/2 text-end text-muted-foreground text-xs">
            {rights.flags.length > 0
              ? rights.flags.map((flag) => flagLabels[flag]).join(' · ')
              : noViewPermission}
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

interface FlagsFieldProps {
  value: Permissions;
  onChange(value: Permissions): void;
  hint?: string | undefined;
}

/** The four permission flags; flags that the signed-in user doesn't have are disabled. */
export function FlagsField({ value, onChange, hint }: FlagsFieldProps) {
  const t = useMessages(peopleRowMessages);
  const flagLabels = useMessages(peopleMessages).flags;
  const user = useUser();
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="pb-1 font-medium text-sm">{t.fields.permissions}</legend>
      {hint ? <p className="text-muted-foreground text-xs">{hint}</p> : null}
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
        {permissionFlags.map((flag) => (
          <CheckField
            key={flag}
            label={flagLabels[flag]}
            value={value[flag]}
            onChange={(isOn) => onChange({ ...value, [flag]: isOn })}
            lockedReason={user.isMasterAdmin || user.permissions[flag] ? null : t.locked.flag}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface PagesFieldProps {
  value: readonly string[];
  onChange(pages: string[]): void;
  /** Whether the user has "View", in which case an empty list allows every page. */
  canView: boolean;
  error: string | null;
}

/** Allowed pages as a tree of checkboxes; pages that the signed-in user can't open are disabled. */
export function PagesField({ value, onChange, canView, error }: PagesFieldProps) {
  const t = useMessages(peopleRowMessages).pages;
  const user = useUser();
  const id = useId();
  const isAll = allowsAllPages(value);
  const all = pageTree.flatMap(listPages);
  const count = all.filter(({ path }) => isTicked(value, path)).length;
  const canGrantAll = user.isMasterAdmin || canOpenPage(user, '*');
  const summary = isAll
    ? t.allOpen
    : value.length > 0
      ? t.some(count, all.length)
      : canView
        ? t.allOpenByDefault
        : t.noneOpen;
  const unknownPages = findUnknownEntries(value);
  return (
    <fieldset aria-describedby={`${id}-summary`} className="flex min-w-0 flex-col gap-2">
      <legend className="pb-1 font-medium text-sm">{t.title}</legend>
      <CheckField
        label={t.all}
        value={isAll}
        onChange={(isOn) => onChange(isOn ? ['*'] : value.filter((entry) => entry !== '*'))}
        lockedReason={canGrantAll ? null : t.notAllYours}
        error={error}
        name="allowedPages"
      />
      <p id={`${id}-summary`} role="status" className="text-muted-foreground text-sm">
        {summary}
      </p>
      <ul className="rounded-md border bg-card py-1">
        {pageTree.map((node) => (
          <PageNode key={node.label} node={node} depth={0} pages={value} onChange={onChange} />
        ))}
      </ul>
      {unknownPages.length > 0 ? (
        <>
          <p className="text-muted-foreground text-xs">{t.unknown}</p>
          <Chips
            label={t.unknown}
            chips={unknownPages.map((entry) => ({ id: entry, name: entry }))}
            onRemove={(entry) => onChange(value.filter((path) => path !== entry))}
          />
        </>
      ) : null}
    </fieldset>
  );
}

interface PageNodeProps {
  node: PageTreeNode;
  depth: number;
  pages: readonly string[];
  onChange(pages: string[]): void;
}

const boxIndents = ['ps-1', 'ps-7', 'ps-13', 'ps-19'];

/** A page with a checkbox, or a group with a tri-state checkbox and its pages. */
function PageNode({ node, depth, pages, onChange }: PageNodeProps) {
  const t = useMessages(peopleRowMessages).pages;
  const names = useMessages(pageMessages);
  const disabledReason = useBlockedReason(pages, node);
  const childPages = listPages(node);
  const ticked = childPages.filter(({ path }) => isTicked(pages, path)).length;
  const state = getTickState(pages, node);
  const [isOpen, setOpen] = useState(state === 'some');
  const label = node.label === 'others' ? t.others : names[node.label];
  const isGroup = isTreeGroup(node);
  return (
    <li>
      <div className={cn('flex min-h-9 items-center gap-1 pe-3 touch:min-h-11', boxIndents[depth])}>
        {isGroup ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={t.open(label)}
            className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm hover:bg-accent touch:size-11"
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight
              aria-hidden="true"
              className={cn('size-4 rtl:-scale-x-100', isOpen && 'rotate-90 rtl:rotate-90')}
            />
          </button>
        ) : (
          <span className="w-6 shrink-0 touch:w-11" />
        )}
        <label
          title={disabledReason ?? undefined}
          className="flex min-w-0 flex-1 items-center gap-2 text-sm touch:min-h-11 has-[:disabled]:text-muted-foreground"
        >
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-primary touch:size-5"
            checked={state === 'on'}
            // `indeterminate` is a DOM property without an attribute.
            ref={(box) => {
              if (box) box.indeterminate = state === 'some';
            }}
            disabled={disabledReason !== null}
            onChange={() => onChange(setTicked(pages, node, state !== 'on'))}
          />
          <span className="min-w-0 break-words">{label}</span>
        </label>
        <span className="shrink-0 text-muted-foreground text-xs tabular-nums">
          {isGroup ? t.ticked(ticked, childPages.length) : disabledReason}
        </span>
      </div>
      {isGroup && isOpen ? (
        <ul>
          {node.children.map((child) => (
            <PageNode
              key={`${child.label} ${isTreeGroup(child) ? '' : child.path}`}
              node={child}
              depth={depth + 1}
              pages={pages}
              onChange={onChange}
            />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** Returns why a checkbox is disabled; null when it isn't. */
function useBlockedReason(pages: readonly string[], node: PageTreeNode): string | null {
  const t = useMessages(peopleRowMessages).pages;
  const names = useMessages(pageMessages);
  const user = useUser();
  if (allowsAllPages(pages)) return '';
  if (!listPages(node).every(({ path }) => canOpenPage(user, path))) return t.notYours;
  if (isTreeGroup(node)) return null;
  const ancestor = findTickedAncestor(pages, node.path);
  return ancestor ? t.includedWith(names[ancestor.label]) : null;
}
