import { defineCommand } from '../../core/command.ts';
import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import { booleanInput } from '../../inputs/kinds.ts';
import { writeRight, readRight } from '../../core/viewer.ts';

const emailPermissionSet = shape(
  'EmailPermissionSet',
  'What people outside the team may write about by email.',
  {
    id: { type: 'ID!', description: 'Id.' },
    roadmap_feedback: {
      type: 'Boolean!',
      description:
        'Readers of a shared roadmap are offered to write to the team; what they write becomes a ticket. Shown where the installation takes email.',
    },
  },
);

/** What people outside the team may write about by email (ENT-065). */
export const currentEmailPermissionSet = defineQuery({
  name: 'current_email_permission_set',
  description: 'What people outside the team may write about by email.',
  requires: readRight('settings'),
  args: {},
  returns: 'EmailPermissionSet!',
  shapes: [emailPermissionSet],
  reads: ['subdomains.roadmap_feedback'],
  run: async (_args, { scope }) => {
    const { subdomain_id } = scope.viewer;
    const row = await scope.db
      .selectFrom('subdomains')
      .select('roadmap_feedback')
      .where('id', '=', subdomain_id)
      .executeTakeFirstOrThrow();
    return { id: subdomain_id, ...row };
  },
});

/** Changes it (DEC-119). */
export const currentEmailPermissionSetUpdate = defineCommand({
  name: 'current_email_permission_set_update',
  description: 'Changes what people outside the team may write about by email.',
  requires: writeRight('settings'),
  input: { roadmap_feedback: booleanInput('Readers of a shared roadmap are offered to write to the team.') },
  returns: { type: 'EmailPermissionSet!' },
  shapes: [emailPermissionSet],
  run: async ({ roadmap_feedback }, context) => {
    const { tx, subdomain_id } = context;
    if (roadmap_feedback !== undefined) {
      await tx.updateTable('subdomains').set({ roadmap_feedback }).where('id', '=', subdomain_id).execute();
      await context.audit('current_email_permission_set_update', null, { roadmap_feedback });
    }
    const row = await tx
      .selectFrom('subdomains')
      .select('roadmap_feedback')
      .where('id', '=', subdomain_id)
      .executeTakeFirstOrThrow();
    return { id: subdomain_id, ...row };
  },
});
