import { plural } from '../../../ui/text/format.ts';

/** What is said of a change of ideas. */
export const doneMessages = {
  statusSet: (changed: number, skipped: number, name: string) =>
    `${plural(changed, { one: 'idea', other: 'ideas' })} set to ${name}${skipped > 0 ? `, ${skipped} unchanged` : ''}.`,
  moved: (changed: number, skipped: number, name: string) =>
    `${plural(changed, { one: 'idea', other: 'ideas' })} moved to ${name}${skipped > 0 ? `, ${skipped} unchanged` : ''}.`,
  labelled: (count: number) => `Labels changed on ${plural(count, { one: 'idea', other: 'ideas' })}.`,
  assigned: (count: number, name: string | null) =>
    name === null
      ? `Owner removed from ${plural(count, { one: 'idea', other: 'ideas' })}.`
      : `${plural(count, { one: 'idea', other: 'ideas' })} assigned to ${name}.`,
  deleted: (count: number) => `${plural(count, { one: 'idea', other: 'ideas' })} deleted.`,
  emailed: (count: number) => `${plural(count, { one: 'email goes out', other: 'emails go out' })}.`,
  undone: 'Undone.',
  undoneWithMail: 'Undone. Emails that had not gone out were canceled.',
};
