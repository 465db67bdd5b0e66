import type { ProviderProblem } from '../../../contract/provider.ts';

/** Every text of the signed-out pages. */
export const signedOutTexts = {
  product: 'Earshot',
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  yourName: 'Your name',
  loading: 'One moment…',
  tryAgain: 'Try again',
  backToSignin: 'Back to sign in',
  /** a call that got no answer */
  unreachable: 'Can’t reach the server. Check your connection and try again.',
  waitSeconds: (seconds: number) => `Try again in ${seconds} s`,
  waitMinutes: (minutes: number) => `Try again in ${minutes} min`,
  incomplete: 'This link is incomplete',
  incompleteReason:
    'Part of the address is missing. Open the link from the email or terminal again, or copy all of it.',

  signin: {
    title: 'Sign in',
    lead: 'Your customers have been talking.',
    ended: 'Your session has ended. Sign in to pick up where you left off; your text is safe.',
    submit: 'Sign in',
    forgot: 'Forgot your password?',
    provider: (name: string) => `Sign in with ${name}`,
    providerOnly: (name: string) => `Your team signs in with ${name}.`,
    or: 'or',
    ownPassword: 'Owner? Use your password',
    providerProblems: {
      failed:
        'Signing in there didn’t work. Try again. If it goes on, ask a workspace owner to check single sign-on.',
      denied: 'You weren’t signed in there. Try again, or use another way.',
      late: 'That took too long, or began in another browser. Try again.',
      unverified: 'Your account there has no confirmed email. Confirm it there, then try again.',
      domain: 'Your email’s domain can’t sign in here. Use your work account.',
      unknown: 'You’re not on this team yet. Ask a workspace owner to invite you.',
      removed: 'You’re no longer on this team. Ask a workspace owner to invite you again.',
      blocked: 'You’re blocked in this workspace. Ask a workspace owner.',
      taken:
        'Someone else’s account there was used with this email before. Ask a workspace owner to check who has it.',
      full_team: 'The team has no room for more people. Ask a workspace owner.',
    } satisfies Record<ProviderProblem, string>,
  },
  code: {
    title: 'Two-step sign-in',
    lead: 'Enter the code from your authenticator app, or one of your recovery codes.',
    code: 'Code',
    passkey: 'Use a passkey',
    passkeyFailed: 'That didn’t work: it was canceled, or took too long. Try again, or enter a code.',
    lost: 'Lost your phone and your codes? Ask a workspace owner to reset your two-step sign-in.',
    again: 'Start again',
    setUpTitle: 'Set up two-step sign-in',
    setUpLead: 'This workspace asks everyone for a code besides the password.',
    kept: 'I’ve kept them. Continue',
    goneTitle: 'That took too long',
  },
  link: {
    title: 'Sign in with this link',
    lead: 'The link works once. It signs you in on this device.',
    submit: 'Sign in',
    other: 'Use email and password instead',
  },
  forgot: {
    title: 'Reset your password',
    lead: 'Enter your email and we’ll send you a reset link.',
    submit: 'Send reset link',
    sentTitle: 'Check your inbox',
    sentLead: (email: string) =>
      `If there’s an account for ${email}, we’ve sent it a reset link. It may take a minute. Check your spam folder too.`,
    again: 'Use a different email',
  },
  choose: {
    resetTitle: 'Choose a new password',
    invitationTitle: (workspace: string) => `Join ${workspace}`,
    resetLead: (email: string, workspace: string) => `For ${email} at ${workspace}`,
    invitationLead: (email: string, by: string | null) =>
      `${by === null ? '' : `${by} invited you. `}Choose your name and a password for ${email}.`,
    submitReset: 'Save password',
    submitInvitation: 'Join',
    doneTitle: 'Your password is set',
    doneLead: 'Sign in with it now.',
    goneTitle: 'This link has expired',
    askAgain: 'Get a new link',
    signin: 'Sign in',
  },
  confirmEmail: {
    title: 'Confirm your new email',
    lead: (next: string, before: string) =>
      `You’ll then sign in with ${next}${before === '' ? '' : ` instead of ${before}`}. Your sessions end.`,
    submit: 'Confirm',
    doneTitle: 'Email changed',
    doneLead: (next: string) => `Your sessions have ended. From now on, sign in with ${next}.`,
    signin: 'Sign in',
    goneTitle: 'This link has expired',
    goneLead: 'Change your email again on your profile page to get a new link.',
    profile: 'Open your profile',
  },
  setup: {
    titleFirst: 'Set up your workspace',
    titleAnother: 'Set up another workspace',
    lead: 'It starts empty. You’ll be its owner and can invite others later.',
    workspace: 'Workspace name',
    workspacePlaceholder: 'Acme',
    key: 'Workspace URL',
    address: (host: string) => `Your workspace will be at ${host}`,
    submit: 'Create workspace',
    refusedTitle: 'This setup link doesn’t work',
    tokenTitle: 'Open the setup link',
    tokenLead:
      'The server printed a link in its terminal when it started, after “set it up”. Open that whole link. If you can’t find it, restart the server to get a new one.',
    workspaceRequired: 'Workspace name is required',
  },
  landing: {
    title: (name: string) => `Hello, ${name}`,
    lead: (workspace: string) =>
      `Only core admins can use the ${workspace} console, and your account isn’t one.`,
    explain: 'Ask a workspace owner to give you a full license, then sign in again.',
    signedInAs: (email: string) => `Signed in as ${email}`,
    adminLead: (workspace: string) => `You can use the ${workspace} console.`,
    open: 'Open the console',
    signout: 'Sign out',
  },
  logout: {
    title: 'Signing you out',
    failed: 'You are still signed in',
  },
  notFound: {
    title: 'Page not found',
    lead: 'The page may have moved, or the address may be mistyped.',
    home: 'Go to the console',
  },
} as const;
