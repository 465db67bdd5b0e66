/** Texts of the lists of users and accounts, and of their pages. */
export const customersPageMessages = {
  users: 'Users',
  accounts: 'Accounts',
  admins: 'Admins',
  lists: 'Users and accounts',
  noUsers: 'No one is known yet. People come in with their votes and feedback, or with an import.',
  noAccounts: 'No account is known yet. They come in with an import, from your sales system, or by hand.',
  import: 'Import',
  newUser: 'New user',
} as const;
