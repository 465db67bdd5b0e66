import { sql } from 'kysely';
import { POSITION_STEP } from '../../../contract/features.ts';
import { countFeatures } from '../../domain/counters/features.ts';
import { searchVectorOf } from '../../domain/ideas/content.ts';
import type { Tx } from '../../sql/kysely.ts';

const DAY_MS = 86_400_000;

/** In the demo's own order; that of a new workspace is another. */
const STATUSES = [
  ['Proposed', '#7E8E8E'],
  ['Researching', '#4C8FC9'],
  ['Designing', '#AC6BC8'],
  ['Developing', '#F0BA00'],
  ['Beta', '#2B9281'],
  ['Complete', '#7D7EDF'],
] as const;
const AREAS = [
  'Scheduling',
  'Work orders',
  'Mobile app',
  'Customer portal',
  'Quotes and invoices',
  'Parts',
  'Integrations',
  'Rights',
  'Reports',
];
const ROADMAPS = ['Marlow 2027', 'Integrations, partners only', 'Research'] as const;
const TARGETS = ['Q4', 'Q1', 'Q2', 'Q3'];

interface DemoFeature {
  name: string;
  text: string;
  area: string;
  roadmap: (typeof ROADMAPS)[number];
  /** statuses that it went through, with the days since when; the last is where it stands */
  path: readonly (readonly [status: (typeof STATUSES)[number][0], days_ago: number])[];
  target?: string;
  /** regular expression that the titles of its ideas match; null: none is linked yet */
  ideas: string | null;
}

const FEATURES: readonly DemoFeature[] = [
  {
    name: 'Offline mode for a full day',
    text: 'A technician can open the day, work through every job, take photos, sign and book parts without any signal, and nothing is lost when the phone comes back. Sync says what it did and asks only where two people changed the same job.',
    area: 'Mobile app',
    roadmap: 'Marlow 2027',
    path: [
      ['Proposed', 194],
      ['Researching', 25],
    ],
    target: 'Q1',
    ideas: 'offline|signal|sync|photos that upload',
  },
  {
    name: 'Payroll hours straight to DATEV and Sage, with Sunday and night rates',
    text: 'Hours leave Marlow as the payroll office needs them: by person, by kind of hour, with the surcharges of the contract.',
    area: 'Integrations',
    roadmap: 'Marlow 2027',
    path: [['Proposed', 61]],
    target: 'Q1',
    ideas: 'payroll|datev|overtime|surcharge|hours',
  },
  {
    name: 'Templates for work orders',
    text: 'A job type brings its steps, its parts and its documents.',
    area: 'Work orders',
    roadmap: 'Marlow 2027',
    path: [['Proposed', 48]],
    ideas: 'template|checklist|text blocks',
  },
  {
    name: 'Colour-blind friendly signs',
    text: 'Every state has a sign beside its colour.',
    area: 'Scheduling',
    roadmap: 'Marlow 2027',
    path: [['Proposed', 90]],
    target: 'Q2',
    ideas: 'colour|dark mode|large',
  },
  {
    name: 'Barcode for small parts',
    text: 'One label for a drawer of screws.',
    area: 'Parts',
    roadmap: 'Marlow 2027',
    path: [['Proposed', 12]],
    ideas: null,
  },
  {
    name: 'Map data from our own server',
    text: 'For companies that may not send addresses abroad.',
    area: 'Integrations',
    roadmap: 'Research',
    path: [['Proposed', 30]],
    ideas: 'map',
  },
  {
    name: 'Split a work order into two',
    text: 'What could not be done today becomes a job of its own, with its parts and hours.',
    area: 'Work orders',
    roadmap: 'Marlow 2027',
    path: [
      ['Proposed', 120],
      ['Researching', 40],
    ],
    target: 'Q1',
    ideas: 'split|several jobs|follow-up',
  },
  {
    name: 'Measure with the camera',
    text: 'Length of a pipe, good enough for a quote.',
    area: 'Mobile app',
    roadmap: 'Research',
    path: [
      ['Proposed', 80],
      ['Researching', 33],
    ],
    ideas: 'photo|camera|scan',
  },
  {
    name: 'Archive for old jobs',
    text: 'Out of the way, found within a second.',
    area: 'Work orders',
    roadmap: 'Marlow 2027',
    path: [
      ['Proposed', 70],
      ['Researching', 21],
    ],
    ideas: 'archive|history|search',
  },
  {
    name: 'Two-factor sign-in for the portal',
    text: 'A code by app or by email, as each customer decides.',
    area: 'Customer portal',
    roadmap: 'Marlow 2027',
    path: [
      ['Proposed', 160],
      ['Researching', 100],
      ['Designing', 30],
    ],
    target: 'Q2',
    ideas: 'portal|sign-in|password|two-factor',
  },
  {
    name: 'Stock alerts',
    text: 'A van that runs out of a part says so before the job.',
    area: 'Parts',
    roadmap: 'Marlow 2027',
    path: [
      ['Proposed', 140],
      ['Designing', 44],
    ],
    ideas: 'stock|parts|van',
  },
  {
    name: 'Preview of messages',
    text: 'What the customer gets, before they get it.',
    area: 'Customer portal',
    roadmap: 'Marlow 2027',
    path: [
      ['Proposed', 95],
      ['Designing', 19],
    ],
    ideas: 'message|confirmation|text message|email',
  },
  {
    name: 'Temporary rights during leave',
    text: 'Lend a right for two weeks; it comes back by itself.',
    area: 'Rights',
    roadmap: 'Marlow 2027',
    path: [
      ['Proposed', 60],
      ['Designing', 10],
    ],
    ideas: 'right|role|permission|approval',
  },
  {
    name: 'Emergency job in three fields',
    text: 'Name, address, what is wrong. The rest can wait until the water is off.',
    area: 'Work orders',
    roadmap: 'Marlow 2027',
    path: [
      ['Proposed', 200],
      ['Researching', 150],
      ['Designing', 90],
      ['Developing', 35],
    ],
    target: 'Q4',
    ideas: 'emergency|urgent|quick',
  },
  {
    name: 'Standby and on-call rota',
    text: 'Who is on call tonight, and who is the second?',
    area: 'Scheduling',
    roadmap: 'Marlow 2027',
    path: [
      ['Proposed', 170],
      ['Designing', 80],
      ['Developing', 28],
    ],
    target: 'Q4',
    ideas: 'standby|on-call|rota|shift',
  },
  {
    name: 'Language of the app',
    text: 'Independent of the phone, per person.',
    area: 'Mobile app',
    roadmap: 'Marlow 2027',
    path: [
      ['Proposed', 110],
      ['Developing', 16],
    ],
    ideas: 'language|translat',
  },
  {
    name: 'Group moves on the board',
    text: 'Choose several visits and drag them together.',
    area: 'Scheduling',
    roadmap: 'Marlow 2027',
    path: [
      ['Proposed', 260],
      ['Designing', 180],
      ['Developing', 90],
      ['Beta', 20],
    ],
    ideas: 'several visits|board|drag',
  },
  {
    name: 'Quotes from CRM deals',
    text: 'A won deal becomes a quote with one click.',
    area: 'Integrations',
    roadmap: 'Integrations, partners only',
    path: [
      ['Proposed', 210],
      ['Developing', 60],
      ['Beta', 14],
    ],
    target: 'Q4',
    ideas: 'crm|quote',
  },
  {
    name: 'Recurring visits that skip holidays',
    text: 'Skip, move forward or move back, for each series.',
    area: 'Scheduling',
    roadmap: 'Marlow 2027',
    path: [
      ['Proposed', 320],
      ['Developing', 240],
      ['Complete', 170],
    ],
    ideas: 'holiday|recurring',
  },
  {
    name: 'API tokens with limited rights',
    text: 'A token that only reads jobs.',
    area: 'Integrations',
    roadmap: 'Integrations, partners only',
    path: [
      ['Proposed', 400],
      ['Beta', 280],
      ['Complete', 235],
    ],
    ideas: 'api|token|webhook',
  },
  {
    name: 'Keyboard shortcuts on the board',
    text: 'Everything without the mouse.',
    area: 'Scheduling',
    roadmap: 'Marlow 2027',
    path: [
      ['Proposed', 330],
      ['Developing', 290],
      ['Complete', 250],
    ],
    ideas: 'keyboard|shortcut',
  },
];

/** Features of the demo workspace on three roadmaps; two of them are shared. */
export async function writeDemoRoadmap(
  tx: Tx,
  subdomain_id: string,
  owner_id: string,
  now: Date,
): Promise<void> {
  const ago = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const named = async (
    table: 'feature_statuses' | 'product_areas' | 'roadmaps',
    rows: readonly ({ name: string } & Record<string, unknown>)[],
  ): Promise<Map<string, string>> => {
    const made = await tx
      .insertInto(table)
      .values(rows.map((row, index) => ({ subdomain_id, position: index + 1, created_at: ago(450), ...row })))
      .returning(['id', 'name'])
      .execute();
    return new Map(made.map(({ id, name }) => [name, id]));
  };
  const statuses = await named(
    'feature_statuses',
    STATUSES.map(([name, hex_color], index) => ({ name, hex_color, is_default: index === 0 })),
  );
  const areas = await named(
    'product_areas',
    AREAS.map((name) => ({ name })),
  );
  const roadmaps = await named('roadmaps', [
    { name: ROADMAPS[0], share_public: true, token: 'marlow_2027_for_everyone_to_read' },
    {
      name: ROADMAPS[1],
      share_with_email_domains: true,
      email_domains: ['northgate.example', 'pennine.example'],
      token: 'marlow_integrations_for_partners',
    },
    { name: ROADMAPS[2] },
  ]);
  const field = await tx
    .insertInto('custom_fields')
    .values({
      subdomain_id,
      key: 'target',
      name: 'Target',
      object_type: 'feature',
      field_type: 'enum',
      value_type: 'string',
      created_by_id: owner_id,
      created_at: ago(300),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('custom_field_enum_values')
    .values(
      TARGETS.map((label, index) => ({
        subdomain_id,
        custom_field_id: field.id,
        label,
        position: index + 1,
      })),
    )
    .execute();

  const places = new Map<string, number>();
  const ids: string[] = [];
  for (const { name, text, area, roadmap, path, target, ideas } of FEATURES) {
    const [status] = path.at(-1)!;
    const position = (places.get(status) ?? 0) + POSITION_STEP;
    places.set(status, position);
    const description = `<p>${text}</p>`;
    const { id } = await tx
      .insertInto('features')
      .values({
        subdomain_id,
        name,
        description,
        position,
        feature_status_id: statuses.get(status)!,
        product_area_id: areas.get(area)!,
        roadmap_id: roadmaps.get(roadmap)!,
        custom_fields: JSON.stringify(target === undefined ? {} : { target }),
        search: searchVectorOf({ title: name, body: description, body_mime_type: 'text/html' }),
        creator_id: owner_id,
        created_at: ago(path[0]![1]),
        updated_at: ago(path.at(-1)![1]),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
    await tx
      .insertInto('feature_events')
      .values(
        path.map(([one, days], index) => ({
          subdomain_id,
          feature_id: id,
          kind: index === 0 ? 'created' : 'status',
          user_id: owner_id,
          feature_status_id: statuses.get(one)!,
          old_feature_status_id: index === 0 ? null : statuses.get(path[index - 1]![0])!,
          created_at: ago(days),
        })),
      )
      .execute();
    if (ideas !== null)
      await sql`
insert into feature_suggestions (subdomain_id, feature_id, suggestion_id, user_id, created_at)
select ${subdomain_id}::bigint, ${id}::bigint, s.id, ${owner_id}::bigint, ${ago(path[0]![1])}::timestamptz from suggestions s
where s.subdomain_id = ${subdomain_id} and s.state in ('published', 'approved') and s.title ~* ${`\\m(${ideas})`} order by s.votes_count desc, s.id limit 9`.execute(
        tx,
      );
  }
  await countFeatures(tx, subdomain_id, ids);
}
