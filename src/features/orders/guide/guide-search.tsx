import type { RefObject } from 'react';
import { SearchBox } from '#src/components/form/search-box.tsx';
import { Select } from '#src/components/ui/input.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { GuideSection } from './guide-rows.ts';
import { orderTexts } from '../messages.ts';

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
  return (
    <div role="search" className="sticky top-(--bars-block) z-20 flex h-14 items-center gap-2 bg-background">
      <SearchBox
        label={t.search}
        value={query}
        onValue={onQuery}
        onEnter={onEnter}
        input={input}
        className="flex-1"
      />
      <Select
        className="w-32 shrink-0 sm:w-48"
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
