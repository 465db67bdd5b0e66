/** What the lists of what waits for a moderator say. */
export const reviewTexts = {
  ideas: 'ideas',
  comments: 'comments',
  fields: {
    idea: 'Idea',
    comment: 'Comment',
    forum: 'Forum',
    author: 'Author',
    on: 'On',
    reported: 'Reports',
    created: 'When',
  },
  someone: 'Someone',
  goneIdea: 'Deleted idea',
  noForum: 'No forum',
};
