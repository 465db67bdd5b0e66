/** Plain English in what people read: some words are refused wherever a text stands, in messages, components and on the server. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownTextsOf, textsOf } from './words.ts';

const ROOT = join(import.meta.dirname, '..');

/** Words that no text has, with the one that it has instead. */
const REFUSED: readonly { word: RegExp; instead: string }[] = [
  { word: /\bsomebody\b/i, instead: 'someone' },
  { word: /\bnobody\b/i, instead: 'no one' },
  { word: /\beverybody\b/i, instead: 'everyone' },
  { word: /\banybody\b/i, instead: 'anyone' },
  { word: /\bmails\b/i, instead: 'emails' },
  { word: /\be-mail/i, instead: 'email' },
  // the API has a type of this name, which its own reference may speak of
  { word: /\bmailings?\b(?! list)/i, instead: 'email, emails, message' },
  { word: /\bnot there any ?more\b/i, instead: 'no longer exists' },
  { word: /\btak(?:e|en) (?:it |this )?back\b/i, instead: 'undo, undone' },
  { word: /\banew\b/i, instead: 'again' },
  { word: /\bwhoever\b/i, instead: 'anyone who, or the role: your administrator' },
  { word: /\bwhom\b/i, instead: 'who, people you' },
];

/** Texts that are data: words that searching leaves out, a user of the operating system, the API's own names. */
const LEFT_OUT: readonly { file: RegExp; words?: RegExp }[] = [
  { file: /^server\/domain\/intelligence\/literal_query\.ts$/ },
  { file: /^server\/domain\/mail\//, words: /^mailings?$/i },
  { file: /^server\/adapters\/postgres\/identity\.ts$/, words: /^nobody$/ },
];

/** What breaks the rule in a file, as `file:line word: text`. */
function problemsOf(file: string, code: string): string[] {
  return textsOf(file, code).flatMap(({ line, text }) =>
    REFUSED.flatMap(({ word, instead }) => {
      const found = word.exec(text)?.[0];
      if (found === undefined || isName(text)) return [];
      const isLeftOut = LEFT_OUT.some(
        (each) => each.file.test(file) && (each.words === undefined || each.words.test(found)),
      );
      return isLeftOut ? [] : [`${file}:${line} ${found} (better: ${instead}): ${text}`];
    }),
  );
}

/** A key, an option or the name of a record: one word in small letters, with no sentence around it. */
function isName(text: string): boolean {
  return /^[a-z][\w.:/-]*$/.test(text);
}

/** Sources whose texts people read: not tests, and not what the customers of the demo say. */
function sources(): string[] {
  return execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'web/src', 'server', 'contract', 'scripts'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file))
    .filter(
      (file) =>
        !/\.test\.|\/generated\/|^server\/(?:db\/demo|db\/migrations|testing)\/|^scripts\/words/.test(file),
    );
}

test('no text that people read has a word that reads translated', () => {
  const files = sources();
  // the places where texts stand are among them
  for (const file of [
    'web/src/ui/messages.ts',
    'web/src/app/announcements/texts.tsx',
    'contract/errors.ts',
    'server/http/auth.ts',
  ])
    expect(files).toContain(file);
  expect(files.flatMap((file) => problemsOf(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});

test('a word is found in a message, a template, an attribute and the text of an element, and nowhere else', () => {
  const code = `
    import nobody from 'somebody/else.ts';
    type Key = 'not whoever';
    /** Somebody reads this comment. */
    export const messages = {
      nobody: 'Nobody found',
      sent: (count: number) => \`\${count} mails sent\`,
      'mails': 'Emails',
      table: 'mails',
    };
    const rows = sql\`select 'nobody is here' from mails\`;
    const document = graphql(\`query Mailings { mailings { id } }\`);
    export const Part = () => (
      <p title="It was taken back.">
        Ask whoever runs it <b>anew</b>
      </p>
    );
  `;
  expect(problemsOf('part.tsx', code)).toEqual([
    expect.stringMatching(/^part\.tsx:6 Nobody/),
    expect.stringMatching(/^part\.tsx:7 mails/),
    expect.stringMatching(/^part\.tsx:14 taken back/),
    expect.stringMatching(/^part\.tsx:15 whoever/),
  ]);
});

/** A sentence or a title, as against a key, a class or an address. */
const SENTENCE = /^\p{Lu}[\p{L}’]+,? [\p{L}…(“"’]/u;

/** Texts that a component has of its own, in place of those in the messages file of its screen. */
function ownProblemsOf(file: string, code: string): string[] {
  return [
    ...ownTextsOf(file, code),
    // what is thrown is for the log
    ...textsOf(file, code).filter(({ text }) => SENTENCE.test(text) && !code.includes(`Error('${text}`)),
  ]
    .filter(({ text }) => !/^(?:https:\/\/|news@…|Esc|&nbsp;)$/.test(text))
    .map(({ line, text }) => `${file}:${line} ${text}`);
}

test('components take their texts from the messages file of their screen, so that these can be translated', () => {
  const components = sources().filter(
    (file) => file.startsWith('web/src/') && file.endsWith('.tsx') && !/\/gallery\/|\/texts\.tsx$/.test(file),
  );
  expect(components.length).toBeGreaterThan(100);
  expect(components.flatMap((file) => ownProblemsOf(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual(
    [],
  );

  const code = `
    const texts = { title: 'Export ideas', columns: (count: number) => \`Visible columns (\${count})\` };
    if (broken) throw new Error('The page has no place for the application.');
    export const Part = () => (
      <Panel title="Ideas" className="Not read" label={\`Remove \${name}\`} what={messages.what}>
        Close <Kbd keys="mod+k" />
      </Panel>
    );
  `;
  expect(ownProblemsOf('part.tsx', code)).toEqual([
    expect.stringMatching(/:5 Ideas$/),
    expect.stringMatching(/:5 Remove …$/),
    expect.stringMatching(/:6 Close$/),
    expect.stringMatching(/:2 Export ideas$/),
    expect.stringMatching(/:2 Visible columns \(…\)$/),
    expect.stringMatching(/:5 Not read$/),
    expect.stringMatching(/:5 Remove …$/),
  ]);
});

test('a plural is made by the helper, which knows the rules of the language', () => {
  const byHand = /=== 1\s*\?\s*['\x60][\p{L} ]/u;
  expect("(count === 1 ? 'vote' : 'votes')").toMatch(byHand);
  const files = sources().filter((file) => file.startsWith('web/src/') && !file.includes('/gallery/'));
  expect(files.filter((file) => byHand.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});
