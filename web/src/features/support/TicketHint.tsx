import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import { ideaAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { useIdeaSearch } from '../../shared/ideas/ideas.ts';
import { plainText } from '../../shared/plainText.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { ticketHintTexts as texts } from './ticketHintMessages.ts';
import { useTicketMessages } from './ticketQueries.ts';
import type { Ticket } from './ticketQueries.ts';
import styles from './tickets.module.css';

const voteDocument = graphql(`
  query TicketVote($suggestion: [ID!], $user: [ID!]) {
    supporters(suggestion: $suggestion, user: $user, per_page: 1) {
      total_records
    }
  }
`);

/**
 * The likeliest idea for what a customer wrote, while the ticket speaks for none and the customer has not voted for it
 * yet, with the way to keep what they said. Nothing otherwise.
 */
export function TicketHint({ ticket, onCapture }: { ticket: Ticket; onCapture: () => void }) {
  const messages = useTicketMessages(ticket.id, 1);
  const said = messages.data?.ticket_messages.records.findLast(({ kind }) => kind === 'email');
  const words =
    said === undefined
      ? ''
      : `${ticket.subject}. ${plainText(said.body, said.body_mime_type ?? 'text/plain')}`;
  const likely = useIdeaSearch('', words, { only: 'duplicates' });
  const idea = likely.kind === 'likely' ? likely.ideas[0] : undefined;
  const variables = { suggestion: [idea?.id ?? ''], user: [ticket.user?.id ?? ''] };
  const vote = useQuery({
    queryKey: ['ticket-vote', variables],
    queryFn: ({ signal }) => request(voteDocument, variables, { signal }),
    enabled: idea !== undefined && ticket.user !== null,
  });
  // who is not known yet has not voted
  const hasVoted = ticket.user !== null && vote.data?.supporters.total_records !== 0;
  if (idea === undefined || hasVoted) return null;
  return (
    <p className={styles.ideas}>
      <span className={styles.quiet}>{texts.like}</span>
      <Link href={ideaAddress(idea.id)}>{idea.title}</Link>
      <span className={styles.quiet}>{texts.notVoted(ticket.user?.name ?? ticket.from_name ?? '')}</span>
      <Button variant="text" onClick={onCapture}>
        {texts.keep}
      </Button>
    </p>
  );
}
