import { useState } from 'react';
import { shortCurrency } from '../../../../contract/currency.ts';
import { canWrite, hasFeature, isTeamMember } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { BlockDialog } from '../../shared/customers/PersonDetails.tsx';
import type { Asked } from '../../shared/customers/PersonDetails.tsx';
import { CustomFieldProperties } from '../../shared/properties/CustomFieldProperties.tsx';
import { Muted, Property } from '../../shared/properties/Property.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { KeyFigure, KeyFigureRow, RelativeTime, Score } from '../../ui/elements/Figures.tsx';
import { SwitchField } from '../../ui/fields/fields.tsx';
import { formatDate, formatNumber } from '../../ui/text/format.ts';
import { updateUserDocument } from './customerQueries.ts';
import { AskForRating } from './AskForRating.tsx';
import { ProbableAccount } from './ProbableAccount.tsx';
import type { Merged, RecordFields, User } from './customerQueries.ts';
import { MergedProfiles } from './merge/SamePerson.tsx';
import { userTexts as texts } from './userMessages.ts';
import { UserRatings } from './UserRatings.tsx';
import styles from '../../shared/record/record.module.css';
import own from './customers.module.css';

const SWITCHES = ['is_subscribed', 'status_notifications', 'comment_notifications'] as const;

/** The figures and facts of a person, what email they get, and their blocking. */
export function UserAside({
  user,
  fields,
  merged,
  mayWrite,
}: {
  user: User;
  fields: RecordFields;
  merged: Merged;
  mayWrite: boolean;
}) {
  const viewer = useViewer();
  const { crm_account: account } = user;
  const seesRevenue = hasFeature(viewer.authorized_features, 'account_insights');
  const empty = <Muted>{texts.empty}</Muted>;
  const save = useCommand(updateUserDocument, { failed: texts.failed });
  const [asks, setAsks] = useState<Asked | null>(null);
  const isBlocked = user.allowed_state === 'blocked';
  const mayBlock =
    mayWrite &&
    canWrite(viewer.permissions, 'feedback') &&
    user.id !== viewer.id &&
    user.license_type !== 'owner';
  const mayAsk =
    mayWrite &&
    hasFeature(viewer.authorized_features, 'satisfaction') &&
    !isTeamMember(user.license_type) &&
    !isBlocked &&
    user.email_address !== null;
  const contact = user.external_users.map(({ external_id }) => external_id).filter((id) => id !== null);
  return (
    <aside className={styles.aside} aria-label={texts.label}>
      <KeyFigureRow>
        <KeyFigure size="small" label={texts.ideas} value={formatNumber(user.supported_suggestions_count)} />
        <KeyFigure
          size="small"
          label={texts.score}
          value={user.satisfaction_score === null ? texts.none : <Score value={user.satisfaction_score} />}
        />
        {seesRevenue ? (
          <KeyFigure
            size="small"
            label={texts.account}
            value={account === null ? texts.none : shortCurrency(account.revenue)}
            tip={texts.accountTip}
          />
        ) : null}
      </KeyFigureRow>
      <dl className={styles.properties}>
        <Property name={texts.email}>{user.email_address ?? <Muted>{texts.noEmail}</Muted>}</Property>
        <Property name={texts.confirmed}>{user.email_confirmed ? texts.yes : texts.no}</Property>
        <Property name={texts.license}>{texts.licenses[user.license_type] ?? user.license_type}</Property>
        <Property name={texts.state}>{isBlocked ? texts.blocked : texts.allowed}</Property>
        <Property name={texts.jobTitle}>{user.job_title ?? empty}</Property>
        <Property name={texts.account}>
          {account === null && mayWrite && !isTeamMember(user.license_type) ? (
            <ProbableAccount user={user.id} otherwise={empty} />
          ) : (
            (account?.name ?? empty)
          )}
        </Property>
        <Property name={texts.guid}>{user.guid ?? empty}</Property>
        {contact.length === 0 ? null : <Property name={texts.contact}>{contact.join(', ')}</Property>}
        <Property name={texts.lastLogin}>
          {user.last_login === null ? <Muted>{texts.never}</Muted> : <RelativeTime value={user.last_login} />}
        </Property>
        <Property name={texts.known}>{formatDate(user.created_at)}</Property>
      </dl>
      <CustomFieldProperties
        label={texts.fields}
        record={`user:${user.id}`}
        fields={fields}
        values={user.custom_field_values}
        className={styles.properties}
        onSave={mayWrite ? (custom_field_map) => void save.run({ id: user.id, custom_field_map }) : null}
      />
      {hasFeature(viewer.authorized_features, 'satisfaction') ? <UserRatings id={user.id} /> : null}
      {mayAsk ? <AskForRating id={user.id} /> : null}
      <section className={styles.part} aria-labelledby="user-mails">
        <h2 id="user-mails">{texts.mails}</h2>
        <div className={own.switches}>
          {SWITCHES.map((key) => (
            <SwitchField
              key={key}
              label={texts.mailsOf[key]}
              checked={user[key]}
              disabled={!mayWrite || save.isRunning}
              onChange={(checked) => void save.run({ id: user.id, [key]: checked })}
            />
          ))}
        </div>
        {user.is_subscribed ? null : <p className={styles.quiet}>{texts.mailsOff}</p>}
      </section>
      <MergedProfiles profiles={merged} mayWrite={mayWrite} className={styles.part!} />
      {mayBlock ? (
        <p className={own.blocked}>
          <Button
            variant={isBlocked ? 'text' : 'danger-text'}
            onClick={() => setAsks({ id: user.id, name: user.name || texts.someone, isBlocked })}
          >
            {isBlocked ? texts.unblock : texts.block}
          </Button>
        </p>
      ) : null}
      {asks === null ? null : <BlockDialog person={asks} onClose={() => setAsks(null)} />}
    </aside>
  );
}
