/** The texts of a source file that people read, for the rules of wording. */
import { parseSync, Visitor } from 'vite';

/** A text and the line that it begins in. */
export interface SourceText {
  line: number;
  text: string;
}

/** Functions whose texts a program reads, not a person. */
const NOT_READ = new Set(['sql', 'graphql']);
/** Statements that stand in plain strings. */
const SQL = /^\s*(?:select|insert|update|delete|with|exists|create|alter|lock|grant)\b/;

/**
 * The texts of a TypeScript file: string literals, parts of templates and texts of JSX, without paths of modules,
 * SQL, keys and types. What a template inserts reads as '…'.
 */
export function textsOf(file: string, code: string): SourceText[] {
  const skipped: [number, number][] = [];
  const found: { start: number; text: string }[] = [];
  const skip = (node: { start: number; end: number }) => void skipped.push([node.start, node.end]);
  new Visitor({
    ImportDeclaration: skip,
    ExportNamedDeclaration: (node) => {
      if (node.source !== null) skip(node.source);
    },
    ExportAllDeclaration: (node) => skip(node.source),
    ImportExpression: (node) => skip(node.source),
    TSLiteralType: skip,
    TSTypeAliasDeclaration: skip,
    TSInterfaceDeclaration: skip,
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && NOT_READ.has(node.callee.name))
        for (const each of node.arguments) skip(each);
    },
    TaggedTemplateExpression: (node) => {
      let tag = node.tag;
      while (tag.type === 'MemberExpression' || tag.type === 'CallExpression')
        tag = tag.type === 'CallExpression' ? (tag.callee as typeof tag) : (tag.object as typeof tag);
      if (tag.type === 'Identifier' && NOT_READ.has(tag.name)) skip(node.quasi);
    },
    Property: (node) => {
      if (!node.computed && node.key.type === 'Literal') skip(node.key);
    },
    Literal: (node) => {
      if (typeof node.value === 'string') found.push({ start: node.start, text: node.value });
    },
    TemplateLiteral: (node) => {
      found.push({
        start: node.start,
        text: node.quasis.map((part) => part.value.cooked ?? part.value.raw).join('…'),
      });
    },
    JSXText: (node) => {
      const text = node.value.replace(/\s+/g, ' ').trim();
      if (text !== '') found.push({ start: node.start + node.value.search(/\S/), text });
    },
  }).visit(parseSync(file, code).program);
  return found
    .filter(({ start }) => !skipped.some(([from, to]) => start >= from && start < to))
    .filter(({ text }) => !SQL.test(text))
    .sort((a, b) => a.start - b.start)
    .map(({ start, text }) => ({ line: code.slice(0, start).split('\n').length, text }));
}

/** Attributes of elements and components that people read or hear. */
const READ_ATTRIBUTES = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'confirmLabel',
  'data-tip',
  'description',
  'empty',
  'emptyText',
  'hint',
  'label',
  'note',
  'placeholder',
  'reason',
  'submitLabel',
  'text',
  'title',
  'what',
]);

/** The texts that a component writes itself, in place of naming one of its messages: texts of elements, and of attributes that are read. */
export function ownTextsOf(file: string, code: string): SourceText[] {
  const found: { start: number; text: string }[] = [];
  const note = (start: number, text: string) => {
    if (/\p{L}{2}/u.test(text)) found.push({ start, text: text.replace(/\s+/g, ' ').trim() });
  };
  new Visitor({
    JSXText: (node) => note(node.start + Math.max(0, node.value.search(/\S/)), node.value),
    JSXAttribute: (node) => {
      if (node.name.type !== 'JSXIdentifier' || !READ_ATTRIBUTES.has(node.name.name)) return;
      const value = node.value?.type === 'JSXExpressionContainer' ? node.value.expression : node.value;
      if (value?.type === 'Literal' && typeof value.value === 'string') note(node.start, value.value);
      if (value?.type === 'TemplateLiteral')
        note(node.start, value.quasis.map((part) => part.value.cooked ?? part.value.raw).join('…'));
    },
  }).visit(parseSync(file, code).program);
  return found.map(({ start, text }) => ({ line: code.slice(0, start).split('\n').length, text }));
}
