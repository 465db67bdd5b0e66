import { useState } from 'react';
import { textLimits } from '../../../../../contract/limits.ts';
import { canRead, canSeeRoadmap } from '../../../../../contract/permissions.ts';
import { urlProblem } from '../../../../../contract/url.ts';
import { request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';
import { DialogFor } from '../../../forms/DialogFor.tsx';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { SelectField, SwitchField, TextField } from '../../../ui/fields/fields.tsx';
import { Section, Sections } from '../../../ui/page/SheetPage.tsx';
import { SettingsPage } from '../SettingsPage.tsx';
import { Fact } from './Fact.tsx';
import { PublicPages } from './PublicPages.tsx';
import { portalTexts as texts } from './portalMessages.ts';
import { checkHostDocument, saveWorkspaceDocument, usePortalSettings } from './workspaceQueries.ts';
import type { PortalSettings, Workspace } from './workspaceQueries.ts';
import rows from '../../../ui/page/rows.module.css';
import styles from './workspace.module.css';

/** The workspace as customers see it: its name, its addresses, where new ideas go, its public pages (ROUTE-029). */
export function PortalPage() {
  const viewer = useViewer();
  const query = usePortalSettings(canSeeRoadmap(viewer));
  return (
    <SettingsPage query={query} title={texts.title} what={texts.what}>
      {(data) => (
        <Sections>
          <Identity workspace={data.current_subdomain} />
          <Host workspace={data.current_subdomain} />
          <NewIdeas data={data} />
          <PublicPages data={data} seesHelp={canRead(viewer.permissions, 'knowledgebase')} />
        </Sections>
      )}
    </SettingsPage>
  );
}

/** What the owner alone may do is said to the others, and signs no one out. */
const forOwner = { ownsForbidden: true } as const;

/** A field of the workspace that is edited in a dialog. */
type Edited = 'name' | 'portal_url' | 'cname';

const dialogs = {
  name: {
    title: texts.rename,
    label: texts.name,
    hint: undefined,
    example: undefined,
    done: (value: string) => texts.renamed(value),
  },
  portal_url: {
    title: texts.portalDialog,
    label: texts.portalField,
    hint: texts.portalHint,
    example: texts.portalExample,
    done: () => texts.portalSaved,
  },
  cname: {
    title: texts.hostDialog,
    label: texts.hostField,
    hint: texts.hostHint,
    example: texts.hostExample,
    done: () => texts.hostSaved,
  },
} as const;

function FieldDialog({
  field,
  workspace,
  opened,
  onClose,
}: {
  field: Edited;
  workspace: Workspace;
  opened: boolean;
  onClose: () => void;
}) {
  const { title, label, hint, example, done } = dialogs[field];
  const form = useForm({
    blank: { value: '' },
    record: { values: { value: workspace[field] ?? '' }, version: workspace.updated_at },
    fields: {
      value: {
        label,
        inputs: [field],
        limit: textLimits.nameCharacters,
        isLine: true,
        ...(field === 'name' ? { needed: { sentence: texts.nameNeeded } } : {}),
        ...(field === 'portal_url' ? { rule: urlProblem } : {}),
      },
    },
    theirs: { field: 'value', sentence: (now) => String(now[field] ?? '') },
  });
  const value = form.values.value.trim();
  const save = useCommand(
    (version: string | null) =>
      request(
        saveWorkspaceDocument,
        { [field]: value === '' ? null : value, ...(version === null ? {} : { if_updated_at: version }) },
        forOwner,
      ),
    { form, done: done(value), failed: texts.failed, onDone: onClose },
  );
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={title}
      submitLabel={field === 'name' ? title : texts.save}
    >
      <TextField
        {...form.field('value')}
        description={hint}
        placeholder={example}
        spellCheck={false}
        dir="auto"
      />
    </FormDialog>
  );
}

function Identity({ workspace }: { workspace: Workspace }) {
  const [edited, setEdited] = useState<Edited | null>(null);
  return (
    <Section id="portal-identity" title={texts.identity} note={texts.identityNote}>
      <div className={rows.box}>
        <Fact name={texts.name} value={workspace.name}>
          <Button onClick={() => setEdited('name')}>{texts.rename}</Button>
        </Fact>
        <Fact name={texts.address} value={workspace.public_url} />
        <Fact name={texts.portal} value={workspace.portal_url ?? texts.noPortal} note={texts.portalNote}>
          <Button onClick={() => setEdited('portal_url')}>{texts.changePortal}</Button>
        </Fact>
      </div>
      <DialogFor about={edited}>
        {(field, opened) => <FieldDialog {...{ field, workspace, opened }} onClose={() => setEdited(null)} />}
      </DialogFor>
    </Section>
  );
}

function Host({ workspace }: { workspace: Workspace }) {
  const [edited, setEdited] = useState<Edited | null>(null);
  const { cname, cname_proved: isProved, cname_record: record } = workspace;
  const check = useCommand(() => request(checkHostDocument, {}, forOwner), {
    done: texts.checked,
    failed: texts.checkFailed,
  });
  return (
    <Section id="portal-host" title={texts.host} note={texts.hostNote}>
      <div className={rows.box}>
        <Fact
          name={texts.hostField}
          value={cname ?? texts.noHost}
          note={cname === null ? texts.hostOwner : isProved ? texts.proved : texts.notProved}
        >
          {cname === null || isProved ? null : (
            <Button loading={check.isRunning} onClick={() => void check.run({})}>
              {texts.check}
            </Button>
          )}
          <Button onClick={() => setEdited('cname')}>
            {cname === null ? texts.setHost : texts.changeHost}
          </Button>
        </Fact>
        {record === null || isProved ? null : (
          <dl className={styles.record}>
            <p className={styles.recordHow}>{texts.proveHow}</p>
            <dt>{texts.recordName}</dt>
            <dd>{record.name}</dd>
            <dt>{texts.recordValue}</dt>
            <dd>{record.value}</dd>
          </dl>
        )}
      </div>
      <DialogFor about={edited}>
        {(field, opened) => <FieldDialog {...{ field, workspace, opened }} onClose={() => setEdited(null)} />}
      </DialogFor>
    </Section>
  );
}

/** Stands for no forum among the options. */
const NONE = '';

function NewIdeas({ data: { current_subdomain: workspace, all_forums } }: { data: PortalSettings }) {
  const save = useCommand(saveWorkspaceDocument, { done: texts.saved, failed: texts.failed });
  const chosen = workspace.default_forum?.id ?? NONE;
  return (
    <Section id="portal-ideas" title={texts.ideas}>
      <div className={rows.box}>
        <div className={styles.fields}>
          <div className={styles.select}>
            <SelectField
              label={texts.defaultForum}
              description={texts.defaultForumNote}
              value={chosen}
              disabled={save.isRunning}
              options={[
                { value: NONE, label: texts.noForum },
                ...all_forums.records.map(({ id, name, is_open }) => ({
                  value: id,
                  label: is_open ? name : texts.closedForum(name),
                  disabled: !is_open && id !== chosen,
                })),
              ]}
              onChange={(id) => void save.run({ default_forum: id === NONE ? null : id })}
            />
          </div>
          <SwitchField
            label={texts.moderation}
            description={texts.moderationNote}
            checked={workspace.moderation_enabled}
            disabled={save.isRunning}
            onChange={(moderation_enabled) => void save.run({ moderation_enabled })}
          />
        </div>
      </div>
    </Section>
  );
}
