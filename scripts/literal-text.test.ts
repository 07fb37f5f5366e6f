import { expect, test } from 'vitest';
import { findLiteralTexts } from './literal-text.ts';
import { isTest, getPart, listSourceFiles } from './source-files.ts';

const screens = listSourceFiles().filter(
  ({ path }) => getPart(path) === 'web' && !isTest(path) && !/(messages(\.ar)?|\/arabic)\.ts$/.test(path),
);

test('no screen contains text outside a catalogue', () => {
  expect(screens.length).toBeGreaterThan(100);
  const texts = screens.flatMap((file) => findLiteralTexts(file).map((text) => `${file.path}: ${text}`));
  expect(texts).toEqual([]);
});

const findTexts = (code: string) => findLiteralTexts({ path: 'screen.tsx', text: code });

test.each([
  ['text between tags', '<p>Saved</p>', ['Saved']],
  ['text next to an expression', '<p>{count} lines</p>', ['lines']],
  ['text in an expression', "<p>{isOpen ? 'Open' : 'Closed'}</p>", ['Open', 'Closed']],
  ['a fallback', "<p>{name || 'Nobody'}</p>", ['Nobody']],
  ['a template', '<p>{`${count} lines`}</p>', ['lines']],
  ['a label for screen readers', '<Icon aria-label="Close" />', ['Close']],
  ['a label in braces', "<Icon aria-label={'Close'} />", ['Close']],
  ['a conditional placeholder', "<input placeholder={isShort ? 'Find' : t.search} />", ['Find']],
  [
    'a title, an alternative and a label',
    '<A title="One" alt="Two" label="Three" />',
    ['One', 'Two', 'Three'],
  ],
  ['a toast message', "toast('Saved');", ['Saved']],
  ['a column label', "const columns = [{ label: 'Order no.' }];", ['Order no.']],
  ['Arabic text', '<p>طلب</p>', ['طلب']],
])('finds %s', (_name, code, texts) => expect(findTexts(code)).toEqual(texts));

test.each([
  ['texts of a catalogue', '<p title={t.title}>{t.lines(count)}</p>'],
  ['text without letters', "<p>{' · '}{a} / {b} – ×</p>"],
  [
    'attributes for machines',
    '<a className="flex items-center" href="/inventory" data-state="open" role="alert" id="x" />',
  ],
  ['comparisons', "<p>{status === 'Draft' ? t.draft : null}</p>"],
  ['arguments', "<p>{t.columns[read('itemName')]}</p>"],
  ['keys of a catalogue', "const route = { staticData: { title: 'branchOrders' } };"],
  ["SPEC's own defaults", "<p>{user.name || 'User'} {user.role || 'user'}</p>"],
  ['keyboard keys', '<kbd>Ctrl K</kbd>'],
  ['types and comments', 'const a: "Some Text" = b; // Some text\n/* Text */'],
])('ignores %s', (_name, code) => expect(findTexts(code)).toEqual([]));
