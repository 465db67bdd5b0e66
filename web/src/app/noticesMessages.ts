/** Texts of the bars about an installation that is not set up whole, and of the trial. */
export const noticesMessages = {
  insecure: 'This workspace isn’t using HTTPS. Ask your administrator to turn it on.',
  mailInOutbox: 'Emails aren’t being sent yet. Set up an SMTP server.',
  mailInOutboxLink: 'Email settings',
  unlistedProxy: (address: string) =>
    `Requests come through ${address}, which is not listed in TRUSTED_PROXIES, so everyone behind it shares one sign-in limit. If it is your proxy, add it.`,
  trial: 'left in your trial',
} as const;
