/** Texts of an email before it is sent. */
export const mailPreviewMessages = {
  what: 'the preview',
  frame: 'The email as people get it',
  from: 'From',
  replyTo: 'Reply to',
  subject: 'Subject',
  thisIdea: 'this idea, as a reply',
  sendTest: 'Send test to me',
  sentTo: (address: string) => `Sent to ${address}`,
  inOutbox: 'Kept in the outbox (no SMTP server)',
  testFailed: 'The test was not sent',
} as const;
