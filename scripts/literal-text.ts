import { parseSync } from 'oxc-parser';
import type { SourceFile } from './source-files.ts';

/** A syntax tree node, with the properties that are used here. */
interface Node {
  type: string;
  [key: string]: unknown;
}

/** Attributes and properties with visible text. */
const visibleKeys =
  /^(aria-(label|description|valuetext|roledescription|placeholder)|title|placeholder|alt|label|text|hint|description|heading|caption)$/;

/** Defaults of SPEC section 2 for a missing name or role. */
const specDefaults = new Set(['User', 'user']);

/** Elements for key names and code, whose content isn't translated. */
const untranslated = new Set(['kbd', 'Key', 'code', 'samp', 'style', 'script']);

const letters = /\p{L}/u;

/** Returns every literal text in a screen's file: JSX text, visible attributes, and toast messages. */
export function findLiteralTexts({ path, text }: SourceFile): string[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} can't be parsed: ${errors[0]?.message ?? ''}`);
  const texts: string[] = [];
  visit(program as unknown as Node, texts);
  return texts;
}

function visit(node: Node, texts: string[]): void {
  if (node.type === 'JSXElement' && untranslated.has(getName((node['openingElement'] as Node)['name'])))
    return;
  for (const text of getTexts(node)) if (letters.test(text) && !specDefaults.has(text)) texts.push(text);
  for (const child of Object.values(node)) {
    if (Array.isArray(child)) for (const element of child) if (isNode(element)) visit(element, texts);
    if (isNode(child)) visit(child, texts);
  }
}

/** Returns the texts of this node, without those of its children. */
function getTexts(node: Node): string[] {
  if (node.type === 'JSXText') return [(node['value'] as string).trim()];
  if (node.type === 'JSXAttribute')
    return visibleKeys.test(getName(node['name'])) ? getValues(node['value']) : [];
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    const children = node['children'] as Node[];
    return children.flatMap((child) =>
      child.type === 'JSXExpressionContainer' ? getValues(child['expression']) : [],
    );
  }
  if (node.type === 'CallExpression') {
    const [argument] = node['arguments'] as Node[];
    return getName(node['callee']) === 'toast' ? getValues(argument) : [];
  }
  // Catalogue keys and field names look similar; visible text contains a capital letter or a space.
  if (node.type === 'Property' && visibleKeys.test(getName(node['key'])))
    return getValues(node['value']).filter((value) => /^\p{Lu}|\s/u.test(value));
  return [];
}

/** Returns the literal values of an expression, without its computed parts. */
function getValues(value: unknown): string[] {
  if (!isNode(value)) return [];
  switch (value.type) {
    case 'Literal':
      return typeof value['value'] === 'string' ? [value['value'].trim()] : [];
    case 'TemplateLiteral':
      return (value['quasis'] as { value: { cooked: string } }[]).map((part) => part.value.cooked.trim());
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return getValues(value['expression']);
    case 'ConditionalExpression':
      return [...getValues(value['consequent']), ...getValues(value['alternate'])];
    case 'LogicalExpression':
      return [...getValues(value['left']), ...getValues(value['right'])];
    case 'BinaryExpression':
      return value['operator'] === '+' ? [...getValues(value['left']), ...getValues(value['right'])] : [];
    default:
      return [];
  }
}

function getName(value: unknown): string {
  if (!isNode(value)) return '';
  return typeof value['name'] === 'string'
    ? value['name']
    : typeof value['value'] === 'string'
      ? value['value']
      : '';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
