import { ownHostProblem } from '../../../contract/hosts.ts';
import { isEmail } from '../../../contract/email.ts';
import { passwordLimits, sessionLimits, textLimits } from '../../../contract/limits.ts';
import { fromAddressProblem } from '../../../contract/reply_address.ts';
import { DEFAULT_SORTS } from '../../../contract/states.ts';
import { readNetwork } from '../../../contract/networks.ts';
import { publicPageLimits, readColor } from '../../../contract/public_pages.ts';
import { isWebAddress } from '../../../contract/url.ts';
import { inIfUpdatedAt, nextUpdatedAt, assertNotModified } from '../../listing/optimistic_lock.ts';
import { defineCommand } from '../../core/command.ts';
import { badInput, forbidden, notFound } from '../../core/errors.ts';
import {
  booleanInput,
  idInput,
  intInput,
  singleLine,
  validatedText,
  textInput,
  textListInput,
  enumInput,
  nullable,
} from '../../inputs/kinds.ts';
import { writeRight } from '../../core/viewer.ts';
import { announceAccountChange } from './announce.ts';
import { readSubdomain, subdomainShape } from './current.ts';
import { tellOfHost } from './hosts/host_name.ts';
import { LANGUAGES } from './language.ts';
import { provideMailKey } from './mails/mail_key.ts';
import { shortenSessions } from './session.ts';

/** Changes the settings of the workspace. That a mail domain is verified or a host name proved is never an input, and the host name is the owner's (DEC-119). */
export const subdomainUpdate = defineCommand({
  name: 'subdomain_update',
  description: 'Changes what is given of the settings of the workspace; the rest stays.',
  requires: writeRight('settings'),
  input: {
    name: singleLine('Name as shown.', textLimits.nameCharacters),
    cname: nullable(
      textInput(
        'Host name of its own, such as feedback.example.com; null: none. The owner alone sets it; it counts after subdomain_host_check.',
        textLimits.nameCharacters,
      ),
    ),
    portal_url: nullable(
      validatedText(
        'Address of the public portal, without a final slash; null: none. Emails about an idea lead there.',
        textLimits.urlCharacters,
        (text) => (text === '' || isWebAddress(text) ? null : 'This is no web address.'),
      ),
    ),
    allow_feedback_product_areas: booleanInput('Feedback may carry a product area.'),
    require_suggestion_on_capture_feedback: booleanInput('Feedback must name an idea.'),
    severity_tracking_enabled: booleanInput('Feedback carries a severity.'),
    public_color: nullable(
      validatedText(
        'Color of public pages, such as #2B9281; null: that of the product.',
        textLimits.nameCharacters,
        (text) => (readColor(text) === null ? 'A color has a form such as #2B9281.' : null),
      ),
    ),
    public_networks: textListInput(
      'Addresses and ranges such as 192.0.2.0/24 that public pages are open to; empty: all. Who is signed in reads them from anywhere.',
      publicPageLimits.networks,
      publicPageLimits.networkCharacters,
    ),
    moderation_enabled: booleanInput('New forums are moderated.'),
    default_forum: nullable(idInput('Forum that new ideas go to unless another is named; null: none.')),
    default_sort: enumInput('Order of ideas in the portal.', DEFAULT_SORTS),
    default_locale: enumInput(
      'Language of the portal.',
      LANGUAGES.map(({ locale }) => locale),
    ),
    from_email: nullable(
      textInput(
        'From address of mail, of the verified domain; null: the automatic one.',
        textLimits.nameCharacters,
      ),
    ),
    from_domain: nullable(
      validatedText(
        'Email domain of its own; it counts once `mail_domain_verify` has found its DNS record.',
        textLimits.nameCharacters,
        (text) => (isEmail(`a@${text}`) ? null : 'An email domain has a form such as example.com.'),
      ),
    ),
    prevent_email_notifications: booleanInput('No email goes to end users.'),
    requires_second_factor: booleanInput(
      'Everyone signs in with a code besides the password; who has none sets it up at the next sign-in.',
    ),
    password_min_characters: intInput('Characters that a new password must have; present ones stay.', {
      min: passwordLimits.minCharacters,
      max: passwordLimits.mostMinCharacters,
    }),
    session_idle_hours: intInput('Hours without use after which a session ends.', {
      min: 1,
      max: sessionLimits.mostHours,
    }),
    session_max_hours: intInput('Hours after the sign-in after which a session ends in any case.', {
      min: 1,
      max: sessionLimits.mostHours,
    }),
    mail_tracking: booleanInput('Opened emails and followed links are counted.'),
    if_updated_at: inIfUpdatedAt,
  },
  returns: { type: 'Subdomain' },
  shapes: [subdomainShape],
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, services, now } = context;
    const { if_updated_at, default_forum, ...given } = input;
    const row = await tx
      .selectFrom('subdomains')
      .selectAll()
      .where('id', '=', subdomain_id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    await assertNotModified(if_updated_at, row, 'workspace', () => readSubdomain(tx, viewer, services));
    if (given.name === '') throw badInput('name', 'The name is required.', { reason: 'required' });
    if (default_forum !== undefined && default_forum !== null) {
      const forum = await tx
        .selectFrom('forums')
        .select('state')
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', default_forum)
        .where('state', '<>', 'deleted')
        .executeTakeFirst();
      if (!forum) throw notFound('default_forum', 'forum');
      // the one that it is may have been closed since
      if (forum.state !== 'open' && default_forum !== row.default_forum_id)
        throw badInput(
          'default_forum',
          'A closed forum takes no new ideas. Open it first, or choose another one.',
          { reason: 'closed' },
        );
    }
    const cname = given.cname === undefined ? row.cname : given.cname?.toLowerCase() || null;
    const isNewHost = cname !== row.cname;
    if (isNewHost) {
      if (viewer.license_type !== 'owner' && viewer.user_id !== null)
        throw forbidden('Only the owner of the workspace can change its host name.');
      const problem = cname === null ? null : ownHostProblem(cname, services.installationHost);
      if (problem !== null) throw badInput('cname', `${problem}.`);
    }
    const public_networks = given.public_networks?.map((text) => {
      const network = readNetwork(text);
      if (network === null)
        throw badInput(
          'public_networks',
          `“${text}” is no address and no range of addresses, such as 192.0.2.0/24.`,
          { reason: 'invalid' },
        );
      return network;
    });
    const values = {
      ...given,
      ...(public_networks === undefined ? {} : { public_networks: [...new Set(public_networks)] }),
      ...(given.public_color === undefined ? {} : { public_color: readColor(given.public_color ?? '') }),
      ...(given.cname === undefined ? {} : { cname }),
      // what was proved for one name is not proved for another
      ...(isNewHost ? { cname_proved_at: null } : {}),
      ...(given.portal_url === undefined ? {} : { portal_url: given.portal_url?.replace(/\/$/, '') || null }),
      ...(given.from_email === undefined ? {} : { from_email: given.from_email || null }),
      ...(given.from_domain === undefined ? {} : { from_domain: given.from_domain?.toLowerCase() || null }),
      ...(default_forum === undefined ? {} : { default_forum_id: default_forum }),
    };
    const from_domain = values.from_domain === undefined ? row.from_domain : values.from_domain;
    // what was proved for one domain is not proved for another
    const from_domain_verified = row.from_domain_verified && from_domain === row.from_domain;
    if (values.from_email) {
      const problem = fromAddressProblem(values.from_email, { from_domain, from_domain_verified });
      if (problem !== null) throw badInput('from_email', problem);
    }
    // an address of a domain that is no longer the workspace's own goes with it
    const from_email =
      values.from_email ?? (values.from_email === undefined && from_domain_verified ? row.from_email : null);
    await tx
      .updateTable('subdomains')
      .set({ ...values, from_domain_verified, from_email, updated_at: nextUpdatedAt(row, now) })
      .where('id', '=', subdomain_id)
      .execute();
    if (given.from_domain && from_domain !== null) await provideMailKey(tx, services, subdomain_id);
    if (given.session_idle_hours !== undefined || given.session_max_hours !== undefined)
      await shortenSessions(tx, subdomain_id);
    await announceAccountChange(tx, { about: 'workspace', subdomain_id });
    await context.audit('subdomain_update', subdomain_id, {
      changed: Object.keys(input).filter((name) => name !== 'if_updated_at'),
      ...(isNewHost ? { cname, old_cname: row.cname } : {}),
    });
    if (isNewHost)
      await tellOfHost(context.enqueue, {
        what: cname === null ? 'removed' : 'set',
        host: (cname ?? row.cname)!,
        by: viewer.display_name,
      });
    return readSubdomain(tx, viewer, services);
  },
});
