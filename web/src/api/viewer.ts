/**
 * Who is signed in and what they may do, loaded once per page: the current-account
 * answer (specification line 158), the console's current user and subdomain.
 */
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import { hasFeature, withoutMail } from '../../../contract/permissions.ts';
import type { Feature, PermissionsMap, Rights } from '../../../contract/permissions.ts';
import { dataOf } from './early.ts';
import type { Brought } from './early.ts';
import { ApiError } from './errors.ts';
import type { ConsoleViewerQuery } from './generated/graphql.ts';
import { graphql } from './graphql.ts';
import { fetchJson, installation, queryClient, request } from './runtime.ts';

/** Answer of GET /api/account/current?basic=1. */
export interface CurrentAccount {
  current_user: { id: string; permissions: PermissionsMap };
  current_subdomain: { id: string; key: string };
  current_account: { core_access: boolean; uvk_access: boolean };
  authorized_features: string[];
  /** True: the console is reached over plain http from another machine, so that passwords travel readably. */
  insecure_http?: boolean;
  /** True: no relay is set up, so mail is written to a folder and not sent; told to those who keep the settings. */
  mail_in_outbox?: boolean;
  /** Address of a proxy that the server does not trust, so that all people behind it count as one; told to those who keep the settings. */
  unlisted_proxy?: string | null;
  /** The disk that is full; told to those who keep the settings. Each heartbeat says it again. */
  full_disk?: 'database' | 'files' | null;
}

/** The signed-in core admin. `permissions` and `authorized_features` go straight into the predicates of contract/permissions. */
export interface Viewer extends Rights {
  id: string;
  display_name: string;
  email: string;
  /** Address of the picture; null shows the initials. */
  avatar_url: string | null;
  off_duty: boolean;
  /** Other workspaces of the same person. */
  other_subdomains: readonly { host: string; admin_url: string }[];
  subdomain: {
    id: string;
    key: string;
    name: string;
    host: string;
    admin_url: string;
    portal_url: string | null;
    is_trialing: boolean;
    has_crm_configuration: boolean;
  };
  insecure_http: boolean;
  mail_in_outbox: boolean;
  unlisted_proxy: string | null;
}

/** Key of the query for the number on the bell. */
export const notificationCountsKey = ['notification-counts'] as const;

const viewerDocument = graphql(`
  query ConsoleViewer {
    current_user {
      id
      display_name
      email
      avatar_url
      core_admin
      off_duty
      other_subdomains {
        host
        admin_url
      }
    }
    current_subdomain {
      id
      key
      name
      host
      admin_url
      portal_url
      is_trialing
      has_crm_configuration
      prevent_email_notifications
    }
    notification_counts {
      unseen
    }
  }
`);

/** What of the viewer changes while the console is open. */
const changingDocument = graphql(`
  query ViewerNow {
    current_user {
      id
      display_name
      avatar_url
      off_duty
    }
    current_subdomain {
      id
      name
      prevent_email_notifications
    }
  }
`);
const changingKey = ['viewer-now'] as const;

/**
 * Loads the viewer. Null: signed in, but no core admin (PERM-001): the caller
 * sends them to /admin. Rejects with ApiError; a missing session has then
 * already led to the sign-in page.
 */
export async function loadViewer(): Promise<Viewer | null> {
  const [account, answer] = await Promise.all([
    fetchJson('/api/account/current?basic=1') as Promise<CurrentAccount>,
    // FORBIDDEN means here: no core admin. It must not sign them out.
    request(viewerDocument, {}, { ownsForbidden: true }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'FORBIDDEN') return null;
      throw error;
    }),
  ]);
  return viewerOf(account, answer);
}

/** The viewer as the page brought them along; null: it did not, or they may not use the console, which the server then says itself. */
export function preloadedViewer({ account, viewer }: Pick<Brought, 'account' | 'viewer'>): Viewer | null {
  return viewerOf(account as CurrentAccount, dataOf(viewer) as ConsoleViewerQuery | null);
}

function viewerOf(account: CurrentAccount, answer: ConsoleViewerQuery | null): Viewer | null {
  const user = answer?.current_user;
  const subdomain = answer?.current_subdomain;
  if (!user || !subdomain) return null;
  // the number on the bell comes along, so that it costs no call of its own
  queryClient.setQueryData(notificationCountsKey, { notification_counts: answer.notification_counts });
  queryClient.setQueryData(changingKey, { current_user: user, current_subdomain: subdomain });
  installation.note(account);
  if (!user.core_admin || !account.current_account.core_access) return null;
  return {
    id: user.id,
    display_name: user.display_name,
    email: user.email,
    avatar_url: user.avatar_url,
    off_duty: user.off_duty,
    other_subdomains: user.other_subdomains,
    subdomain,
    permissions: account.current_user.permissions,
    authorized_features: account.authorized_features,
    insecure_http: account.insecure_http === true,
    mail_in_outbox: account.mail_in_outbox === true,
    unlisted_proxy: account.unlisted_proxy ?? null,
  };
}

/**
 * The loaded viewer as they stand now, with the name and picture that they have given themselves meanwhile, and on or off duty. A workspace
 * whose settings send no mail to end users has the feature prevent_email_notifications for the console, as if the
 * account had it, so that everything that offers such mail asks one thing (PANEL-041, DEC-145). Both are asked for again
 * when they change.
 */
export function useCurrentViewer(loaded: Viewer | null): Viewer | null {
  const { data } = useQuery({
    queryKey: changingKey,
    queryFn: ({ signal }) => request(changingDocument, {}, { signal }),
    enabled: loaded !== null,
    // it came with the viewer
    staleTime: Infinity,
    meta: { document: changingDocument },
  });
  return useMemo(() => {
    if (loaded === null || data === undefined) return loaded;
    const { display_name, avatar_url, off_duty } = data.current_user;
    const { name, prevent_email_notifications: isSwitchedOff } = data.current_subdomain;
    return {
      ...loaded,
      display_name,
      avatar_url,
      off_duty,
      subdomain: { ...loaded.subdomain, name },
      authorized_features: isSwitchedOff
        ? withoutMail(loaded.authorized_features)
        : loaded.authorized_features,
    };
  }, [loaded, data]);
}

/** The viewer of this page; set by the shell. */
export const ViewerContext = createContext<Viewer | null>(null);

/** The signed-in core admin. Throws outside the shell: every screen stands inside it. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (viewer === null) throw new Error('useViewer needs the shell around it.');
  return viewer;
}

/** Whether a feature flag or panel access is on (specification lines 459, 467). */
export function useFeature(feature: Feature): boolean {
  return hasFeature(useViewer().authorized_features, feature);
}
