import type { ApiScope } from '../../../contract/api_keys.ts';
import type { Command } from '../../core/command.ts';
import type { Entity } from '../../core/entity.ts';
import { usersFindOrCreate } from '../../domain/account/people/find_or_create.ts';
import { user } from '../../domain/account/user.ts';
import { comment } from '../../domain/conversation/comment.ts';
import { commentCreate, commentDelete, commentUpdate } from '../../domain/conversation/comment_commands.ts';
import {
  feedbackRecordCreate,
  feedbackRecordDelete,
  feedbackRecordUpdate,
} from '../../domain/conversation/feedback_commands.ts';
import { feedbackRecord } from '../../domain/conversation/feedback_record.ts';
import {
  suggestionCreate,
  suggestionDelete,
  suggestionUpdate,
} from '../../domain/conversation/idea_commands.ts';
import {
  suggestionAdminSubscribe,
  supporterDelete,
  supporterUpdate,
} from '../../domain/conversation/support.ts';
import { supporter } from '../../domain/conversation/supporter.ts';
import {
  externalAccountCreate,
  externalAccountDelete,
  externalAccountUpdate,
} from '../../domain/customers/account_commands.ts';
import { externalAccount } from '../../domain/customers/external_account.ts';
import { rating } from '../../domain/customers/rating.ts';
import { ratingCreate, ratingDelete } from '../../domain/customers/rating_commands.ts';
import { userUpdate } from '../../domain/customers/user_update.ts';
import { category } from '../../domain/ideas/category.ts';
import { forum } from '../../domain/ideas/forum.ts';
import { label } from '../../domain/ideas/label.ts';
import { internalStatus, status } from '../../domain/ideas/status.ts';
import { suggestion } from '../../domain/ideas/suggestion.ts';
import { ticket, ticketMessage, ticketStream } from '../../domain/support/ticket.ts';
import { ticketLink, ticketNote, ticketUpdate } from '../../domain/support/ticket_commands.ts';

/*
 * What the HTTP API offers, as data: kinds of records, and what can be done with them. Reads and writes are those of
 * the console, by the same declarations; this list chooses among their fields, filters and inputs. Routes and the
 * OpenAPI document are made from it.
 */

/** A kind of record as the API shows it. */
export interface Resource {
  /** name in paths, plural */
  name: string;
  /** name of its schema, singular */
  schema: string;
  entity: Entity;
  /** fields of the entity; of relations their own fields */
  fields: Readonly<Record<string, true | readonly string[]>>;
  /** filters of the entity that its list takes */
  filters: readonly string[];
  /** column that tells its rows apart in a list, by which it is ordered */
  key: 'id' | 'user_id';
}

const NAMED = ['id', 'name'] as const;
const PERSON = ['id', 'name', 'email_address'] as const;
const IDEA = ['id', 'title'] as const;

const yes = <const N extends string>(...names: readonly N[]): Record<N, true> =>
  Object.fromEntries(names.map((name) => [name, true])) as Record<N, true>;

const ideas: Resource = {
  name: 'ideas',
  schema: 'Idea',
  entity: suggestion,
  fields: {
    ...yes(
      'id',
      'title',
      'body',
      'body_mime_type',
      'state',
      'channel',
      'votes_count',
      'supporters_count',
      'supporting_accounts_count',
      'supporter_revenue',
      'comments_count',
      'requests_count',
      'importance_low_count',
      'importance_medium_count',
      'importance_high_count',
    ),
    forum: NAMED,
    category: NAMED,
    status: NAMED,
    internal_status: NAMED,
    labels: ['id', 'full_name'],
    created_by: PERSON,
    assigned_owner: PERSON,
    ...yes('portal_url', 'last_activity_at', 'created_at', 'updated_at'),
  },
  filters: [
    'q',
    'state',
    'forum',
    'category',
    'label',
    'status',
    'internal_status',
    'assigned_owner',
    'creator',
    'supporter',
    'external_account',
    'created_after',
    'created_before',
    'updated_after',
    'updated_before',
  ],
  key: 'id',
};

const votes: Resource = {
  name: 'votes',
  schema: 'Vote',
  entity: supporter,
  fields: { user: PERSON, ...yes('votes', 'importance', 'channel', 'subscribed', 'created_at') },
  filters: ['user'],
  key: 'user_id',
};

const comments: Resource = {
  name: 'comments',
  schema: 'Comment',
  entity: comment,
  fields: {
    ...yes('id', 'body', 'body_mime_type', 'state', 'channel', 'is_admin_comment'),
    created_by: PERSON,
    suggestion: IDEA,
    ...yes('created_at', 'updated_at'),
  },
  filters: ['suggestion', 'creator', 'state', 'updated_after', 'updated_before'],
  key: 'id',
};

const feedback: Resource = {
  name: 'feedback',
  schema: 'Feedback',
  entity: feedbackRecord,
  fields: {
    ...yes(
      'id',
      'body',
      'body_mime_type',
      'channel',
      'source_url',
      'source_type',
      'source_guid',
      'source_title',
      'severity',
      'prompt',
    ),
    user: PERSON,
    captured_by: PERSON,
    suggestion: IDEA,
    ...yes('created_at', 'updated_at'),
  },
  filters: [
    'suggestion',
    'suggestion_none',
    'user',
    'external_account',
    'q',
    'updated_after',
    'updated_before',
  ],
  key: 'id',
};

const users: Resource = {
  name: 'users',
  schema: 'User',
  entity: user,
  fields: {
    ...yes(
      'id',
      'name',
      'email_address',
      'guid',
      'allowed_state',
      'license_type',
      'job_title',
      'city',
      'region',
      'country',
      'is_subscribed',
      'satisfaction_score',
      'supported_suggestions_count',
    ),
    crm_account: NAMED,
    merged_into: NAMED,
    ...yes('created_at', 'updated_at'),
  },
  filters: [
    'q',
    'email_address',
    'allowed_state',
    'license_type',
    'external_account',
    'updated_after',
    'updated_before',
  ],
  key: 'id',
};

const accounts: Resource = {
  name: 'accounts',
  schema: 'Account',
  entity: externalAccount,
  fields: yes(
    'id',
    'external_id',
    'name',
    'plan',
    'mrr',
    'ltv',
    'revenue',
    'nps',
    'users_count',
    'supported_ideas_count',
    'external_created_at',
    'created_at',
    'updated_at',
  ),
  filters: ['q'],
  key: 'id',
};

const ratings: Resource = {
  name: 'ratings',
  schema: 'Rating',
  entity: rating,
  fields: {
    ...yes('id', 'score', 'previous_score', 'body', 'channel', 'created_at', 'updated_at'),
    user: PERSON,
  },
  filters: [
    'user',
    'band',
    'with_words',
    'created_after',
    'created_before',
    'updated_after',
    'updated_before',
  ],
  key: 'id',
};

const forums: Resource = {
  name: 'forums',
  schema: 'Forum',
  entity: forum,
  fields: yes('id', 'name', 'state', 'created_at', 'updated_at'),
  filters: [],
  key: 'id',
};
const categories: Resource = {
  name: 'categories',
  schema: 'Category',
  entity: category,
  fields: { ...yes('id', 'name'), forum: NAMED },
  filters: ['forum'],
  key: 'id',
};
const labels: Resource = {
  name: 'labels',
  schema: 'Label',
  entity: label,
  fields: yes('id', 'name', 'full_name'),
  filters: [],
  key: 'id',
};
const statuses: Resource = {
  name: 'statuses',
  schema: 'Status',
  entity: status,
  fields: yes('id', 'name', 'hex_color', 'is_open'),
  filters: [],
  key: 'id',
};
const internalStatuses: Resource = {
  name: 'internal_statuses',
  schema: 'InternalStatus',
  entity: internalStatus,
  fields: yes('id', 'name', 'hex_color'),
  filters: [],
  key: 'id',
};

const tickets: Resource = {
  name: 'tickets',
  schema: 'Ticket',
  entity: ticket,
  fields: {
    ...yes('id', 'subject', 'state', 'excerpt', 'from_email', 'from_name'),
    stream: NAMED,
    user: PERSON,
    assignee: PERSON,
    suggestions: IDEA,
    ...yes('last_message_at', 'created_at', 'updated_at'),
  },
  filters: [
    'q',
    'state',
    'stream',
    'user',
    'assignee',
    'assigned',
    'suggestion',
    'updated_after',
    'updated_before',
  ],
  key: 'id',
};
const ticketMessages: Resource = {
  name: 'ticket_messages',
  schema: 'TicketMessage',
  entity: ticketMessage,
  fields: {
    ...yes('id', 'kind', 'body', 'body_mime_type', 'event', 'from_email', 'from_name', 'is_verified'),
    user: PERSON,
    ...yes('delivery_state', 'created_at'),
  },
  filters: [],
  key: 'id',
};
const ticketStreams: Resource = {
  name: 'ticket_streams',
  schema: 'TicketStream',
  entity: ticketStream,
  fields: yes('id', 'name', 'open_tickets_count', 'created_at', 'updated_at'),
  filters: [],
  key: 'id',
};

/** One thing that can be done, at one method and path. */
export interface Operation {
  /** unique, for the names of clients: 'createIdea' */
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** below /api/v1, with {names} of its parameters */
  path: string;
  summary: string;
  scope: ApiScope;
  resource: Resource;
  /** list: a page of records; one: a record; made, changed: a command and the record; gone: a command and no body */
  kind: 'list' | 'one' | 'made' | 'changed' | 'gone';
  command?: Command;
  /** input of the command, or filter of the list, that a parameter of the path fills */
  parameters: Readonly<Record<string, string>>;
  /** inputs of the command that the body may hold */
  body: readonly string[];
  /** inputs that are the same for every call by the API */
  fixed?: Readonly<Record<string, unknown>>;
}

/** Inputs of a command other than those that files come by, a path fills, or the API sets. */
function bodyOf(command: Command, without: readonly string[]): string[] {
  return Object.keys(command.input).filter((name) => name !== 'attachment_tokens' && !without.includes(name));
}

function reads(resource: Resource, scope: ApiScope, noun: string): Operation[] {
  return [
    {
      id: `list${pascal(resource.name)}`,
      method: 'GET',
      path: `/${resource.name}`,
      summary: `Lists ${noun}`,
      scope,
      resource,
      kind: 'list',
      parameters: {},
      body: [],
    },
    {
      id: `get${resource.schema}`,
      method: 'GET',
      path: `/${resource.name}/{id}`,
      summary: `Reads one of the ${noun}`,
      scope,
      resource,
      kind: 'one',
      parameters: { id: 'id' },
      body: [],
    },
  ];
}

function write(
  operation: Pick<Operation, 'id' | 'method' | 'path' | 'summary' | 'scope' | 'resource' | 'kind'> & {
    command: Command;
    parameters?: Record<string, string>;
    fixed?: Record<string, unknown>;
    without?: readonly string[];
  },
): Operation {
  const { without = [], parameters = {}, ...rest } = operation;
  const filled = [...Object.values(parameters), ...Object.keys(operation.fixed ?? {}), ...without];
  return {
    ...rest,
    parameters,
    body: operation.kind === 'gone' ? [] : bodyOf(operation.command, filled),
  };
}

const pascal = (name: string): string =>
  name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Everything that the API does. */
export const operations: readonly Operation[] = [
  ...reads(ideas, 'ideas:read', 'ideas'),
  write({
    id: 'createIdea',
    method: 'POST',
    path: '/ideas',
    summary: 'Makes an idea',
    scope: 'ideas:write',
    resource: ideas,
    kind: 'made',
    command: suggestionCreate,
    // these send email, or belong to how the console makes ideas of others
    without: [
      'forum_id',
      'category_id',
      'notify_source_subscribers',
      'copy_supporters',
      'conversion_source_type',
      'conversion_source_id',
      'flag_for_admin',
      'flag_reason',
    ],
  }),
  write({
    id: 'updateIdea',
    method: 'PATCH',
    path: '/ideas/{id}',
    summary: 'Changes an idea; what is not given stays',
    scope: 'ideas:write',
    resource: ideas,
    kind: 'changed',
    command: suggestionUpdate,
    parameters: { id: 'id' },
    without: ['forum_id', 'category_id'],
  }),
  write({
    id: 'deleteIdea',
    method: 'DELETE',
    path: '/ideas/{id}',
    summary: 'Deletes an idea; the console can restore it for 30 days',
    scope: 'ideas:write',
    resource: ideas,
    kind: 'gone',
    command: suggestionDelete,
    parameters: { id: 'id' },
  }),
  {
    id: 'listVotes',
    method: 'GET',
    path: '/ideas/{idea_id}/votes',
    summary: 'Lists the votes of an idea',
    scope: 'ideas:read',
    resource: votes,
    kind: 'list',
    parameters: { idea_id: 'suggestion' },
    body: [],
  },
  write({
    id: 'createVote',
    method: 'POST',
    path: '/ideas/{idea_id}/votes',
    summary: 'Makes a person a voter of an idea, unless they are one',
    scope: 'ideas:write',
    resource: ideas,
    kind: 'changed',
    command: suggestionAdminSubscribe,
    parameters: { idea_id: 'id' },
    fixed: { channel: 'api' },
  }),
  write({
    id: 'setImportance',
    method: 'PUT',
    path: '/ideas/{idea_id}/votes/{user_id}/importance',
    summary: 'Sets how important an idea is to a voter',
    scope: 'ideas:write',
    resource: ideas,
    kind: 'changed',
    command: supporterUpdate,
    parameters: { idea_id: 'suggestion', user_id: 'user' },
  }),
  write({
    id: 'deleteVote',
    method: 'DELETE',
    path: '/ideas/{idea_id}/votes/{user_id}',
    summary: 'Takes a vote away',
    scope: 'ideas:write',
    resource: ideas,
    kind: 'gone',
    command: supporterDelete,
    parameters: { idea_id: 'suggestion', user_id: 'user' },
  }),
  ...reads(ratings, 'people:read', 'ratings'),
  write({
    id: 'createRating',
    method: 'POST',
    path: '/ratings',
    summary: 'Writes down how content a person said to be',
    scope: 'people:write',
    resource: ratings,
    kind: 'made',
    command: ratingCreate,
    fixed: { channel: 'api' },
  }),
  write({
    id: 'deleteRating',
    method: 'DELETE',
    path: '/ratings/{id}',
    summary: 'Deletes a rating',
    scope: 'people:write',
    resource: ratings,
    kind: 'gone',
    command: ratingDelete,
    parameters: { id: 'id' },
  }),
  ...reads(comments, 'comments:read', 'comments'),
  write({
    id: 'createComment',
    method: 'POST',
    path: '/comments',
    summary: 'Writes a comment',
    scope: 'comments:write',
    resource: comments,
    kind: 'made',
    command: commentCreate,
  }),
  write({
    id: 'updateComment',
    method: 'PATCH',
    path: '/comments/{id}',
    summary: 'Changes a comment',
    scope: 'comments:write',
    resource: comments,
    kind: 'changed',
    command: commentUpdate,
    parameters: { id: 'id' },
  }),
  write({
    id: 'deleteComment',
    method: 'DELETE',
    path: '/comments/{id}',
    summary: 'Deletes a comment',
    scope: 'comments:write',
    resource: comments,
    kind: 'gone',
    command: commentDelete,
    parameters: { id: 'id' },
  }),
  ...reads(feedback, 'feedback:read', 'feedback'),
  write({
    id: 'createFeedback',
    method: 'POST',
    path: '/feedback',
    summary: 'Captures feedback; the person becomes a voter of its idea',
    scope: 'feedback:write',
    resource: feedback,
    kind: 'made',
    command: feedbackRecordCreate,
    fixed: { channel: 'api' },
  }),
  write({
    id: 'updateFeedback',
    method: 'PATCH',
    path: '/feedback/{id}',
    summary: 'Changes feedback; what is not given stays',
    scope: 'feedback:write',
    resource: feedback,
    kind: 'changed',
    command: feedbackRecordUpdate,
    parameters: { id: 'id' },
    without: ['channel'],
  }),
  write({
    id: 'deleteFeedback',
    method: 'DELETE',
    path: '/feedback/{id}',
    summary: 'Deletes feedback',
    scope: 'feedback:write',
    resource: feedback,
    kind: 'gone',
    command: feedbackRecordDelete,
    parameters: { id: 'id' },
  }),
  ...reads(users, 'people:read', 'people'),
  write({
    id: 'createUser',
    method: 'POST',
    path: '/users',
    summary: 'Answers the person of an address; makes one when there is none',
    scope: 'people:write',
    resource: users,
    kind: 'made',
    command: usersFindOrCreate,
  }),
  write({
    id: 'updateUser',
    method: 'PATCH',
    path: '/users/{id}',
    summary: 'Changes a person who is no member of the team; what is not given stays',
    scope: 'people:write',
    resource: users,
    kind: 'changed',
    command: userUpdate,
    parameters: { id: 'id' },
  }),
  ...reads(accounts, 'people:read', 'accounts'),
  write({
    id: 'createAccount',
    method: 'POST',
    path: '/accounts',
    summary: 'Makes an account',
    scope: 'people:write',
    resource: accounts,
    kind: 'made',
    command: externalAccountCreate,
    fixed: { revenue_source: 'api' },
  }),
  write({
    id: 'updateAccount',
    method: 'PATCH',
    path: '/accounts/{id}',
    summary: 'Changes an account; what is not given stays',
    scope: 'people:write',
    resource: accounts,
    kind: 'changed',
    command: externalAccountUpdate,
    parameters: { id: 'id' },
    fixed: { revenue_source: 'api' },
  }),
  write({
    id: 'deleteAccount',
    method: 'DELETE',
    path: '/accounts/{id}',
    summary: 'Deletes an account; the console can restore it for 30 days',
    scope: 'people:write',
    resource: accounts,
    kind: 'gone',
    command: externalAccountDelete,
    parameters: { id: 'id' },
  }),
  ...reads(tickets, 'tickets:read', 'tickets'),
  // what is written to a customer is written by people
  write({
    id: 'updateTicket',
    method: 'PATCH',
    path: '/tickets/{id}',
    summary: 'Closes or opens a ticket, assigns or moves it, or changes its subject; what is not given stays',
    scope: 'tickets:write',
    resource: tickets,
    kind: 'changed',
    command: ticketUpdate,
    parameters: { id: 'id' },
  }),
  {
    id: 'listTicketMessages',
    method: 'GET',
    path: '/tickets/{ticket_id}/messages',
    summary: 'Lists what was said in a ticket, and done with it',
    scope: 'tickets:read',
    resource: ticketMessages,
    kind: 'list',
    parameters: { ticket_id: 'ticket' },
    body: [],
  },
  write({
    id: 'createTicketNote',
    method: 'POST',
    path: '/tickets/{ticket_id}/notes',
    summary: 'Writes a note under a ticket, for the team alone',
    scope: 'tickets:write',
    resource: ticketMessages,
    kind: 'made',
    command: ticketNote,
    parameters: { ticket_id: 'ticket' },
  }),
  write({
    id: 'linkTicket',
    method: 'PUT',
    path: '/tickets/{ticket_id}/ideas/{idea_id}',
    summary: 'Says that a ticket speaks for an idea',
    scope: 'tickets:write',
    resource: tickets,
    kind: 'changed',
    command: ticketLink,
    parameters: { ticket_id: 'ticket', idea_id: 'suggestion' },
  }),
  ...reads(ticketStreams, 'tickets:read', 'streams of tickets'),
  ...reads(forums, 'ideas:read', 'forums'),
  ...reads(categories, 'ideas:read', 'categories'),
  ...reads(labels, 'ideas:read', 'labels'),
  ...reads(statuses, 'ideas:read', 'public statuses'),
  ...reads(internalStatuses, 'ideas:read', 'internal statuses'),
];

/** Kinds of records that some operation answers. */
export const resources: readonly Resource[] = [...new Set(operations.map(({ resource }) => resource))];
