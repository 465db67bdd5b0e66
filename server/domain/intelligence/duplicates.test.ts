import { describe, expect, test } from 'vitest';
import { MAX_CANDIDATES, rankDuplicates } from './duplicates.ts';

const ideas = [
  { id: '1', title: 'Dark mode for the web app', body: 'Night shifts are hard on the eyes.' },
  { id: '2', title: 'Export work orders to CSV', body: 'Finance wants a file every month.' },
  { id: '3', title: 'Download reports as spreadsheet', body: 'Exporting the report to CSV or Excel, with the filters kept.' },
  { id: '4', title: 'Offline checklists on the phone', body: 'No reception in basements, so the app must keep checklists offline.' },
  { id: '5', title: 'Sync technicians with Google Calendar', body: null },
  { id: '6', title: 'Calendar view of all jobs of a week', body: 'A board with days as columns.' },
];
const idsFor = (text: string, options?: { isUnfinished?: boolean }) => rankDuplicates(text, ideas, options).map(({ id }) => id);

test('the idea that says the same in other forms comes first', () => {
  expect(idsFor('exporting work order lists as a csv file')[0]).toBe('2');
  expect(idsFor('Use checklists without reception')[0]).toBe('4');
  expect(idsFor('Google calendar synchronisation')[0]).toBe('5');
});

test('the body counts too', () => {
  expect(idsFor('Excel with filters')[0]).toBe('3');
});

test('what shares nothing is left out', () => {
  expect(idsFor('Dark mode')).toEqual(['1']);
  expect(idsFor('quarterly tax forms')).toEqual([]);
});

test('the same title is first and says so', () => {
  const [first] = rankDuplicates('  dark mode FOR the web app! ', ideas);
  expect(first).toMatchObject({ id: '1', score: 1, likeness: 1, reason: 'Same title' });
});

test('a misspelled title is found by its letters', () => {
  const [first] = rankDuplicates('Calender veiw of jobs', ideas);
  expect(first?.id).toBe('6');
  expect(rankDuplicates('Ofline cheklists on phones', ideas)[0]?.id).toBe('4');
});

test('an unfinished last word counts as the beginning of a longer one', () => {
  expect(idsFor('spreadsh', { isUnfinished: true })[0]).toBe('3');
  expect(rankDuplicates('goog', ideas, { isUnfinished: true })[0]?.shared_words).toEqual(['google']);
  // A space behind it says that the word is finished.
  expect(idsFor('goog ', { isUnfinished: true })).toEqual([]);
});

test('the reason names shared words as the idea writes them, the most telling first', () => {
  const [first] = rankDuplicates('export csv of work orders', ideas);
  expect(first?.shared_words).toContain('csv');
  expect(first?.reason).toMatch(/^Both speak of “.+” and “.+”$/);
});

test('scores fall from the first to the last and stay between 0 and 1', () => {
  const scores = rankDuplicates('calendar export for technicians, week view, csv', ideas).map(({ score }) => score);
  expect(scores.length).toBeGreaterThan(2);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
});

test('the same input gives the same order, and nothing gives nothing', () => {
  expect(rankDuplicates('calendar', ideas)).toEqual(rankDuplicates('calendar', ideas));
  expect(rankDuplicates('', ideas)).toEqual([]);
  expect(rankDuplicates('?!', ideas)).toEqual([]);
  expect(rankDuplicates('calendar', [])).toEqual([]);
});

test('a text of small words only is compared by its letters', () => {
  const found = rankDuplicates('what is this', [{ id: '1', title: 'What is this?', body: null }]);
  expect(found[0]?.reason).toBe('Same title');
});

test('long and hostile texts are bounded', () => {
  const many = Array.from({ length: 1000 }, (_, i) => ({ id: String(i), title: `calendar ${i}`, body: 'word '.repeat(50_000) }));
  const found = rankDuplicates('calendar '.repeat(100_000), many);
  expect(found.length).toBeLessThanOrEqual(MAX_CANDIDATES);
});

describe('likely matches', () => {
  const workspace = [
    ['dark', 'Dark mode for the web app', 'Night shifts are hard on the eyes.'],
    ['export', 'Export work orders to CSV', 'Finance wants a file every month.'],
    ['offline', 'Offline checklists on the phone', 'No reception in basements, so the app must keep checklists.'],
    ['calendar', 'Sync technicians with Google Calendar', null],
    ['week', 'Week view of all jobs', 'A board with days as columns.'],
    ['signature', 'Customer signature on the visit report', 'Signed with a finger on the tablet, and printed below the report.'],
    ['stock', 'Warn when spare parts run low', 'A minimum for each part in each van, and a message to the buyer.'],
    ['photo', 'Photos in comments of a work order', 'Technicians take pictures of the damage before and after.'],
    ['sso', 'Single sign-on with our company login', 'Passwords are forgotten, and people who left still have access.'],
    ['route', 'Shortest route for the visits of a day', 'The order of visits is planned by hand, with detours.'],
    ['invoice', 'Send invoices by mail from the office', 'Today each invoice is downloaded and attached by hand.'],
    ['language', 'Portal in French and Dutch', 'Belgian customers read neither English nor German.'],
    ['reminder', 'Remind customers of their appointment', 'A text message on the day before, since one in ten forgets it.'],
    ['barcode', 'Scan the barcode of a machine', 'Serial numbers are typed wrongly on site.'],
    ['api', 'Webhook when a job is finished', 'Our own system asks every minute at present.'],
  ].map(([id, title, body]) => ({ id: id!, title: title!, body: body ?? null }));
  const likely = (text: string) => rankDuplicates(text, workspace, { isUnfinished: true, onlyLikely: true });

  const duplicates: [text: string, idea: string][] = [
    ['a dark theme for the web app would help at night', 'dark'],
    ['Dark mode', 'dark'],
    ['We need to export our work orders as a CSV file for the accountant', 'export'],
    ['Our people stand in basements without reception and cannot open their checklists on the phone. Offline use would be great.', 'offline'],
    ['google calendar synchronisation for technicians', 'calendar'],
    ['Please show all jobs of the week on one view, I scroll the whole morning', 'week'],
    ['customers want to put their signature on the report when we leave', 'signature'],
    ['nobody notices that spare parts run out until a technician stands there. warn us', 'stock'],
    ['add photos to the comments of an order', 'photo'],
    ['Single sign on with Azure, our security people insist on the company login', 'sso'],
    ['the app should find the shortest route between visits', 'route'],
    ['Why can I not send an invoice by mail? Our office downloads all invoices first.', 'invoice'],
    ['portal in Dutch please', 'language'],
    ['Customers forget the appointment. Could Marlow remind them with a text message?', 'reminder'],
    ['scan barcodes with the camera instead of typing serial numbers of a machine', 'barcode'],
    ['call a webhook of ours as soon as a job is finished', 'api'],
    ['Ofline cheklists on the phone', 'offline'],
  ];
  test.each(duplicates)('“%s” has its idea first', (text, idea) => {
    expect(likely(text)[0]?.id).toBe(idea);
  });

  const others = [
    'Thanks for the quick answer, my colleague was very happy with the support',
    'We asked about the price of the next plan and whether there is a discount for schools',
    'The people of our company had lunch together before the summer',
    'How long does delivery take if I order today?',
    'The web page of your office shows the old address',
    'Our technicians like the new colours',
    'I could not reach anybody by phone on Monday',
    'Everything works as it should, no wishes at present',
    'My boss will be on holiday for a week and then decides',
    'Is there a training for people who are new in the company?',
    'we pay by bank transfer every month',
    'The weather on site was bad all day',
  ];
  test.each(others)('“%s” is like no idea', (text) => {
    expect(likely(text)).toEqual([]);
  });

  test('texts that fit nothing do share words: without the floor most of them have a first idea', () => {
    expect(others.filter((text) => rankDuplicates(text, workspace, { isUnfinished: true }).length > 0).length).toBeGreaterThan(others.length / 2);
  });
});
