import { plural } from '../../../ui/text/format.ts';

/** Texts of moving ideas to a forum. */
export const moveMessages = {
  chooseForum: 'Choose a forum, and a category if it needs one',
  moveAction: (count: number) => `Move ${plural(count, { one: 'idea', other: 'ideas' })}`,
};
