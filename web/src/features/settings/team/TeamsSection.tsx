import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { teamLimits } from '../../../../../contract/team.ts';
import { textLimits } from '../../../../../contract/limits.ts';
import type { SettingsTeamsQuery } from '../../../api/generated/graphql.ts';
import { graphql } from '../../../api/graphql.ts';
import { messageOf } from '../../../api/errors.ts';
import { request } from '../../../api/runtime.ts';
import { DialogFor } from '../../../forms/DialogFor.tsx';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { Button, IconButton } from '../../../ui/elements/Button.tsx';
import { MultiCombobox } from '../../../ui/fields/Combobox.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import type { Option } from '../../../ui/fields/options.ts';
import { EmptyState, ErrorState } from '../../../ui/loading/states.tsx';
import { ConfirmDialog } from '../../../ui/overlay/Dialog.tsx';
import { Menu } from '../../../ui/overlay/Menu.tsx';
import { Section } from '../../../ui/page/SheetPage.tsx';
import { RowsSkeleton } from '../RowsSkeleton.tsx';
import type { TeamMember } from './teamCalls.ts';
import { teamsTexts as texts } from './teamsMessages.ts';
import rows from '../../../ui/page/rows.module.css';

const teamsDocument = graphql(`
  query SettingsTeams {
    teams(per_page: 200, sort: "name") {
      total_records
      records {
        id
        name
        members_count
        members {
          id
        }
        updated_at
      }
    }
  }
`);

const createTeamDocument = graphql(`
  mutation CreateTeam($name: String!, $users: [ID!]) {
    team_create(name: $name, users: $users) {
      id
    }
  }
`);

const updateTeamDocument = graphql(`
  mutation UpdateTeam($id: ID!, $name: String, $users: [ID!], $if_updated_at: String) {
    team_update(id: $id, name: $name, users: $users, if_updated_at: $if_updated_at) {
      id
    }
  }
`);

const deleteTeamDocument = graphql(`
  mutation DeleteTeam($id: ID!) {
    team_delete(id: $id) {
      id
    }
  }
`);

type Team = SettingsTeamsQuery['teams']['records'][number];

/** Groups of people of the workspace: made, renamed, filled and deleted (SCOPE-027). */
export function TeamsSection({ members }: { members: readonly TeamMember[] }) {
  const query = useQuery({
    queryKey: ['settings-teams'],
    queryFn: ({ signal }) => request(teamsDocument, {}, { signal }),
  });
  const [edited, setEdited] = useState<{ team: Team | null } | null>(null);
  const [deleted, setDeleted] = useState<Team | null>(null);
  const remove = useCommand(deleteTeamDocument, {
    done: texts.deleted(deleted?.name ?? ''),
    failed: texts.failed,
    onDone: () => setDeleted(null),
  });
  const names = new Map(members.map(({ id, display_name }) => [id, display_name]));
  const teams = query.data?.teams.records ?? [];
  return (
    <Section
      id="teams"
      title={texts.title}
      {...(query.data === undefined ? {} : { total: query.data.teams.total_records })}
      note={texts.note}
      controls={<Button onClick={() => setEdited({ team: null })}>{texts.add}</Button>}
    >
      {query.data === undefined ? (
        query.isError ? (
          <ErrorState
            title={texts.loadFailed(messageOf(query.error))}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <RowsSkeleton />
        )
      ) : (
        <div className={rows.box}>
          {teams.length === 0 ? (
            <EmptyState title={texts.none} reason={texts.noneReason} />
          ) : (
            <ul aria-labelledby="teams">
              {teams.map((team) => (
                <li key={team.id} className={rows.row}>
                  <div className={rows.text}>
                    <p className={rows.name}>{team.name}</p>
                    <p className={rows.meta}>
                      {texts.members(
                        team.members.map(({ id }) => names.get(id) ?? ''),
                        team.members_count,
                      )}
                    </p>
                  </div>
                  <Menu
                    label={texts.actions(team.name)}
                    trigger={(props) => (
                      <IconButton {...props} label={texts.actions(team.name)} variant="plain" tip={false}>
                        <IconDots size={16} stroke={1.75} aria-hidden="true" />
                      </IconButton>
                    )}
                    items={[
                      {
                        id: 'edit',
                        label: texts.edit,
                        icon: <IconPencil size={16} stroke={1.75} aria-hidden="true" />,
                        onSelect: () => setEdited({ team }),
                      },
                      {
                        id: 'delete',
                        label: texts.remove,
                        icon: <IconTrash size={16} stroke={1.75} aria-hidden="true" />,
                        danger: true,
                        onSelect: () => setDeleted(team),
                      },
                    ]}
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <DialogFor about={edited}>
        {(about, opened) => (
          <TeamDialog team={about.team} {...{ members, opened }} onClose={() => setEdited(null)} />
        )}
      </DialogFor>
      <ConfirmDialog
        opened={deleted !== null}
        onClose={() => setDeleted(null)}
        onConfirm={() => void (deleted && remove.run({ id: deleted.id }))}
        title={texts.deleteTitle(deleted?.name ?? '')}
        confirmLabel={texts.remove}
        danger
        working={remove.isRunning}
      >
        {texts.deleteText}
      </ConfirmDialog>
    </Section>
  );
}

function TeamDialog({
  team,
  members,
  opened,
  onClose,
}: {
  /** null: a new one */
  team: Team | null;
  members: readonly TeamMember[];
  opened: boolean;
  onClose: () => void;
}) {
  const options = members.map(({ id, display_name, email_address }): Option => ({
    value: id,
    label: display_name,
    ...(email_address === null ? {} : { note: email_address }),
  }));
  const form = useForm<{ name: string; users: string[] }>({
    blank: { name: team?.name ?? '', users: team?.members.map(({ id }) => id) ?? [] },
    fields: {
      users: { label: texts.people },
      name: { label: texts.name, needed: { sentence: texts.nameNeeded }, limit: textLimits.nameCharacters },
    },
  });
  const { users } = form.values;
  const name = form.values.name.trim();
  const save = useCommand(
    async () => {
      if (team === null) await request(createTeamDocument, { name, users });
      else await request(updateTeamDocument, { id: team.id, name, users, if_updated_at: team.updated_at });
    },
    {
      form,
      done: () => (team === null ? texts.made(name) : texts.saved(name)),
      failed: null,
      onDone: onClose,
    },
  );
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={team === null ? texts.addTitle : texts.editTitle(team.name)}
      submitLabel={team === null ? texts.add : texts.save}
    >
      <TextField {...form.field('name')} placeholder={texts.example} autoComplete="off" />
      <MultiCombobox
        label={texts.people}
        optional
        options={options}
        values={options.filter(({ value }) => users.includes(value))}
        maximum={teamLimits.membersOfTeam}
        onChange={(chosen) => form.set({ users: chosen.map(({ value }) => value) })}
        placeholder={texts.find}
      />
    </FormDialog>
  );
}
