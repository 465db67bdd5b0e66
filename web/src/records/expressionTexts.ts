/** What columns are called that no list shows. */
export const expressionTexts = {
  emailDomain: 'What stands behind the @ of the email',
  accountId: 'External id of the account',
  accountPlan: 'Plan of the account',
  accountMrr: 'MRR of the account in dollars',
  accountLtv: 'Lifetime value of the account in dollars',
  ofAccount: (field: string) => `${field} of the account`,
  accountRevenue: 'Revenue of the account that counts behind ideas',
} as const;
