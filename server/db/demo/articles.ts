import { searchVectorOf } from '../../domain/ideas/content.ts';
import type { Tx } from '../../sql/kysely.ts';

const DAY_MS = 86_400_000;

interface DemoArticle {
  title: string;
  body: string;
  /** days since readers see it; null: a draft */
  publishedDays: number | null;
  /** what was written since, in place of the text that readers see */
  changed?: string;
  /** readers whom it helped, and whom it did not */
  answers?: readonly [number, number];
}

/** The knowledge base of the made-up product, by sections. */
const SECTIONS: readonly { name: string; articles: readonly DemoArticle[] }[] = [
  {
    name: 'Getting started',
    articles: [
      {
        title: 'Set up your first team',
        body: '<p>A team is the people who share a calendar. Most companies begin with one team for each depot.</p><h2>Add people</h2><ol><li>Open <strong>Company, People</strong>.</li><li>Choose <strong>Invite</strong> and enter their email addresses.</li><li>Give each of them a role: technician, dispatcher or office.</li></ol><h2>What each role sees</h2><ul><li>Technicians see their own visits.</li><li>Dispatchers see every visit and move them.</li><li>The office also sees prices and invoices.</li></ul>',
        publishedDays: 210,
        answers: [86, 9],
      },
      {
        title: 'Bring your customers from a spreadsheet',
        body: '<p>Save the spreadsheet as CSV and open <strong>Customers, Import</strong>. Marlow shows the first rows and asks what each column is.</p><h2>When a row is refused</h2><p>The report names the row and the reason, most often an address that could not be found. Correct it and import the same file again: customers that are there already are not added twice.</p>',
        publishedDays: 180,
        answers: [41, 17],
      },
    ],
  },
  {
    name: 'Visits and the calendar',
    articles: [
      {
        title: 'Plan visits that repeat',
        body: '<p>Open a visit, choose <strong>Repeat</strong> and say how often. The next twelve visits stand in the calendar; later ones come by themselves.</p><h2>Change one of them</h2><p>Move a single visit and the others stay where they are. <strong>Change all following</strong> moves the rest with it.</p>',
        publishedDays: 95,
        answers: [33, 6],
      },
      {
        title: 'Work without a signal',
        body: '<p>The app keeps the visits of today and tomorrow. What a technician writes, photographs or has signed is sent as soon as there is a signal again.</p><h2>How you see that something waits</h2><p>A small arrow stands beside the visit until all of it was sent.</p>',
        publishedDays: 60,
        changed:
          '<p>The app keeps the visits of the next seven days. What a technician writes, photographs or has signed is sent as soon as there is a signal again.</p><h2>How you see that something waits</h2><p>A small arrow stands beside the visit until all of it was sent.</p><h2>Large photos</h2><p>Photos wait for Wi-Fi where the company has switched that on.</p>',
        answers: [58, 21],
      },
    ],
  },
  {
    name: 'Invoices and payroll',
    articles: [
      {
        title: 'Send invoices to your bookkeeping',
        body: '<p>Marlow sends invoices each night. Connect your bookkeeping once under <strong>Company, Connections</strong>.</p><h2>An invoice was sent twice</h2><p>Open it, choose <strong>Withdraw</strong>, and your bookkeeping receives the reversal with the next night.</p>',
        publishedDays: 140,
        answers: [27, 4],
      },
      {
        title: 'Night and Sunday rates in the export',
        body: '<p>The export has one row for each visit and rate. Hours at night and on Sundays have rows of their own, so that payroll does not need to split them.</p>',
        publishedDays: null,
      },
    ],
  },
];

/** What readers of the demo looked for in vain. */
const MISSED: readonly (readonly [words: string, searches: number])[] = [
  ['night rate', 14],
  ['two-factor', 9],
  ['dark mode', 6],
  ['api', 3],
];

/** The articles of the demo workspace, with what readers said of them. */
export async function writeDemoArticles(
  tx: Tx,
  subdomain_id: string,
  author_id: string,
  now: Date,
): Promise<void> {
  const at = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  for (const [index, section] of SECTIONS.entries()) {
    const { id: section_id } = await tx
      .insertInto('article_sections')
      .values({
        subdomain_id,
        name: section.name,
        position: index + 1,
        created_at: at(220),
        updated_at: at(220),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [place, { title, body, publishedDays, changed, answers }] of section.articles.entries()) {
      const words = (text: string) => searchVectorOf({ title, body: text, body_mime_type: 'text/html' });
      const { id } = await tx
        .insertInto('articles')
        .values({
          subdomain_id,
          section_id,
          position: place + 1,
          title,
          body: changed ?? body,
          search: words(changed ?? body),
          author_id,
          created_at: at((publishedDays ?? 3) + 2),
          updated_at: at(changed === undefined ? (publishedDays ?? 1) : 1),
          ...(publishedDays === null
            ? {}
            : {
                published_at: at(publishedDays),
                published_title: title,
                published_body: body,
                published_search: words(body),
              }),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const [helpful, unhelpful] = answers ?? [0, 0];
      if (helpful + unhelpful > 0)
        await tx
          .insertInto('article_answers')
          .values(
            Array.from({ length: helpful + unhelpful }, (_, n) => ({
              subdomain_id,
              article_id: id,
              reader: `demo-${n}`,
              is_helpful: n < helpful,
              answered_at: at(((publishedDays ?? 0) * (n + 1)) / (helpful + unhelpful + 1)),
            })),
          )
          .execute();
    }
  }
  await tx
    .insertInto('article_searches')
    .values(
      MISSED.map(([words, searches_count], index) => ({
        subdomain_id,
        words,
        searches_count,
        created_at: at(80 - index * 10),
        updated_at: at(index + 1),
      })),
    )
    .execute();
}
