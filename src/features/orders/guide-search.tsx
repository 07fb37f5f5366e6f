import { Search } from 'lucide-react';
import { type RefObject, useEffect } from 'react';
import { Input, Select } from '#src/components/ui/input.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { GuideSection } from './guide-rows.ts';
import { orderTexts } from './messages.ts';

interface GuideSearchProps {
  query: string;
  onQuery(query: string): void;
  sections: readonly GuideSection[];
  onSection(id: string): void;
  /** Enter in the search: on to the first quantity. */
  onEnter(): void;
  input: RefObject<HTMLInputElement | null>;
}

/** Search and section jump, always in sight. `/` comes here from anywhere, Esc clears. */
export function GuideSearch({ query, onQuery, sections, onSection, onEnter, input }: GuideSearchProps) {
  const t = useMessages(orderTexts).guide;

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      const isSearchable =
        target instanceof HTMLInputElement && target.dataset['quantityColumn'] !== undefined;
      if (target instanceof HTMLElement && target.matches('input, textarea, select') && !isSearchable) return;
      // In a quantity a slash divides, once there is something to divide.
      if (isSearchable && target.value !== '' && target.selectionStart === target.selectionEnd) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [input]);

  return (
    <div role="search" className="sticky top-14 z-20 flex h-14 items-center gap-2 bg-background">
      <div className="relative min-w-0 flex-1">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-muted-foreground"
        />
        <Input
          ref={input}
          type="search"
          className="ps-9"
          aria-label={t.search}
          aria-keyshortcuts="/"
          placeholder={t.search}
          value={query}
          onChange={(event) => onQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              onEnter();
            } else if (event.key === 'Escape') onQuery('');
          }}
        />
      </div>
      <Select
        className="w-28 shrink-0 sm:w-48"
        aria-label={t.jump}
        value=""
        onChange={(event) => onSection(event.target.value)}
      >
        <option value="" disabled>
          {t.section}
        </option>
        {sections.map((section) => (
          <option key={section.id} value={section.id}>
            {section.name}
          </option>
        ))}
      </Select>
    </div>
  );
}
