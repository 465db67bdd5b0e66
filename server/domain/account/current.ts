import { automaticReplyAddress } from '../../../contract/reply_address.ts';
import { displayName } from '../../../contract/user_name.ts';
import { shape } from '../../core/shape.ts';
import { defineQuery } from '../../core/query.ts';
import type { Tx } from '../../sql/kysely.ts';
import type { Services } from '../../core/services.ts';
import { anyAdmin, type Viewer } from '../../core/viewer.ts';
import { hostProofRecord } from './hosts/host_proof.ts';

const host = shape('OtherSubdomain', 'Another workspace of the same person.', {
  host: { type: 'String!', description: 'Host name with port, such as acme.localhost:3000.' },
  admin_url: { type: 'String!', description: 'Address that leads into its console.' },
});

export const permissionsShape = shape('Permissions', 'Rights per area.', {
  feedback_admin_ui: { type: 'Boolean!', description: 'Ideas and feedback.' },
  features: { type: 'String!', description: 'rw, r+, r or no.' },
  tickets: { type: 'String!', description: 'rw, r+, r or no.' },
  knowledgebase: { type: 'String!', description: 'rw, r+, r or no.' },
  settings: { type: 'String!', description: 'rw, r+, r or none.' },
});

const currentUserShape = shape(
  'CurrentUser',
  'Who is signed in.',
  {
    id: { type: 'ID!', description: 'Id of the user.' },
    display_name: { type: 'String!', description: 'Name as shown.' },
    email: { type: 'String!', description: 'Address.' },
    avatar_url: { type: 'String', description: 'Address of the picture; null shows the initials.' },
    permissions: { type: 'Permissions!', description: 'Rights per area.' },
    core_admin: { type: 'Boolean!', description: 'May use the console.' },
    off_duty: { type: 'Boolean!', description: 'Takes no tickets for now.' },
    other_subdomains: {
      type: '[OtherSubdomain!]!',
      description: 'Other workspaces in which the same address has a licence.',
    },
  },
  [permissionsShape, host],
);

/** The console's view of who is signed in (ENT-006, DEC-011). */
export const currentUser = defineQuery({
  name: 'current_user',
  description: 'Who is signed in.',
  requires: anyAdmin,
  args: {},
  returns: 'CurrentUser!',
  reads: ['users.off_duty', 'users.name', 'users.avatar_url'],
  shapes: [currentUserShape],
  run: async (_args, { scope, selection }) => {
    const { viewer } = scope;
    const row =
      selection['off_duty'] || selection['avatar_url']
        ? await scope.db
            .selectFrom('users')
            .select(['off_duty', 'name', 'email_address', 'avatar_url'])
            .where('subdomain_id', '=', viewer.subdomain_id)
            .where('id', '=', viewer.user_id!)
            .executeTakeFirst()
        : undefined;
    return {
      id: viewer.user_id,
      // what is remembered of a session may be a moment old
      display_name: row === undefined ? viewer.display_name : displayName(row),
      email: viewer.email_address ?? '',
      avatar_url: row?.avatar_url ?? null,
      permissions: viewer.permissions,
      core_admin: viewer.core_admin,
      off_duty: row?.off_duty ?? false,
      other_subdomains: selection['other_subdomains'] ? await scope.services.otherSubdomains(viewer) : [],
    };
  },
});

const defaultForum = shape('DefaultForum', 'The forum that new ideas go to unless another is named.', {
  id: { type: 'ID!', description: 'Id of the forum.' },
});

const hostRecord = shape('HostRecord', 'A DNS record of type TXT that proves a host name.', {
  name: { type: 'String!', description: 'Name of the record.' },
  value: { type: 'String!', description: 'Text of the record.' },
});

export const subdomainShape = shape(
  'Subdomain',
  'A workspace with its settings.',
  {
    id: { type: 'ID!', description: 'Id.' },
    key: { type: 'String!', description: 'Name in addresses.' },
    name: { type: 'String!', description: 'Name as shown.' },
    host: { type: 'String!', description: 'Host name with port.' },
    admin_url: { type: 'String!', description: 'Address of its console.' },
    public_url: {
      type: 'String!',
      description: "Its address at the installation's own name: every link with a credential begins with it.",
    },
    portal_url: { type: 'String', description: 'Address of its public portal; null while it has none.' },
    cname: { type: 'String', description: 'Host name of its own; null when none.' },
    cname_proved: {
      type: 'Boolean!',
      description:
        'The host name counts: its DNS record was found, or who runs the installation vouches for it.',
    },
    cname_record: {
      type: 'HostRecord',
      description: 'DNS record that proves the host name; null when there is none to prove.',
    },
    is_trialing: { type: 'Boolean!', description: 'On trial.' },
    has_crm_configuration: { type: 'Boolean!', description: 'Accounts come from a sales system.' },
    deleted_at: { type: 'String', description: 'When it was switched off; null while it works.' },
    allow_feedback_product_areas: { type: 'Boolean!', description: 'Feedback may carry a product area.' },
    require_suggestion_on_capture_feedback: { type: 'Boolean!', description: 'Feedback must name an idea.' },
    severity_tracking_enabled: { type: 'Boolean!', description: 'Feedback carries a severity.' },
    public_color: {
      type: 'String',
      description: 'Color of its public pages, such as #2B9281; null: that of the product.',
    },
    public_networks: {
      type: '[String!]!',
      description: 'Addresses and ranges that its public pages are open to; empty: all.',
    },
    moderation_enabled: { type: 'Boolean!', description: 'New forums are moderated.' },
    default_forum: { type: 'DefaultForum', description: 'Forum of new ideas; null when none is chosen.' },
    default_sort: { type: 'String!', description: 'popular, top, recent or updated.' },
    default_locale: { type: 'String!', description: 'Language of the portal, and of forums that name none.' },
    from_email: { type: 'String', description: 'From address of mail; null: the automatic one.' },
    from_domain: { type: 'String', description: 'Own email domain; null when none.' },
    requires_second_factor: {
      type: 'Boolean!',
      description: 'Everyone signs in with a code besides the password.',
    },
    password_min_characters: { type: 'Int!', description: 'A new password has at least so many characters.' },
    session_idle_hours: { type: 'Int!', description: 'A session ends so long after its last use.' },
    session_max_hours: { type: 'Int!', description: 'A session ends so long after the sign-in.' },
    from_domain_verified: { type: 'Boolean!', description: 'The domain was proved by its DNS record.' },
    usual_from_address: {
      type: 'String!',
      description: 'Address that email to end users comes from unless its sender names another.',
    },
    automatic_reply_address: {
      type: 'String!',
      description: 'Reply-to of email to end users unless its sender names another.',
    },
    takes_replies: {
      type: 'Boolean!',
      description:
        'Answers to email with the automatic reply-to come in: they are counted, and copied to those who asked for it.',
    },
    prevent_email_notifications: { type: 'Boolean!', description: 'No email goes to end users.' },
    mail_tracking: { type: 'Boolean!', description: 'Opened emails and followed links are counted.' },
    updated_at: { type: 'String!', description: 'Last change.' },
  },
  [defaultForum, hostRecord],
);

/** The workspace as the API shows it: its row and the addresses that lead to it. */
export async function readSubdomain(
  db: Tx,
  viewer: Viewer,
  services: Services,
): Promise<Record<string, unknown>> {
  const row = await db
    .selectFrom('subdomains')
    .selectAll()
    .where('id', '=', viewer.subdomain_id)
    .executeTakeFirstOrThrow();
  const address = services.shownUrl(row.key);
  return {
    ...row,
    cname_proved: row.cname_proved_at !== null,
    cname_record:
      row.cname === null || row.cname_proved_at !== null
        ? null
        : hostProofRecord(services, row.id, row.cname),
    host: new URL(address).host,
    admin_url: `${address}/admin-console`,
    public_url: services.publicUrl(row.key),
    is_trialing: row.trial_end_date !== null,
    has_crm_configuration: false,
    usual_from_address:
      (row.from_domain_verified ? row.from_email : null) ?? `no-reply@${services.mail.domain}`,
    automatic_reply_address: automaticReplyAddress(row.key, services.mail.domain),
    takes_replies: services.mail.takesReplies,
    deleted_at: row.deleted_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
    default_forum: row.default_forum_id === null ? null : { id: row.default_forum_id },
  };
}

/** The workspace of the host that was asked (ENT-007, ENT-064). */
export const currentSubdomain = defineQuery({
  name: 'current_subdomain',
  description: 'The workspace with its settings.',
  requires: anyAdmin,
  args: {},
  returns: 'Subdomain!',
  reads: ['subdomains'],
  shapes: [subdomainShape],
  run: (_args, { scope }) => readSubdomain(scope.db, scope.viewer, scope.services),
});
