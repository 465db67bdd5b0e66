import { sql } from 'kysely';
import { textLimits } from '../../../contract/limits.ts';
import { ticketLimits } from '../../../contract/tickets.ts';
import { markChanged } from '../../core/changes.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import { rejectDuplicate } from '../../core/unique.ts';
import { allOf, writeRight } from '../../core/viewer.ts';
import { idInput, intInput, required, singleLine } from '../../inputs/kinds.ts';
import {
  assertNotModified,
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
} from '../../listing/optimistic_lock.ts';
import { streamAddress } from '../mail/tokens.ts';
import { canReadTickets } from './rights.ts';
import { ticketStream } from './ticket.ts';
import { tellTicketCounts } from './ticket_counts.ts';

/** Who sets streams up: whoever keeps the settings and sees tickets. */
const canKeepStreams = allOf(canReadTickets, writeRight('settings'));

const inName = singleLine('Name, unique in the workspace.', textLimits.nameCharacters);
const taken = (name: string) => () =>
  badInput('name', `There is a stream "${name}" already. Choose another name.`, { reason: 'taken' });

/** Who changes streams does so in turn with others who do. */
async function takeTurn({ tx, subdomain_id }: CommandContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ticket streams ${subdomain_id}`}, 0))`.execute(
    tx,
  );
}

/** A stream, held until the commit. @throws BAD_USER_INPUT naming the field when there is none */
export async function lockStream(
  { tx, subdomain_id }: Pick<CommandContext, 'tx' | 'subdomain_id'>,
  id: string,
  field: string,
) {
  const row = await tx
    .selectFrom('ticket_streams')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  if (!row) throw notFound(field, 'stream');
  return row;
}

async function streamIds({ tx, subdomain_id }: CommandContext): Promise<string[]> {
  const rows = await tx
    .selectFrom('ticket_streams')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Gives the streams the places 1, 2, 3 of a list of all of them. */
async function place({ tx, subdomain_id, now }: CommandContext, ids: readonly string[]): Promise<void> {
  await sql`
update ticket_streams t set position = d.position, updated_at = greatest(${now}::timestamptz, t.updated_at + interval '1 millisecond')
from unnest(${[...ids]}::bigint[]) with ordinality as d (id, position)
where t.subdomain_id = ${subdomain_id} and t.id = d.id and t.position <> d.position`.execute(tx);
}

/** Makes a stream, behind the others. */
export const ticketStreamCreate = defineCommand({
  name: 'ticket_stream_create',
  description: 'Makes a stream of tickets, behind the others.',
  requires: canKeepStreams,
  input: { name: required(inName) },
  returns: { entity: 'ticket_stream' },
  run: async ({ name }, context) => {
    const { tx, subdomain_id, now } = context;
    await takeTurn(context);
    const ids = await streamIds(context);
    if (ids.length >= ticketLimits.streams)
      throw badInput('name', `A workspace has at most ${ticketLimits.streams} streams.`, {
        reason: 'too_many',
      });
    const { id } = await rejectDuplicate(
      'ticket_streams_name',
      taken(name),
      tx
        .insertInto('ticket_streams')
        .values({ subdomain_id, name, position: ids.length + 1, created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    await tellTicketCounts(tx, subdomain_id);
    await context.audit('ticket_stream_create', id, { name });
    return id;
  },
});

/** Renames a stream, or gives it another place. */
export const ticketStreamUpdate = defineCommand({
  name: 'ticket_stream_update',
  description: 'Renames a stream, or gives it another place. Its address stays.',
  requires: canKeepStreams,
  input: {
    id: required(idInput('Stream.')),
    name: inName,
    position: intInput('Place among the streams; the others make room.', {
      min: 1,
      max: ticketLimits.streams,
    }),
    if_updated_at: inIfUpdatedAt,
  },
  returns: { entity: 'ticket_stream' },
  run: async ({ id, name, position, if_updated_at }, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    await takeTurn(context);
    const row = await tx
      .selectFrom('ticket_streams')
      .selectAll()
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('id', 'stream');
    await assertNotModified(if_updated_at, row, 'stream', () =>
      readRecord(tx, viewer, ticketStream, [], id, {
        id: true,
        name: true,
        position: true,
        updated_at: true,
      }),
    );
    if (name === '') throw badInput('name', 'The name is required.', { reason: 'required' });
    await rejectDuplicate(
      'ticket_streams_name',
      taken(name ?? row.name),
      tx
        .updateTable('ticket_streams')
        .set({ name: name ?? row.name, updated_at: nextUpdatedAt(row, now) })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', id)
        .execute(),
    );
    if (position !== undefined) {
      const others = (await streamIds(context)).filter((other) => other !== id);
      await place(context, [...others.slice(0, position - 1), id, ...others.slice(position - 1)]);
    }
    await context.audit('ticket_stream_update', id, { name: name ?? row.name });
    return id;
  },
});

/** Deletes a stream; its tickets go to another one. */
export const ticketStreamDelete = defineCommand({
  name: 'ticket_stream_delete',
  description:
    'Deletes a stream. Its tickets go to the target stream, which must be named when there are any; what is sent to its address afterwards is not taken.',
  requires: canKeepStreams,
  input: {
    id: required(idInput('Stream.')),
    target_stream: idInput('Stream that takes its tickets.'),
  },
  returns: { type: 'DeletedRecord' },
  run: async ({ id, target_stream }, context) => {
    const { tx, subdomain_id, now } = context;
    await takeTurn(context);
    // no mail comes into it from here on, and what has just come is waited for
    const row = await tx
      .selectFrom('ticket_streams')
      .select('name')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('id', 'stream');
    const target =
      target_stream === undefined ? null : await lockStream(context, target_stream, 'target_stream');
    if (target?.id === id)
      throw badInput('target_stream', 'Choose another stream than the one that is deleted.');
    const any = await tx
      .selectFrom('tickets')
      .select('id')
      .where('subdomain_id', '=', subdomain_id)
      .where('stream_id', '=', id)
      .limit(1)
      .executeTakeFirst();
    if (any && target === null)
      throw badInput('target_stream', 'Choose the stream that takes the tickets of this one.', {
        reason: 'required',
      });
    if (target !== null) {
      const { rows } = await sql<{ id: string }>`
update tickets t set stream_id = ${target.id}::bigint, updated_at = greatest(${now}::timestamptz, t.updated_at + interval '1 millisecond')
where t.subdomain_id = ${subdomain_id} and t.stream_id = ${id}::bigint returning t.id::text as id`.execute(
        tx,
      );
      markChanged(
        tx,
        'ticket',
        rows.map((moved) => moved.id),
      );
    }
    await tx
      .deleteFrom('ticket_streams')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await place(context, await streamIds(context));
    await tellTicketCounts(tx, subdomain_id);
    await context.audit('ticket_stream_delete', id, { name: row.name, target: target?.id ?? null });
    return { id };
  },
});

const address = shape('TicketAddress', 'Where customers write to.', {
  stream_id: { type: 'ID!', description: 'The stream.' },
  email_address: { type: 'String!', description: 'What is sent there becomes a ticket of the stream.' },
});

/** The addresses of the streams, to be set up as the target of a support mailbox; empty where no email comes in. */
export const ticketAddresses = defineQuery({
  name: 'ticket_addresses',
  description:
    'Addresses of the streams: what is sent or forwarded there becomes a ticket. Empty where the installation takes no email.',
  requires: canKeepStreams,
  args: {},
  returns: '[TicketAddress!]!',
  reads: ['ticket_streams.id', 'ticket_streams.position'],
  shapes: [address],
  run: async (_args, { scope }) => {
    const { mail, signatures } = scope.services;
    if (!mail.takesReplies) return [];
    const { subdomain_id } = scope.viewer;
    const rows = await scope.db
      .selectFrom('ticket_streams')
      .select('id')
      .where('subdomain_id', '=', subdomain_id)
      .orderBy('position')
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => ({
      stream_id: id,
      email_address: streamAddress(signatures, subdomain_id, id, mail.domain),
    }));
  },
});
