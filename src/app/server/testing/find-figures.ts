/** Random ids, whose digits may match a figure by chance. */
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Returns the figures that occur in a text, other than as part of a longer number, with their names. */
export function findFigures(text: string, figures: ReadonlyMap<string, string>): string[] {
  const textWithoutIds = text.replaceAll(uuid, '');
  return [...figures].flatMap(([figure, name]) =>
    new RegExp(`(?<![\\d.])${figure.replace('.', '\\.')}(?!\\d)`).test(textWithoutIds)
      ? [`${name} ${figure}`]
      : [],
  );
}
