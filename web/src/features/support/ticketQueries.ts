/** What the page of tickets reads and sends. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import type {
  TicketMessagesQuery,
  TicketQuery,
  TicketsQuery,
  TicketStreamsQuery,
} from '../../api/generated/graphql.ts';
import { request } from '../../api/runtime.ts';

/** Tickets that a list loads at once, and then each time more are asked for. */
export const TICKETS_SHOWN = 50;
const MESSAGES_SHOWN = 100;

const streamsDocument = graphql(`
  query TicketStreams {
    all_ticket_streams {
      records {
        id
        name
        open_tickets_count
        updated_at
      }
    }
  }
`);

/** A stream with how many of its tickets are open. */
export type TicketStream = TicketStreamsQuery['all_ticket_streams']['records'][number];

/** All streams in their order. */
export function useStreams() {
  return useQuery({
    queryKey: ['ticket-streams'],
    queryFn: ({ signal }) => request(streamsDocument, {}, { signal }),
  });
}

const ticketsDocument = graphql(`
  query Tickets($query: TicketListInput, $per_page: Int) {
    tickets(query: $query, per_page: $per_page) {
      total_records
      records {
        id
        subject
        state
        excerpt
        from_email
        from_name
        last_message_at
        user {
          id
          name
          crm_account {
            id
            name
          }
        }
        assignee {
          id
          name
          avatar_url
        }
      }
    }
  }
`);

/** A ticket in the list. */
export type ListedTicket = TicketsQuery['tickets']['records'][number];

/** Which tickets a list shows. */
export interface TicketFilter {
  /** id; '': of all streams */
  stream: string;
  state: 'open' | 'closed';
  q: string;
}

/** Tickets, the newest word first. */
export function useTickets({ stream, state, q }: TicketFilter, shown: number) {
  return useQuery({
    queryKey: ['tickets', stream, state, q, shown],
    queryFn: ({ signal }) =>
      request(
        ticketsDocument,
        {
          query: {
            ...(stream === '' ? {} : { stream: [stream] }),
            // who searches looks everywhere
            ...(q === '' ? { state } : { q }),
          },
          per_page: shown,
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

const ticketDocument = graphql(`
  query Ticket($id: ID!) {
    ticket(id: $id) {
      id
      subject
      state
      from_email
      from_name
      created_at
      updated_at
      stream {
        id
        name
      }
      user {
        ...PickedUser
      }
      assignee {
        id
        name
        avatar_url
      }
      suggestions {
        id
        title
      }
    }
  }
`);

/** A ticket as its page shows it. */
export type Ticket = NonNullable<TicketQuery['ticket']>;

/** One ticket; null when there is none of this id. */
export function useTicket(id: string) {
  return useQuery({
    queryKey: ['ticket', id],
    queryFn: ({ signal }) => request(ticketDocument, { id }, { signal }),
  });
}

const messagesDocument = graphql(`
  query TicketMessages($ticket: [ID!], $per_page: Int) {
    ticket_messages(ticket: $ticket, sort: "-id", per_page: $per_page) {
      total_records
      records {
        id
        kind
        body
        body_mime_type
        from_email
        from_name
        is_verified
        event
        delivery_state
        delivery_reason
        created_at
        user {
          id
          name
          avatar_url
        }
        event_user {
          id
          name
        }
        event_stream {
          id
          name
        }
        event_suggestion {
          id
          title
        }
        attachments {
          id
          file_name
          size_in_bytes
          url
        }
      }
    }
  }
`);

/** An email, a reply, a note or an event. */
export type TicketMessage = TicketMessagesQuery['ticket_messages']['records'][number];

/** The newest messages of a ticket, newest first. @param pages of a hundred */
export function useTicketMessages(ticketId: string, pages: number) {
  return useQuery({
    queryKey: ['ticket-messages', ticketId, pages],
    queryFn: ({ signal }) =>
      request(messagesDocument, { ticket: [ticketId], per_page: MESSAGES_SHOWN * pages }, { signal }),
    placeholderData: keepPreviousData,
  });
}

const addressesDocument = graphql(`
  query TicketAddresses {
    ticket_addresses {
      stream_id
      email_address
    }
  }
`);

/** Addresses of the streams, for those who set them up. */
export function useTicketAddresses() {
  return useQuery({
    queryKey: ['ticket-addresses'],
    queryFn: ({ signal }) => request(addressesDocument, {}, { signal }),
  });
}

export const updateTicketDocument = graphql(`
  mutation UpdateTicket($id: ID!, $state: String, $assignee: ID, $stream: ID) {
    ticket_update(id: $id, state: $state, assignee: $assignee, stream: $stream) {
      id
      subject
      state
    }
  }
`);

export const replyToTicketDocument = graphql(`
  mutation ReplyToTicket($ticket: ID!, $body: String!, $close: Boolean, $attachment_tokens: [String!]) {
    ticket_reply(
      ticket: $ticket
      body: $body
      body_mime_type: "text/html"
      close: $close
      attachment_tokens: $attachment_tokens
    ) {
      id
    }
  }
`);

export const noteOnTicketDocument = graphql(`
  mutation NoteOnTicket($ticket: ID!, $body: String!, $attachment_tokens: [String!]) {
    ticket_note(
      ticket: $ticket
      body: $body
      body_mime_type: "text/html"
      attachment_tokens: $attachment_tokens
    ) {
      id
    }
  }
`);

export const createTicketDocument = graphql(`
  mutation CreateTicket($stream: ID!, $subject: String!, $body: String!, $email: String!, $name: String) {
    ticket_create(
      stream: $stream
      subject: $subject
      body: $body
      body_mime_type: "text/html"
      email: $email
      name: $name
    ) {
      id
      subject
    }
  }
`);

export const createStreamDocument = graphql(`
  mutation CreateTicketStream($name: String!) {
    ticket_stream_create(name: $name) {
      id
      name
    }
  }
`);

export const renameStreamDocument = graphql(`
  mutation RenameTicketStream($id: ID!, $name: String!, $if_updated_at: String) {
    ticket_stream_update(id: $id, name: $name, if_updated_at: $if_updated_at) {
      id
      name
    }
  }
`);

export const deleteStreamDocument = graphql(`
  mutation DeleteTicketStream($id: ID!, $target_stream: ID) {
    ticket_stream_delete(id: $id, target_stream: $target_stream) {
      id
    }
  }
`);
