import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { API_SCOPE_LABELS, API_SCOPES, apiKeyLimits, areaOfScope } from '../../../../../contract/api_keys.ts';
import type { ApiScope } from '../../../../../contract/api_keys.ts';
import { canRead, canWrite } from '../../../../../contract/permissions.ts';
import { request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';
import { DialogFor } from '../../../forms/DialogFor.tsx';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { RelativeTime } from '../../../ui/elements/Figures.tsx';
import { CheckboxField, SelectField, TextField } from '../../../ui/fields/fields.tsx';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { DelayedSkeleton, Skeleton } from '../../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../../ui/loading/states.tsx';
import { ConfirmDialog } from '../../../ui/overlay/Dialog.tsx';
import { Section } from '../../../ui/page/SheetPage.tsx';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { apiTexts as texts } from './apiMessages.ts';
import { Code } from './Code.tsx';
import { createKeyDocument, KEYS_PER_PAGE, revokeKeyDocument, useApiKeys } from './apiQueries.ts';
import type { ApiKeyRow } from './apiQueries.ts';
import { SecretDialog } from './SecretDialog.tsx';
import rows from '../../../ui/page/rows.module.css';
import styles from './api.module.css';

const DAY_MS = 86_400_000;
/** After how many days a key may end by itself; '': it does not. */
const ENDS = ['', '30', '90', '365'] as const;

/** The keys of the HTTP API: made, shown once, revoked. */
export function ApiKeys() {
  const [isLiving, setIsLiving] = useState(true);
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(KEYS_PER_PAGE);
  const [adds, setAdds] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const [revoked, setRevoked] = useState<ApiKeyRow | null>(null);
  const query = useApiKeys(isLiving, page, perPage);
  const listed = query.data?.api_keys.records ?? [];
  const total = query.data?.api_keys.total_records ?? null;
  return (
    <Section
      id="api-keys"
      title={texts.keys}
      note={texts.keysNote}
      controls={
        <>
          <SegmentedControl
            label={texts.keysFilter}
            value={isLiving ? 'living' : 'ended'}
            segments={[
              { value: 'living', label: texts.inUse },
              { value: 'ended', label: texts.ended },
            ]}
            onChange={(next) => {
              setIsLiving(next === 'living');
              setPage(1);
            }}
          />
          <Button icon={<IconPlus size={14} stroke={2} aria-hidden="true" />} onClick={() => setAdds(true)}>
            {texts.newKey}
          </Button>
        </>
      }
    >
      {query.isPending ? (
        <DelayedSkeleton>
          <Skeleton height={120} radius={8} />
        </DelayedSkeleton>
      ) : query.data === undefined ? (
        <ErrorState what={texts.keysWhat} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : listed.length === 0 ? (
        <div className={styles.box}>
          <EmptyState
            title={isLiving ? texts.noKeys : texts.noEnded}
            reason={isLiving ? texts.noKeysReason : texts.noEndedReason}
          />
        </div>
      ) : (
        <ul className={styles.box} aria-labelledby="api-keys">
          {listed.map((key) => (
            <li key={key.id} className={styles.hook}>
              <div className={styles.facts}>
                <KeyFacts apiKey={key} isLiving={isLiving} />
              </div>
              {isLiving ? (
                <Button
                  variant="danger-text"
                  aria-label={`${texts.revoke} ${key.name}`}
                  onClick={() => setRevoked(key)}
                >
                  {texts.revoke}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {page === 1 && listed.length < KEYS_PER_PAGE ? null : (
        <Pagination
          page={page}
          perPage={perPage}
          rowCount={listed.length}
          total={total}
          onPageChange={setPage}
          onPerPageChange={(next) => {
            setPerPage(next);
            setPage(1);
          }}
          keyboard={false}
        />
      )}
      <DialogFor about={adds ? 'new' : null}>
        {(_new, opened) => (
          <NewKeyDialog
            opened={opened}
            onClose={() => setAdds(false)}
            onMade={(key) => {
              setIsLiving(true);
              setPage(1);
              setMade(key);
            }}
          />
        )}
      </DialogFor>
      <DialogFor about={made}>
        {(key, opened) => (
          <SecretDialog
            title={texts.key.title}
            label={texts.key.label}
            note={texts.key.note}
            value={key}
            copied={texts.key.copied}
            opened={opened}
            onClose={() => setMade(null)}
          >
            <p>{texts.key.try}</p>
            <Code
              label={texts.key.try}
            >{`curl ${window.location.origin}/api/v1/ideas \\\n  -H "Authorization: Bearer ${key}"`}</Code>
          </SecretDialog>
        )}
      </DialogFor>
      <DialogFor about={revoked}>
        {(key, opened) => <RevokeDialog apiKey={key} opened={opened} onClose={() => setRevoked(null)} />}
      </DialogFor>
    </Section>
  );
}

function KeyFacts({ apiKey, isLiving }: { apiKey: ApiKeyRow; isLiving: boolean }) {
  const { name, key_end, user, last_used_at, expires_at, revoked_at, created_at } = apiKey;
  const scopes = apiKey.scopes ?? [];
  const of = (right: string): string[] =>
    scopes.filter((scope) => scope.endsWith(`:${right}`)).map((scope) => scope.split(':')[0]!);
  const isIdle = Date.now() - new Date(last_used_at ?? created_at).getTime() > apiKeyLimits.idleDays * DAY_MS;
  return (
    <>
      <span className={styles.name}>
        {name} <span className={styles.id}>…{key_end}</span>
      </span>
      <span className={rows.meta}>
        {scopes.length === API_SCOPES.length ? texts.everything : texts.scopes(of('read'), of('write'))}
        {user === null ? null : ` · ${user.name}`}
      </span>
      {!isLiving ? (
        <span className={rows.meta}>
          {revoked_at === null ? texts.endedOn(expires_at ?? created_at) : texts.revokedOn(revoked_at)}
        </span>
      ) : isIdle ? (
        <span className={styles.warning}>{texts.idle}</span>
      ) : (
        <span className={rows.meta}>
          {last_used_at === null ? (
            texts.neverUsed
          ) : (
            <>
              {texts.used} <RelativeTime value={last_used_at} whenNull={texts.neverUsed} />
            </>
          )}
          {expires_at === null ? null : ` · ${texts.endsOn(expires_at)}`}
        </span>
      )}
    </>
  );
}

function RevokeDialog({
  apiKey: { id, name },
  opened,
  onClose,
}: {
  apiKey: ApiKeyRow;
  opened: boolean;
  onClose: () => void;
}) {
  const revoke = useCommand(revokeKeyDocument, {
    done: texts.revoked(name),
    failed: texts.notRevoked,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => void revoke.run({ id })}
      title={texts.revokeTitle(name)}
      confirmLabel={texts.revokeConfirm}
      danger
      working={revoke.isRunning}
    >
      {texts.revokeText}
    </ConfirmDialog>
  );
}

interface Values {
  name: string;
  scopes: readonly ApiScope[];
  ends: (typeof ENDS)[number];
}

/** Makes a key; the other side of it is shown once. */
function NewKeyDialog({
  opened,
  onClose,
  onMade,
}: {
  opened: boolean;
  onClose: () => void;
  onMade: (key: string) => void;
}) {
  const { permissions } = useViewer();
  const form = useForm<Values>({
    blank: { name: '', scopes: ['ideas:read'], ends: '' },
    fields: {
      name: {
        label: texts.keyDialog.name,
        needed: { sentence: texts.keyDialog.nameMissing },
        limit: apiKeyLimits.nameCharacters,
      },
      scopes: {
        label: texts.keyDialog.scopes,
        rule: (scopes) => (scopes.length === 0 ? texts.keyDialog.scopesMissing : null),
        ruleSaid: 'typed',
      },
      ends: { label: texts.keyDialog.expires, inputs: ['expires_at'] },
    },
  });
  const { name, scopes, ends } = form.values;
  const save = useCommand(
    async () =>
      (
        await request(createKeyDocument, {
          name,
          scopes: [...scopes],
          expires_at: ends === '' ? null : new Date(Date.now() + Number(ends) * DAY_MS).toISOString(),
        })
      ).api_key_create,
    {
      form,
      failed: texts.keyDialog.failed,
      onDone: (made) => {
        onClose();
        if (made !== null) onMade(made.key);
      },
    },
  );
  const mayGive = (scope: ApiScope): boolean => {
    const area = areaOfScope(scope);
    return area === null || (scope.endsWith(':write') ? canWrite : canRead)(permissions, area);
  };
  const problem = form.errorOf('scopes');
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={texts.keyDialog.title}
      size="medium"
      submitLabel={texts.keyDialog.submit}
    >
      <div className={styles.secret}>
        <TextField {...form.field('name')} placeholder={texts.keyDialog.namePlaceholder} dir="auto" />
        <fieldset className={styles.group}>
          <legend>{texts.keyDialog.scopes}</legend>
          {API_SCOPES.map((scope) => (
            <CheckboxField
              key={scope}
              label={API_SCOPE_LABELS[scope]}
              disabled={!mayGive(scope)}
              disabledReason={texts.keyDialog.denied}
              checked={scopes.includes(scope)}
              onChange={(isChosen) =>
                form.set({
                  scopes: API_SCOPES.filter((one) => (one === scope ? isChosen : scopes.includes(one))),
                })
              }
            />
          ))}
          <div aria-live="polite">
            {problem === undefined ? null : <p className={rows.problem}>{problem}</p>}
          </div>
        </fieldset>
        <SelectField
          label={texts.keyDialog.expires}
          value={ends}
          options={ENDS.map((days) => ({
            value: days,
            label: days === '' ? texts.keyDialog.never : texts.keyDialog.days(Number(days)),
          }))}
          onChange={(next) => form.set({ ends: next })}
        />
        <p className={rows.meta}>{texts.keyDialog.note}</p>
      </div>
    </FormDialog>
  );
}
