import { useQuery } from '@tanstack/react-query';
import { isCoreAdmin } from '../../../../../contract/permissions.ts';
import { memberProblem } from '../../../../../contract/team.ts';
import type { SignInRulesQuery } from '../../../api/generated/graphql.ts';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';
import { useCommand } from '../../../forms/useCommand.ts';
import { profileAddress, teamSettingsAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import { Button } from '../../../ui/elements/Button.tsx';
import { RelativeTime } from '../../../ui/elements/Figures.tsx';
import { Tag } from '../../../ui/elements/Pills.tsx';
import { SelectField, SwitchField } from '../../../ui/fields/fields.tsx';
import { cx } from '../../../ui/cx.ts';
import { Section, Sections } from '../../../ui/page/SheetPage.tsx';
import { SettingsPage } from '../SettingsPage.tsx';
import { formatDateTime } from '../../../ui/text/format.ts';
import { ProviderSection } from './ProviderSection.tsx';
import { signInTexts as texts } from './signInMessages.ts';
import rows from '../../../ui/page/rows.module.css';
import styles from './signIn.module.css';

const rulesDocument = graphql(`
  query SignInRules {
    current_subdomain {
      id
      requires_second_factor
      password_min_characters
      session_idle_hours
      session_max_hours
      updated_at
    }
    sign_in_provider {
      ...ProviderSetUp
    }
    sign_in_provider_redirect_uri
    team_members {
      id
      display_name
      license_type
      permission_state
      allowed_state
      has_second_factor
    }
    team_sessions {
      id
      user
      display_name
      license_type
      browser
      network
      created_at
      last_used_at
      is_current
    }
  }
`);

const endSessionDocument = graphql(`
  mutation EndTeamSession($id: ID!) {
    team_session_end(id: $id)
  }
`);

type Session = SignInRulesQuery['team_sessions'][number];

const saveRulesDocument = graphql(`
  mutation SaveSignInRules(
    $requires_second_factor: Boolean
    $password_min_characters: Int
    $session_idle_hours: Int
    $session_max_hours: Int
    $if_updated_at: String
  ) {
    subdomain_update(
      requires_second_factor: $requires_second_factor
      password_min_characters: $password_min_characters
      session_idle_hours: $session_idle_hours
      session_max_hours: $session_max_hours
      if_updated_at: $if_updated_at
    ) {
      id
      requires_second_factor
      password_min_characters
      session_idle_hours
      session_max_hours
      updated_at
    }
  }
`);

/** Lengths on offer, in hours. */
const LENGTHS = [1, 8, 24, 72, 168, 336, 720];

/** Lengths on offer, and the one that the API set. */
const lengthsWith = (hours: number) =>
  [...new Set([...LENGTHS, hours])]
    .toSorted((a, b) => a - b)
    .map((value) => ({ value: String(value), label: texts.length(value) }));

/** Shortest passwords on offer, and the one that the API set. */
const passwordsWith = (characters: number) =>
  [...new Set([12, 14, 16, 20, 24, 32, characters])]
    .toSorted((a, b) => a - b)
    .map((value) => ({ value: String(value), label: texts.characters(value) }));

/** What is asked of everyone who signs in. */
export function SignInPage() {
  const viewer = useViewer();
  const query = useQuery({
    queryKey: ['settings-sign-in'],
    queryFn: ({ signal }) => request(rulesDocument, {}, { signal }),
    // sessions begin and end elsewhere
    refetchInterval: 60_000,
  });
  const save = useCommand(
    (rules: {
      requires_second_factor?: boolean;
      password_min_characters?: number;
      session_idle_hours?: number;
      session_max_hours?: number;
    }) =>
      request(saveRulesDocument, {
        ...rules,
        if_updated_at: query.data?.current_subdomain.updated_at ?? null,
      }),
    {
      done: (_answer, { requires_second_factor: isOn, password_min_characters: characters }) =>
        characters !== undefined
          ? texts.passwordsSaved(characters)
          : isOn === undefined
            ? texts.saved
            : isOn
              ? texts.on
              : texts.off,
      failed: texts.failed,
    },
  );
  return (
    <SettingsPage query={query} title={texts.title} what={texts.what}>
      {({
        current_subdomain,
        sign_in_provider,
        sign_in_provider_redirect_uri,
        team_members,
        team_sessions,
      }) => {
        const { requires_second_factor, password_min_characters, session_idle_hours, session_max_hours } =
          current_subdomain;
        const inConsole = team_members.filter(
          ({ license_type, permission_state, allowed_state }) =>
            isCoreAdmin(license_type) && permission_state === 'active' && allowed_state === 'allowed',
        );
        const without = inConsole.filter(({ has_second_factor }) => !has_second_factor);
        return (
          <Sections>
            <Section id="two-step" title={texts.twoStep} note={texts.twoStepNote}>
              <div className={rows.box}>
                <div className={styles.rule}>
                  <SwitchField
                    label={texts.require}
                    description={texts.requireNote}
                    checked={requires_second_factor}
                    disabled={save.isRunning}
                    onChange={(isOn) => void save.run({ requires_second_factor: isOn })}
                  />
                </div>
                <div className={rows.row}>
                  <div className={rows.text}>
                    <p>{texts.having(inConsole.length - without.length, inConsole.length)}</p>
                    {without.length === 0 ? null : (
                      <p className={rows.meta}>
                        {texts.missing(without.map(({ display_name }) => display_name))}
                      </p>
                    )}
                    {without.some(({ id }) => id === viewer.id) ? (
                      <p className={cx(rows.meta, styles.yours)}>
                        {requires_second_factor ? `${texts.yours} ` : null}
                        <Link href={profileAddress}>{texts.profile}</Link>
                      </p>
                    ) : null}
                  </div>
                  <Link href={teamSettingsAddress}>{texts.team}</Link>
                </div>
              </div>
            </Section>
            <ProviderSection
              setUp={sign_in_provider}
              redirectUri={sign_in_provider_redirect_uri}
              isOwner={team_members.find(({ id }) => id === viewer.id)?.license_type === 'owner'}
            />
            <Section id="passwords" title={texts.passwords} note={texts.passwordsNote}>
              <div className={rows.box}>
                <div className={styles.lengths}>
                  <SelectField
                    label={texts.shortest}
                    value={String(password_min_characters)}
                    options={passwordsWith(password_min_characters)}
                    disabled={save.isRunning}
                    onChange={(characters) => void save.run({ password_min_characters: Number(characters) })}
                  />
                </div>
              </div>
            </Section>
            <Section id="session-length" title={texts.sessions} note={texts.sessionsNote}>
              <div className={rows.box}>
                <div className={styles.lengths}>
                  <SelectField
                    label={texts.idle}
                    value={String(session_idle_hours)}
                    options={lengthsWith(session_idle_hours)}
                    disabled={save.isRunning}
                    onChange={(hours) => void save.run({ session_idle_hours: Number(hours) })}
                  />
                  <SelectField
                    label={texts.most}
                    value={String(session_max_hours)}
                    options={lengthsWith(session_max_hours)}
                    disabled={save.isRunning}
                    onChange={(hours) => void save.run({ session_max_hours: Number(hours) })}
                  />
                </div>
              </div>
            </Section>
            <Section
              id="signed-in"
              title={texts.signedIn}
              total={team_sessions.length}
              note={texts.signedInNote}
            >
              <ul className={rows.box} aria-labelledby="signed-in">
                {team_sessions.map((session) => (
                  <SessionRow
                    key={session.id}
                    session={session}
                    refused={memberProblem(
                      {
                        license_type: team_members.find(({ id }) => id === viewer.id)?.license_type ?? 'full',
                        permissions: viewer.permissions,
                      },
                      session,
                    )}
                  />
                ))}
              </ul>
            </Section>
          </Sections>
        );
      }}
    </SettingsPage>
  );
}

/** @param refused why it may not be ended; null: it may */
function SessionRow({ session, refused }: { session: Session; refused: string | null }) {
  const browser = session.browser ?? texts.unknownBrowser;
  const end = useCommand(endSessionDocument, {
    done: texts.ended(session.display_name, browser),
    failed: texts.failed,
  });
  return (
    <li className={rows.row}>
      <div className={rows.text}>
        <p className={rows.name}>
          {session.display_name} {session.is_current ? <Tag>{texts.thisSession}</Tag> : null}
        </p>
        <p className={rows.meta}>
          {browser} · {session.network ?? texts.unknownNetwork} · {texts.since}{' '}
          {formatDateTime(session.created_at)} · {texts.lastUsed}{' '}
          <RelativeTime value={session.last_used_at} />
        </p>
      </div>
      {session.is_current ? null : (
        <Button
          loading={end.isRunning}
          disabled={refused !== null}
          disabledReason={refused}
          aria-label={texts.endOf(session.display_name, browser, formatDateTime(session.created_at))}
          onClick={() => void end.run({ id: session.id })}
        >
          {texts.end}
        </Button>
      )}
    </li>
  );
}
