import type { MailLanguage } from '../states.ts';
import type { MailAttachment } from '#platform/server/jobs/mailer.ts';

/** A block of an email, rendered both as HTML and as text. */
export type MailBlock =
  | { kind: 'text'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'small'; text: string; link?: { text: string; url: string } }
  | { kind: 'link'; text: string; url: string; note: string }
  | { kind: 'lines'; lines: readonly { text: string; value: string; url: string | null }[] }
  | { kind: 'details'; details: readonly (readonly [string, string])[] }
  | {
      kind: 'table';
      header: readonly MailHeader[];
      rows: readonly (readonly string[])[];
      /** Totals below the rows, one cell per column. */
      foot: readonly (readonly string[])[];
    };

interface MailHeader {
  text: string;
  isNumeric: boolean;
}

/** Content of an email, without its recipients. */
export interface MailContent {
  subject: string;
  blocks: readonly MailBlock[];
  attachments: readonly MailAttachment[];
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML content and attribute values. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

const cellStyle = 'padding:6px 10px;border-bottom:1px solid #d4d4d8;';

/** Uses inline styles, since many email clients ignore other styles. Loads no external resources. */
function renderHtml(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:0 0 12px">${escapeHtml(block.text).replaceAll('\n', '<br>')}</p>`;
    case 'heading':
      return `<h1 style="margin:0 0 12px;font-size:20px">${escapeHtml(block.text)}</h1>`;
    case 'small': {
      const link = block.link
        ? ` <a href="${escapeHtml(block.link.url)}" style="color:#52525b">${escapeHtml(block.link.text)}</a>`
        : '';
      return `<p style="margin:16px 0 0;color:#52525b;font-size:12px">${escapeHtml(block.text)}${link}</p>`;
    }
    case 'link':
      return `<p style="margin:16px 0"><a href="${escapeHtml(block.url)}" style="color:#1d4ed8">${escapeHtml(block.text)}</a> <span style="color:#52525b">${escapeHtml(block.note)}</span></p>`;
    case 'lines':
      return `<table style="border-collapse:collapse">${block.lines
        .map(({ text, value, url }) => {
          const label =
            url === null
              ? escapeHtml(text)
              : `<a href="${escapeHtml(url)}" style="color:#1d4ed8">${escapeHtml(text)}</a>`;
          return `<tr><td style="${cellStyle}text-align:end;font-weight:600"><bdi>${escapeHtml(value)}</bdi></td><td style="${cellStyle}">${label}</td></tr>`;
        })
        .join('')}</table>`;
    case 'details':
      return `<table style="border-collapse:collapse;margin:0 0 12px">${block.details
        .map(
          ([name, value]) =>
            `<tr><th scope="row" style="padding:2px 10px 2px 0;text-align:start;font-weight:400;color:#52525b">${escapeHtml(name)}</th><td style="padding:2px 10px"><bdi>${escapeHtml(value).replaceAll('\n', '<br>')}</bdi></td></tr>`,
        )
        .join('')}</table>`;
    case 'table': {
      const alignment = (n: number) => `text-align:${block.header[n]?.isNumeric === true ? 'end' : 'start'}`;
      const row = (cells: readonly string[], weight: string) =>
        `<tr>${cells.map((text, n) => `<td style="${cellStyle}${alignment(n)};${weight}"><bdi>${escapeHtml(text)}</bdi></td>`).join('')}</tr>`;
      const header = block.header
        .map(({ text }, n) => `<th scope="col" style="${cellStyle}${alignment(n)}">${escapeHtml(text)}</th>`)
        .join('');
      const foot = block.foot.map((cells) => row(cells, 'font-weight:600')).join('');
      return `<table style="border-collapse:collapse;font-size:14px"><thead><tr>${header}</tr></thead><tbody>${block.rows
        .map((cells) => row(cells, ''))
        .join('')}${foot}</tbody></table>`;
    }
  }
}

function renderText(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
    case 'heading':
      return block.text;
    case 'small':
      return block.link ? `${block.text}\n${block.link.text}: ${block.link.url}` : block.text;
    case 'link':
      return `${block.text}: ${block.url}\n${block.note}`;
    case 'lines':
      return block.lines
        .map(({ text, value, url }) => `${value}  ${text}${url === null ? '' : `\n   ${url}`}`)
        .join('\n');
    case 'details':
      return block.details.map(([name, value]) => `${name}: ${value}`).join('\n');
    case 'table':
      return [block.header.map(({ text }) => text), ...block.rows, ...block.foot]
        .map((cells) => cells.join(' | '))
        .join('\n');
  }
}

/** Renders an email as HTML and plain text from the same blocks; right to left for Arabic. */
export function renderMail(
  blocks: readonly MailBlock[],
  language: MailLanguage,
): { html: string; text: string } {
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const body = blocks.map(renderHtml).join('\n');
  return {
    html: `<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title></title></head>
<body dir="${direction}" style="margin:0;padding:16px;font-family:system-ui,sans-serif;font-size:15px;color:#18181b;background:#ffffff">
${body}
</body></html>`,
    text: `${blocks.map(renderText).join('\n\n')}\n`,
  };
}
