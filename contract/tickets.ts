/** Tickets: what server and console agree on. */

export const TICKET_STATES = ['open', 'closed'] as const;
export type TicketState = (typeof TICKET_STATES)[number];

/** email: came in; reply: the team's, by email; note: for the team alone; event: what was done with the ticket. */
export const TICKET_MESSAGE_KINDS = ['email', 'reply', 'note', 'event'] as const;
export type TicketMessageKind = (typeof TICKET_MESSAGE_KINDS)[number];

export const TICKET_EVENTS = ['assigned', 'unassigned', 'closed', 'reopened', 'moved', 'linked'] as const;
export type TicketEvent = (typeof TICKET_EVENTS)[number];

/** Limits of tickets. */
export const ticketLimits = {
  streams: 50,
  /** Messages of one ticket; what comes after them begins a new ticket. */
  messages: 1_000,
  /** Ideas that one ticket speaks for. */
  ideas: 20,
  /** Characters of a message that stand in a list. */
  excerptCharacters: 160,
  /** Bytes of files that a workspace keeps in a day of emails whose author answers none of ours. */
  strangersBytesADay: 2 ** 30,
} as const;
