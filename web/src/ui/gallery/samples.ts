/** Made-up rows for the gallery; the same each time. */
export type SampleRow = {
  id: string;
  title: string;
  excerpt: string;
  status: string;
  color: string | null;
  votes: number;
  comments: number;
  cents: number;
  weeks: number[];
  forum: string;
  labels: string[];
  owner: string | null;
};

const titles: [string, string][] = [
  ['Bulk edit statuses from the list', 'Let me pick several rows and change the public status in one go'],
  ['Digest of new feedback per forum', 'A morning summary in the channel of each product team'],
  ['Dark mode for the public portal', 'Our users work at night shifts'],
  ['Export voters with account revenue', 'Finance wants the revenue behind each row as a sheet'],
  ['Merge duplicates automatically', 'Suggest merges above a similarity threshold'],
  ['Sign-on with provisioning', 'Deactivate people when they leave'],
  ['Webhooks for status updates', 'Trigger our release notes pipeline'],
  ['Keyboard shortcuts in the inbox', 'I triage 200 records a day'],
  ['Offline mode for field technicians', 'No signal in the basement'],
  ['Custom fields on accounts', 'Region and segment matter to us'],
  ['Roadmap timeline with quarters', 'Leadership thinks in quarters'],
  ['Two-way sync with tracker components', 'Labels only are not enough'],
  ['Right-to-left layout', 'Arabic and Hebrew portals'],
  ['Anonymous voting for private forums', 'Some customers may not be named'],
];
const statuses: [string, string | null][] = [
  ['Under review', '#8B5CF6'],
  ['Planned', '#2F6FEB'],
  ['In progress', '#D97706'],
  ['Shipped', '#1F9D61'],
  ['No Status', null],
];
const forums = ['Product', 'Mobile apps', 'Integrations', 'Portal'];
const labelSets = [
  ['admin', 'triage'],
  ['integrations'],
  ['portal'],
  ['reporting', 'revenue'],
  ['security'],
  ['api', 'admin', 'triage', 'mobile'],
];
const owners = ['Ana Ruiz', 'Ben Okafor', 'Chloe Martin', null, 'Elif Kaya', 'Femke de Vries'];

/** `count` rows; everything follows from the position. */
export function sampleRows(count: number): SampleRow[] {
  return Array.from({ length: count }, (_, index) => {
    const [title, excerpt] = titles[index % titles.length] ?? ['', ''];
    const [status, color] = statuses[(index * 3) % statuses.length] ?? ['No Status', null];
    const votes = Math.round(412 * 0.87 ** index) + 3;
    return {
      id: String(1000 + index),
      title: index < titles.length ? title : `${title} ${Math.floor(index / titles.length) + 1}`,
      excerpt,
      status,
      color,
      votes,
      comments: (index * 7) % 31,
      cents: votes * votes * 170,
      weeks: Array.from({ length: 12 }, (_week, week) =>
        Math.round(10 + 6 * Math.sin(index * 1.7 + week * 0.8) + ((index * week) % 5)),
      ),
      forum: forums[index % forums.length] ?? 'Product',
      labels: labelSets[index % labelSets.length] ?? [],
      owner: owners[index % owners.length] ?? null,
    };
  });
}
