/** Texts of single sign-on. */
import { plural } from '../../../ui/text/format.ts';

export const providerTexts = {
  title: 'Single sign-on',
  note: 'People sign in with the account that they have in your company, by OpenID Connect: Okta, Microsoft Entra ID, Google Workspace, Keycloak and others.',
  none: 'No single sign-on',
  noneReason: 'Register Earshot with your provider with this redirect address, then enter what it gives you.',
  setUp: 'Set up',
  onlyOwners: 'Only an owner can change single sign-on.',
  redirect: 'Redirect address',
  redirectNote: 'Your provider asks for it. It leads people back here.',
  copied: 'Address copied',
  edit: 'Edit',
  check: 'Check',
  checking: 'Asking the provider…',
  works:
    'The provider answers, and its address is right. Sign in with it once to test the client id and secret.',
  tryIt: 'Sign in with it',
  remove: 'Remove',
  removeTitle: 'Remove single sign-on?',
  removeText: (count: number) =>
    count === 0
      ? 'People sign in with their passwords again.'
      : `${plural(count, { one: 'person has', other: 'people have' })} signed in with it. Those without a password get in with “Forgot your password?”.`,
  removeConfirm: 'Remove',
  removed: 'Single sign-on was removed.',
  notRemoved: (message: string) => `Not removed: ${message}`,
  facts: (count: number) =>
    count === 0
      ? 'No one has signed in with it yet'
      : `${plural(count, { one: 'person', other: 'people' })} signed in with it`,
  onlyWay: 'Passwords sign in only owners',
  domains: (domains: string) => `Only ${domains}`,
  joins: (license: string) => `new people join as ${license}`,
  panel: {
    title: 'Single sign-on',
    name: 'Name',
    nameNote: 'On the button: “Sign in with …”',
    nameNeeded: 'a name',
    nameMissing: 'Enter a name',
    nameExample: 'Okta',
    issuer: 'Issuer address',
    issuerNote: 'As the provider says itself, often without a path at its end',
    issuerNeeded: 'the issuer address',
    issuerMissing: 'Enter the issuer address',
    issuerWrong: 'This is no address of a provider. It has a form such as https://login.example.com.',
    issuerExample: 'https://example.okta.com',
    client: 'Client id',
    clientNeeded: 'a client id',
    clientMissing: 'Enter the client id',
    secret: 'Client secret',
    secretNote: 'Kept encrypted and never shown again. Leave it empty for a public client.',
    secretKept: (end: string) => `Kept, ends in ${end}`,
    secretAgain: 'Enter the secret again: it goes with the address and client id.',
    domains: 'Email domains',
    domainsNote: 'Only people with these addresses come in. Empty: everyone on the team.',
    domainsExample: 'example.com, example.org',
    domainsWrong: (domain: string) => `${domain} is no domain. It has a form such as example.com.`,
    domainsMissing: 'Enter the domains whose people may join by themselves',
    joins: 'People who are not on the team',
    joinsNote: 'Someone who was taken off the team doesn’t come back by themselves.',
    joinsOptions: {
      '': 'Are refused',
      contributor: 'Join as contributor',
      support: 'Join as support',
      full: 'Join with a full license',
    },
    claim: 'License claim',
    claimNote:
      'A claim with the value full, support or contributor sets the license at each sign-in. Owners stay owners.',
    claimExample: 'earshot_role',
    required: 'Passwords sign in only owners',
    requiredNote:
      'Everyone else uses single sign-on. Owners keep their password, in case the provider fails.',
    submit: 'Save',
    saved: 'Single sign-on saved.',
    failed: (message: string) => `Not saved: ${message}`,
  },
} as const;
