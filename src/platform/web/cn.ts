import { type ClassValue, clsx } from 'clsx';

/**
 * The property that a class sets, by pattern; `$1` and so on refer to groups. The third column lists
 * additional properties that the class overrides: `p-4` after `px-2` replaces it. Only classes that the
 * dashboard uses are listed (tailwind-merge is 7 KB); scripts/class-names.test.ts verifies the list.
 */
const properties: readonly [pattern: RegExp, property: string, overridden?: string][] = [
  [/^(?:block|contents|hidden|flex|grid|table|inline(?:-block|-flex|-grid)?)$/, 'display'],
  [/^(?:static|fixed|absolute|relative|sticky)$/, 'position'],
  [/^(?:in)?visible$|^collapse$/, 'visibility'],
  [/^(?:not-)?sr-only$/, 'sr'],
  [/^([pm])-/, '$1', '$1x $1y $1t $1b $1s $1e'],
  [/^([pm])x-/, '$1x', '$1s $1e'],
  [/^([pm])y-/, '$1y', '$1t $1b'],
  [/^([pm][tbse])-/, '$1'],
  [/^size-/, 'size', 'w h'],
  [/^((?:min-|max-)?[wh])-/, '$1'],
  [/^text-(?:xs|sm|base|lg|\d?xl|\[\d.*)$/, 'font-size', 'leading'],
  [/^text-(?:start|end|center|left|right)$/, 'text-align'],
  [/^text-/, 'color'],
  [/^font-(?:normal|medium|semibold|bold)$/, 'weight'],
  [/^border-(?:collapse|separate)$/, 'collapse'],
  [/^border-(?:solid|dashed|dotted|none)$/, 'border-style'],
  [/^border-spacing-/, 'spacing'],
  [/^border(?:-\d+)?$/, 'border-w', 'border-wx border-wy border-ws border-we border-wt border-wb'],
  [/^border-x(?:-\d+)?$/, 'border-wx', 'border-ws border-we'],
  [/^border-y(?:-\d+)?$/, 'border-wy', 'border-wt border-wb'],
  [/^border-([setb])(?:-\d+)?$/, 'border-w$1'],
  [/^border-/, 'border-color'],
  [/^flex-(?:row|col)/, 'flex-direction'],
  [/^flex-(?:no)?wrap/, 'flex-wrap'],
  [/^flex-/, 'flex', 'basis grow shrink'],
  [/^(grow|shrink)(?:-|$)/, '$1'],
  [/^gap-([xy])-/, 'gap-$1'],
  [/^gap-/, 'gap', 'gap-x gap-y'],
  [/^rounded-([trbl]|es)-/, 'rounded-$1'],
  [/^rounded(?:-|$)/, 'rounded', 'rounded-t rounded-r rounded-b rounded-l rounded-es'],
  [/^overflow-([xy])-/, 'overflow-$1'],
  [/^overflow-/, 'overflow', 'overflow-x overflow-y'],
  [/^inset-x-/, 'inset-x', 'start end left right'],
  [/^inset-y-/, 'inset-y', 'top bottom'],
  [/^inset-/, 'inset', 'inset-x inset-y start end top bottom left right'],
  [/^columns-/, 'columns'],
  [/^line-clamp-/, 'line-clamp', 'display overflow'],
  [/^(justify-self|place-items|pointer-events|grid-cols)-/, '$1'],
  [/^((?:col|row)-(?:start|span))-/, '$1'],
  [/^(?:underline|line-through|no-underline)$/, 'decoration'],
  [/^(underline-offset|outline-offset|scroll-[mp][tb])-/, '$1'],
  [/^(translate-[xy]|scale-[xy])-/, '$1'],
  [
    /^(start|end|top|bottom|left|right|items|self|justify|z|bg|opacity|cursor|animate|leading|order|content(?=-\[))-/,
    '$1',
  ],
  [/^content-/, 'align-content'],
  [/^(?:not-)?italic$/, 'font-style'],
  [/^(?:upper|lower)case$/, 'text-transform'],
  [/^\[([a-z-]+):/, '$1'],
  [/^(break-after|object)-/, '$1'],
  [/^(whitespace|align|select|touch|transition|duration|basis|rotate|origin|accent)-/, '$1'],
];

const cache = new Map<string, string>();

/** Joins class names; the last of several Tailwind classes for the same property wins. */
export function cn(...classes: ClassValue[]): string {
  const joined = clsx(classes);
  let merged = cache.get(joined);
  if (merged === undefined) {
    merged = merge(joined);
    cache.set(joined, merged);
  }
  return merged;
}

function merge(classes: string): string {
  const overriddenProperties = new Set<string>();
  return classes
    .split(' ')
    .reverse()
    .filter((name) => {
      const [, variants = '', baseName = ''] =
        /^((?:[^:[(]*(?:\[[^\]]*\]|\([^)]*\))?[^:[(]*:)*)!?-?(.+)$/.exec(name) ?? [];
      const entry = properties.find(([pattern]) => pattern.test(baseName));
      if (entry === undefined) return true;
      const [pattern, property, overridden] = entry;
      const captured = pattern.exec(baseName)?.[1] ?? '';
      const getKey = (names: string) =>
        `${variants}${name.includes('!') ? '!' : ''}${names.replaceAll('$1', captured)}`;
      if (overriddenProperties.has(getKey(property))) return false;
      overriddenProperties.add(getKey(property));
      for (const overriddenName of overridden?.split(' ') ?? [])
        overriddenProperties.add(getKey(overriddenName));
      return true;
    })
    .reverse()
    .join(' ');
}
