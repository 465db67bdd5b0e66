/** Texts of the idea that a ticket sounds like. */
export const ticketHintTexts = {
  what: 'the likely idea',
  like: 'Sounds like',
  notVoted: (name: string) =>
    name === '' ? '· they haven’t voted for it yet' : `· ${name} hasn’t voted for it yet`,
  keep: 'Add their vote',
};
