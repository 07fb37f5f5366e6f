import { conventions } from './conventions.ts';

type Json = Record<string, unknown>;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Renders a paragraph as HTML, with a bold introduction and identifiers as code. */
const renderParagraph = (text: string) =>
  `<p>${escape(text)
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/`([^`]+)`/g, '<code>$1</code>')}</p>`;
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

const style = `
  body { font: 15px/1.5 system-ui, sans-serif; color: #2b2a27; background: #faf9f7; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  h2 { margin: 2rem 0 .5rem; font-size: 1.1rem; border-bottom: 1px solid #e4e1db; }
  details { border-bottom: 1px solid #eeebe5; } summary { padding: .4rem 0; cursor: pointer; }
  code { font: 13px ui-monospace, monospace; } b { display: inline-block; width: 4.5rem; text-transform: uppercase; font-size: .75rem; }
  pre { background: #f1eee8; padding: .75rem; overflow: auto; font-size: 12px; } .quiet { color: #6b675f; }`;

/** Content security policy of the page: only its inline style sheet, no scripts or external resources. */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

function getSchema(part: unknown): unknown {
  return (part as { content?: { 'application/json'?: { schema?: unknown } } } | undefined)?.content?.[
    'application/json'
  ]?.schema;
}

const renderBlock = (title: string, schema: unknown) =>
  schema === undefined ? '' : `<p>${title}</p><pre>${escape(JSON.stringify(schema, null, 2))}</pre>`;

function renderOperation(method: string, path: string, operation: Json): string {
  const responses = operation['responses'] as Record<string, unknown>;
  const statuses = Object.keys(responses);
  const parameters = (operation['parameters'] as { name: string; in: string }[]).map(
    (parameter) => `<code>${escape(parameter.name)}</code> (${parameter.in})`,
  );
  return `<details><summary><b>${method}</b> <code>${escape(path)}</code> <span class="quiet">${escape(String(operation['summary']))}</span></summary>
    <p>${escape(String(operation['description']))} Responses: ${statuses.join(', ')}.</p>
    ${parameters.length > 0 ? `<p>Parameters: ${parameters.join(', ')}</p>` : ''}
    ${renderBlock('Body', getSchema(operation['requestBody']))}
    ${renderBlock('Response', getSchema(responses['200'] ?? responses['201']))}</details>`;
}

/** Renders the description as one HTML page without scripts. */
export function renderPage(description: Json): string {
  const paths = description['paths'] as Record<string, Record<string, Json>>;
  const tags = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = (operation['tags'] as string[])[0] ?? '';
      tags.set(tag, [...(tags.get(tag) ?? []), renderOperation(method, path, operation)]);
    }
  }
  const sections = [...tags].map(([tag, parts]) => `<h2>${escape(tag)}</h2>${parts.join('')}`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>Commissary API</title><style>${style}</style></head><body><h1>Commissary API</h1>
    <p>All endpoints are under <code>/api</code> and use JSON. Every request except sign-in requires the header
    <code>Authorization: Bearer &lt;token&gt;</code>. A machine-readable description is in <a href="/api/openapi.json">openapi.json</a>.</p>${conventions.map(renderParagraph).join('')}${sections.join('')}</body></html>`;
}
