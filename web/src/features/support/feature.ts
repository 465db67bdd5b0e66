/** What tickets and the knowledge base bring to the console. */
import { IconBook, IconBookFilled, IconTicket, IconTicketFilled } from '@tabler/icons-react';
import { canRead } from '../../../../contract/permissions.ts';
import { knowledgeBaseAddress, ticketsAddress } from '../../host/addresses.ts';
import type { Feature } from '../../shared/feature.ts';

export const support = {
  areas: {
    tickets: { label: 'Tickets', letter: 't', icons: [IconTicket, IconTicketFilled], isApart: true },
    knowledge_base: {
      label: 'Knowledge Base',
      letter: 'k',
      icons: [IconBook, IconBookFilled],
      isApart: true,
    },
  },
  screens: {
    tickets: {
      address: ticketsAddress(),
      title: 'Tickets',
      load: async () => (await import('./TicketsPage.tsx')).TicketsPage,
      needs: (rights) => canRead(rights.permissions, 'tickets'),
      area: 'tickets',
    },
    knowledge_base: {
      address: knowledgeBaseAddress(),
      title: 'Knowledge Base',
      load: async () => (await import('./KnowledgeBasePage.tsx')).KnowledgeBasePage,
      needs: (rights) => canRead(rights.permissions, 'knowledgebase'),
      area: 'knowledge_base',
    },
  },
} satisfies Feature;
