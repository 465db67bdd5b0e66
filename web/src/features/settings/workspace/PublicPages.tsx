import { useState } from 'react';
import { helpPath } from '../../../../../contract/help_path.ts';
import { readNetwork } from '../../../../../contract/networks.ts';
import { publicColors, publicPageLimits, readColor } from '../../../../../contract/public_pages.ts';
import { request } from '../../../api/runtime.ts';
import { DialogFor } from '../../../forms/DialogFor.tsx';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { cx } from '../../../ui/cx.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { TextArea, TextField } from '../../../ui/fields/fields.tsx';
import { Section } from '../../../ui/page/SheetPage.tsx';
import { formatList } from '../../../ui/text/format.ts';
import { Fact } from './Fact.tsx';
import { portalTexts as texts } from './portalMessages.ts';
import { saveWorkspaceDocument } from './workspaceQueries.ts';
import type { PortalSettings, Workspace } from './workspaceQueries.ts';
import rows from '../../../ui/page/rows.module.css';
import styles from './workspace.module.css';

/** The pages that are read without signing in, their color, and from where they are read. */
export function PublicPages({
  data: { current_subdomain: workspace, all_roadmap_settings },
  seesHelp,
}: {
  data: PortalSettings;
  seesHelp: boolean;
}) {
  const shared = (all_roadmap_settings?.records ?? []).filter(
    ({ share_public, reader_path }) => share_public && reader_path !== null,
  );
  const { public_color: color, public_networks: networks } = workspace;
  const [edited, setEdited] = useState<'color' | 'networks' | null>(null);
  const pages = [
    ...(seesHelp ? [{ id: 'help', name: texts.help, note: texts.helpNote, path: helpPath }] : []),
    ...shared.map(({ id, name, reader_path }) => ({
      id,
      name,
      note: texts.roadmapNote,
      path: reader_path ?? '',
    })),
  ];
  return (
    <Section id="portal-pages" title={texts.pages} note={texts.pagesNote(networks.length)}>
      <div className={rows.box}>
        <Fact name={texts.color} value={color ?? texts.noColor} note={texts.colorNote}>
          {color === null ? null : <ColorSample color={color} />}
          <Button onClick={() => setEdited('color')}>{texts.changeColor}</Button>
        </Fact>
        <Fact
          name={texts.networks}
          value={networks.length === 0 ? texts.anywhere : formatList(networks)}
          note={texts.networksNote}
        >
          <Button onClick={() => setEdited('networks')}>{texts.changeNetworks}</Button>
        </Fact>
      </div>
      <ul className={cx(rows.box, styles.below)}>
        {pages.map(({ id, name, note, path }) => (
          <li key={id} className={rows.row}>
            <div className={rows.text}>
              <p className={rows.name} dir="auto">
                {name}
              </p>
              <p className={rows.meta}>{note}</p>
              <p className={styles.cut}>{workspace.public_url + path}</p>
            </div>
            <a className={styles.link} href={path} target="_blank" rel="noopener">
              {texts.open}
            </a>
          </li>
        ))}
        {shared.length === 0 ? (
          <li className={rows.row}>
            <p className={rows.meta}>{texts.noRoadmaps}</p>
          </li>
        ) : null}
      </ul>
      <DialogFor about={edited}>
        {(about, opened) => {
          const Part = about === 'color' ? ColorDialog : NetworksDialog;
          return <Part {...{ workspace, opened }} onClose={() => setEdited(null)} />;
        }}
      </DialogFor>
    </Section>
  );
}

interface DialogProps {
  workspace: Workspace;
  opened: boolean;
  onClose: () => void;
}

/** How words and a button look in a color, on a light and on a dark page. */
function ColorSample({ color }: { color: string }) {
  const { light, dark } = publicColors(color);
  return (
    <span className={styles.samples} aria-hidden="true">
      <span className={styles.sample} style={{ background: '#fff', color: light }}>
        {texts.sampleLink}
      </span>
      <span className={styles.sample} style={{ background: '#15171c', color: dark }}>
        {texts.sampleLink}
      </span>
    </span>
  );
}

function ColorDialog({ workspace, opened, onClose }: DialogProps) {
  const form = useForm({
    blank: { color: '' },
    record: { values: { color: workspace.public_color ?? '' }, version: workspace.updated_at },
    fields: {
      color: {
        label: texts.color,
        inputs: ['public_color'],
        isLine: true,
        rule: (text) => (text.trim() === '' || readColor(text) !== null ? null : texts.colorWrong),
      },
    },
    theirs: { field: 'color', sentence: (now) => String(now['public_color'] ?? '') },
  });
  const typed = form.values.color.trim();
  const color = readColor(typed);
  const save = useCommand(
    (version: string | null) =>
      request(saveWorkspaceDocument, {
        public_color: typed === '' ? null : typed,
        ...(version === null ? {} : { if_updated_at: version }),
      }),
    { form, done: texts.colorSaved, failed: texts.failed, onDone: onClose },
  );
  return (
    <FormDialog {...{ opened, onClose, form, save }} title={texts.colorDialog} submitLabel={texts.save}>
      <TextField
        {...form.field('color')}
        description={texts.colorHint}
        placeholder="#2B9281"
        spellCheck={false}
        autoComplete="off"
      />
      {color === null ? null : (
        <div className={styles.chosen}>
          <ColorSample color={color} />
          <span>{texts.sampleNote}</span>
        </div>
      )}
    </FormDialog>
  );
}

const linesOf = (text: string): string[] => text.split(/[\s,;]+/).filter((line) => line !== '');

function NetworksDialog({ workspace, opened, onClose }: DialogProps) {
  const form = useForm({
    blank: { networks: '' },
    record: { values: { networks: workspace.public_networks.join('\n') }, version: workspace.updated_at },
    fields: {
      networks: {
        label: texts.networksField,
        inputs: ['public_networks'],
        text: (text) => text,
        rule: (text) => {
          const lines = linesOf(text);
          const wrong = lines.find((line) => readNetwork(line) === null);
          if (wrong !== undefined) return texts.networkWrong(wrong);
          return lines.length > publicPageLimits.networks
            ? texts.networksMany(publicPageLimits.networks)
            : null;
        },
      },
    },
    theirs: {
      field: 'networks',
      sentence: (now) => ((now['public_networks'] as string[] | undefined) ?? []).join(', '),
    },
  });
  const lines = linesOf(form.values.networks);
  const save = useCommand(
    (version: string | null) =>
      request(saveWorkspaceDocument, {
        public_networks: lines,
        ...(version === null ? {} : { if_updated_at: version }),
      }),
    { form, done: texts.networksSaved(lines.length), failed: texts.failed, onDone: onClose },
  );
  return (
    <FormDialog {...{ opened, onClose, form, save }} title={texts.networksDialog} submitLabel={texts.save}>
      <TextArea
        {...form.field('networks')}
        description={texts.networksHint}
        placeholder={texts.networksExample}
        spellCheck={false}
        autoComplete="off"
      />
    </FormDialog>
  );
}
