/** Random ids, whose digits may be those of a figure by chance. */
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The figures, with what each is, that a text contains as numbers of their own. */
export function findFigures(text: string, figures: ReadonlyMap<string, string>): string[] {
  const searched = text.replaceAll(uuid, '');
  return [...figures].flatMap(([figure, what]) =>
    new RegExp(`(?<![\\d.])${figure.replace('.', '\\.')}(?!\\d)`).test(searched) ? [`${what} ${figure}`] : [],
  );
}
