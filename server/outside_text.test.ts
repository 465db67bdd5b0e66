import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { parseDate } from '../contract/dates.ts';
import { isEmail } from '../contract/email.ts';
import { hostName, ownHostProblem } from '../contract/hosts.ts';
import { issueKeyIn } from '../contract/issue_key.ts';
import { passwordProblem } from '../contract/password.ts';
import {
  decodeEntities,
  htmlOfText,
  htmlOrNull,
  isAllowedLink,
  mentionedUserIds,
  mentionName,
  realBulletLists,
  richTextProblem,
  withMentionNames,
} from '../contract/rich_text.ts';
import { cutAtWord, oneLine, titleOfText, withoutInvisible } from '../contract/text_cut.ts';
import { displayName, initials, prefillOfNewUser } from '../contract/user_name.ts';
import { tokenise } from '../contract/words.ts';
import { withoutSecrets } from './domain/account/dead_job.ts';
import { networkOf } from './domain/account/limits/network.ts';
import { readExpression } from './listing/expression.ts';
import { openCsv } from './domain/exchange/csv.ts';
import { csvLine, neutralised, xlsxRow } from '../contract/cells.ts';
import { isProse } from './domain/exchange/import_columns.ts';
import { dateOf } from './domain/exchange/import_dates.ts';
import { markdownToHtml } from './domain/exchange/import_markdown.ts';
import { asHtml, readTitle } from './domain/exchange/import_texts.ts';
import { keptWords } from './domain/ideas/search_words.ts';
import { hitPattern, searchQueryOf } from './domain/intelligence/literal_query.ts';
import { textFormOf } from './domain/intelligence/text_form.ts';
import { suggestTitle } from './domain/intelligence/title_suggestion.ts';
import { contentWords, trigrams } from './domain/intelligence/words.ts';
import {
  automaticBy,
  foundAddresses,
  plainAddress,
  plainId,
  readInboundHead,
  reportFields,
} from './domain/mail/inbound_mail.ts';
import { replyOfHtml, replyOfText } from './domain/mail/inbound_text.ts';
import { readReplyAddress } from './domain/mail/tokens.ts';
import { htmlToText, sanitiseHtml } from './text/html.ts';

/*
 * Texts that strangers write, against everything that reads them: twice the text may take twice the work. What
 * takes the square of it takes four times as much, and half a megabyte of it minutes. Three doublings are
 * compared: where what is read outgrows the young memory or the processor's cache, one can take eight times as much.
 */

/** Work is the processor's time of this thread alone, so that what else runs on the machine is no part of it. */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
const CHARACTERS = 500_000;
const TIMES_MAX = 3;
/** Less work than this at the whole length holds nobody up, however it grows. */
const TELLING_MS = 50;
/** What the shorter of two must add up to, to tell how it grows. */
const TELLING_SUM_MS = 150;

/** What else runs shares the processor's cache and memory, and made one look like more for as long as it lasted. */
const ROUNDS = 3;

/** What begins again and again: of each, a text of that length. */
const REPEATED: readonly string[] = [
  ' ',
  '\t',
  '\n',
  ' \n',
  '\r',
  'a',
  'a ',
  '\u200d',
  '👩\u200d',
  '🇩',
  '\u{E0067}',
  '0',
  '-',
  '_',
  '*',
  '**a',
  '`',
  '>',
  '> ',
  '|',
  '|a',
  '<',
  '<a ',
  '<p>',
  '<!--',
  '<a b="',
  '<div onclick="x()">',
  '<blockquote>',
  '<li data-list="bullet">',
  '</',
  '&',
  '&#1;',
  '"',
  "'",
  '(',
  '[',
  '[a](',
  '![',
  ';',
  ';=',
  ',',
  '.',
  ':',
  '@',
  'a@',
  'a@b.',
  '\\',
  'On abcd wrote:\n',
  'On a\nb\n',
  'From: a\n',
  '-----\n',
  'Sent from my x\n',
  'Am 1 schrieb b:\n',
  'Action:\t',
  'Status: \n',
  'reply+',
  ' wrote:',
  'x <y@z>: ',
];
const ROUND: readonly (readonly [name: string, make: (length: number) => string])[] = [
  ...REPEATED.map(
    (part) =>
      [
        JSON.stringify(part),
        // what follows the run is what makes an expression go back
        (length: number) => `a${part.repeat(Math.ceil(length / part.length)).slice(0, length - 2)}x`,
      ] as const,
  ),
  ['lines of blanks', (length) => `a${' '.repeat(998)}x\n`.repeat(length / 1001)],
  ['lines of dashes and blanks', (length) => `--${' '.repeat(996)}x\n`.repeat(length / 1000)],
  ['words of a thousand letters', (length) => `${'a'.repeat(999)} `.repeat(length / 1000)],
  ['lines that are long', (length) => `> ${'a'.repeat(998)}\n`.repeat(length / 1001)],
  ['nested and never closed', (length) => '<div>'.repeat(length / 10) + '<b>x'.repeat(length / 8)],
];

interface Reader {
  /** the most that it is given, where the product lets less through */
  characters?: number;
  read: (text: string) => unknown;
}

const csv = async (text: string): Promise<number> => {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, n) =>
    bytes.subarray(n * 65_536, (n + 1) * 65_536),
  );
  let rows = 0;
  try {
    const file = await openCsv({ name: 'f.csv', open: async () => Readable.from(pieces), maxBytes: 1e9 });
    for await (const batch of file.batches()) rows += batch.length;
  } catch {
    // what is refused was read
  }
  return rows;
};
const scope = { sign: () => 'x'.repeat(43), verify: () => false };

const READERS: Readonly<Record<string, Reader>> = {
  'mail: text': { read: replyOfText },
  'mail: HTML': { read: replyOfHtml },
  'mail: fields of a report': { read: (text) => reportFields(text, 'bounce') },
  'mail: a report': {
    read: (text) =>
      readInboundHead(
        Buffer.from(
          `From: a@b.example\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=x\r\n\r\n--x\r\n${text}`,
        ),
      ),
  },
  'mail: head': {
    characters: 20_000,
    read: (text) =>
      readInboundHead(Buffer.from(`To: ${text.replaceAll('\n', '\r\n ')}\r\n\r\nx`)).catch(() => null),
  },
  'mail: addresses': { read: foundAddresses },
  'mail: reply address': { read: (text) => readReplyAddress(scope as never, `reply+${text}`) },
  'mail: heads of programs': {
    read: (text) => [automaticBy(() => text, text, text), plainId(text), plainAddress(text)],
  },
  'rich text: problem': { read: richTextProblem },
  'rich text: cleaned': {
    characters: 20_000,
    read: (text) => {
      try {
        return sanitiseHtml(text);
      } catch {
        return null;
      }
    },
  },
  'rich text: as text': { read: (text) => [htmlToText(text), htmlToText(text, 'mail')] },
  'rich text: lists, mentions': {
    read: (text) => [
      realBulletLists(`${text}data-list`),
      withMentionNames(`${text}es-mention`, new Map()),
      mentionedUserIds(text),
      mentionName(text),
    ],
  },
  'rich text: entities and links': {
    read: (text) => [decodeEntities(text), isAllowedLink(text), htmlOrNull(text), htmlOfText(text)],
  },
  markdown: { characters: 20_000, read: markdownToHtml },
  'import: CSV': { read: csv },
  'import: CSV, one column quoted': { read: (text) => csv(`a\n"${text.replaceAll('"', '""')}"\n`) },
  'import: prose': { characters: 2_000, read: isProse },
  'import: titles and texts': {
    characters: 20_000,
    read: (text) => [readTitle(text), asHtml(text, 'plain')],
  },
  'import: dates': { read: (text) => dateOf(text, 'made', new Date(), null) },
  'export: cells': {
    // the longest text that an idea or a comment holds
    characters: 100_000,
    read: (text) => [neutralised(text), csvLine([text]), xlsxRow(1, [text])],
  },
  'expressions of people': {
    read: (text) => {
      for (const json of [text, JSON.stringify({ operator: 'and', conditions: [text] })])
        try {
          readExpression(json, { named: {} });
        } catch {
          // what is refused was read
        }
    },
  },
  'text cut': {
    read: (text) => [oneLine(text), cutAtWord(text, 1_000), titleOfText(text), withoutInvisible(text)],
  },
  'title made of a text': { characters: 10_000, read: suggestTitle },
  words: {
    characters: 100_000,
    read: (text) => [tokenise(text), contentWords(text), trigrams(text), keptWords(text)],
  },
  'words of an idea': { characters: 100_000, read: (text) => textFormOf(text.slice(0, 255), text) },
  'search words': { read: (text) => [searchQueryOf(text), hitPattern([text])] },
  'addresses and names': {
    read: (text) => [
      isEmail(text),
      hostName(text),
      ownHostProblem(text, 'ideas.example'),
      networkOf(text),
      displayName({ name: text, email_address: text }),
      initials({ name: text, email_address: null }),
      prefillOfNewUser(text),
    ],
  },
  'dates that are typed': { read: (text) => parseDate(text, new Date()) },
  'keys of issues': { read: issueKeyIn },
  passwords: { read: (text) => passwordProblem(text, [text]) },
  'faults of jobs': { characters: 100_000, read: withoutSecrets },
};

async function work(read: Reader['read'], text: string): Promise<number> {
  const began = cpuMs();
  await read(text);
  return cpuMs() - began;
}

/** How many times the work of the shorter text the longer one takes, by the sum of many: some machines count a thread's time in steps of 4 ms. */
async function growth(read: Reader['read'], shorter: string, longer: string): Promise<number> {
  let [ofShorter, ofLonger] = [0, 0];
  while (ofShorter < TELLING_SUM_MS) {
    ofLonger += await work(read, longer);
    ofShorter += await work(read, shorter);
  }
  return ofLonger / ofShorter;
}

describe('twice the text takes at most three times the work', () => {
  test.each(Object.entries(READERS))(
    '%s',
    async (_name, { characters = CHARACTERS, read }) => {
      await read('warm <b>up</b> 1, 2@x.example\n'.repeat(100));
      const grown: string[] = [];
      for (const [name, make] of ROUND) {
        const whole = make(characters);
        const first = await work(read, whole);
        if (first < TELLING_MS) continue;
        if (first / (await work(read, make(characters / 2))) <= TIMES_MAX) continue;
        let least = Infinity;
        for (let round = 0; round < ROUNDS; round += 1)
          for (let length = characters; least > TIMES_MAX && length > characters / 8; length /= 2)
            least = Math.min(least, await growth(read, make(length / 2), make(length)));
        if (least > TIMES_MAX) grown.push(`${name}: ${least.toFixed(1)} times, ${first.toFixed(0)} ms`);
      }
      expect(grown).toEqual([]);
    },
    180_000,
  );
});
