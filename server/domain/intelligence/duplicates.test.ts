import { expect, test } from 'vitest';
import { likelyDuplicates as doublesOf, type DuplicateCandidate } from './duplicates.ts';
import { rarityAmong } from './ranking.ts';
import { textFormOf } from './text_form.ts';

/** Ideas with the number of what they ask for: those of one number are duplicates. */
const LABELLED: readonly [matter: number, title: string, body: string | null][] = [
  [1, 'Export reports to CSV', 'Finance needs a file every month.'],
  [1, 'CSV export of reports', null],
  [1, 'Download reports as spreadsheet', 'Exporting the report to CSV or Excel, with the filters kept.'],
  [2, 'Dark mode for the web app', 'Night shifts are hard on the eyes.'],
  [2, 'Dark theme in the app', 'A dark mode would spare our eyes at night.'],
  [3, 'Offline checklists on the phone', 'No reception in basements.'],
  [3, 'Checklists should work offline', 'The phone has no reception in the cellar.'],
  [4, 'Sync technicians with Google Calendar', null],
  [4, 'Google Calendar sync', 'For the schedule of our technicians.'],
  [5, 'Calendar view of all jobs of a week', 'A board with days as columns.'],
  [6, 'Single sign-on with SAML', 'Our IT asks for it.'],
  [6, 'SAML single sign on', 'Okta and Azure.'],
  [7, 'Two-factor authentication', 'A code from the phone when signing in.'],
  [8, 'Email reports to managers every week', 'A weekly mail.'],
  [9, 'Export work orders to PDF', 'To print and sign.'],
  [10, 'Push notification when a job is assigned', null],
  [10, 'Notify technicians by push when they get a new job assigned', 'So that they need not look.'],
  [11, 'Notification sound can be switched off', null],
  [12, 'Attach photos to work orders', 'A picture of the damage.'],
  [12, 'Photo attachments on work orders', null],
  [13, 'Signature of the customer on the work order', 'On the glass of the phone.'],
  [14, 'Price lists per customer', 'Discounts differ.'],
  [15, 'Customer portal to follow a job', 'They call us all the time.'],
  [16, 'Barcode scanner for spare parts', null],
  [16, 'Scan spare parts by barcode', 'With the camera.'],
  [17, 'Stock of spare parts per van', null],
  [18, 'Route planning for technicians', 'Shortest way between jobs.'],
  [18, 'Plan the route of a technician', 'The shortest way between the jobs of a day.'],
  [19, 'Time tracking per job', null],
  [19, 'Track time spent on a job', 'Start and stop.'],
  [20, 'Time zone per site', null],
  [21, 'Invoice from a finished job', 'One click.'],
  [22, 'Xero integration for invoices', null],
  [23, 'Recurring jobs', 'Every month the same service.'],
  [23, 'Recurrent jobs', null],
  [24, 'Search in old jobs', null],
  [25, 'Filter jobs by region', null],
  [26, 'Map of all technicians', 'Where are they now?'],
  [27, 'French translation', null],
  [28, 'Bulk edit of customers', 'Changing one by one takes hours.'],
];
type Text = Omit<DuplicateCandidate, 'form'>;
const read = (text: Text): DuplicateCandidate => ({ ...text, form: textFormOf(text.title, text.body) });
/** With the rarity of words among the labelled ideas. */
const likelyDuplicates = (idea: Text, others: readonly Text[], raisedBy = 0) =>
  doublesOf(read(idea), others.map(read), rarity, raisedBy);

const ideas = LABELLED.map(([matter, title, body], index) => ({
  matter,
  id: String(index + 1),
  title,
  body,
}));
const rarity = rarityAmong(ideas.map((idea) => read(idea).form));

test('of a labelled set most duplicates are found, and most that is found are duplicates', () => {
  let right = 0;
  let found = 0;
  const missed: string[] = [];
  let pairs = 0;
  for (const idea of ideas) {
    const duplicates = new Set(likelyDuplicates(idea, ideas).map(({ id }) => id));
    for (const other of ideas) {
      if (BigInt(other.id) <= BigInt(idea.id)) continue;
      const isPair = idea.matter === other.matter;
      if (isPair) pairs += 1;
      if (duplicates.has(other.id)) found += 1;
      if (duplicates.has(other.id) && isPair) right += 1;
      if (!duplicates.has(other.id) && isPair) missed.push(`${idea.title} | ${other.title}`);
    }
  }
  expect(pairs).toBe(13);
  expect(right / pairs, `missed: ${missed.join('; ')}`).toBeGreaterThanOrEqual(0.65);
  // what is offered is right: who is offered nonsense looks no more
  expect(right / found).toBe(1);
});

test('the same two ideas are found from either side', () => {
  for (const idea of ideas) {
    for (const { id } of likelyDuplicates(idea, ideas))
      expect(
        likelyDuplicates(ideas[Number(id) - 1]!, ideas).map((double) => double.id),
        `${idea.id} ${id}`,
      ).toContain(idea.id);
  }
});

test('the reason says what both speak of; the same title says so', () => {
  expect(likelyDuplicates(ideas[0]!, [ideas[1]!])[0]).toMatchObject({
    id: '2',
    reason: 'Both speak of “csv”, “export” and “reports”',
  });
  // both sides, the ideas told apart by their age, from either of them
  const [older, younger] = [
    { id: '7', title: 'Bulk export to CSV and Excel', body: null },
    { id: '8', title: 'Nightly bulk export to CSV', body: null },
  ];
  const reason =
    'Both speak of “bulk”, “csv” and “export”. Only the older one: “excel”. Only the younger one: “nightly”';
  expect(likelyDuplicates(older!, [younger!])[0]).toMatchObject({ id: '8', reason });
  expect(likelyDuplicates(younger!, [older!])[0]).toMatchObject({ id: '7', reason });
  expect(likelyDuplicates(older!, [younger!], 0.4)).toEqual([]);
  expect(likelyDuplicates({ id: '99', title: 'dark mode for the WEB app', body: null }, ideas)[0]).toEqual({
    id: '4',
    likeness: 1,
    reason: 'Same title',
  });
  expect(
    likelyDuplicates({ id: '99', title: 'Barcode scaner for spareparts', body: null }, ideas)[0],
  ).toMatchObject({ id: '24' });
});

test('ideas that share nothing, an idea without words, and itself are no duplicates', () => {
  expect(
    likelyDuplicates({ id: '99', title: 'Quarterly tax forms', body: 'For the accountant.' }, ideas),
  ).toEqual([]);
  expect(
    likelyDuplicates({ id: '99', title: '???', body: null }, [
      ...ideas,
      { id: '100', title: '!!!', body: null },
    ]),
  ).toEqual([]);
  expect(likelyDuplicates(ideas[8]!, [ideas[8]!])).toEqual([]);
});
