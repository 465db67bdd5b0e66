/** What the page of API keys and webhooks reads and writes. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import type {
  SettingsApiKeysQuery,
  SettingsWebhooksQuery,
  WebhookLogQuery,
} from '../../../api/generated/graphql.ts';
import { request } from '../../../api/runtime.ts';

const webhooksDocument = graphql(`
  query SettingsWebhooks {
    webhooks(per_page: 100) {
      records {
        id
        name
        url
        kinds
        is_on
        switched_at
        switch_off_reason
        paused_until
        old_secret_until
        waiting_count
        week_count
        week_failed_count
        user {
          id
          name
        }
        created_at
        updated_at
      }
    }
  }
`);

/** One webhook as it stands now; null: it is gone. */
export async function readWebhook(id: string): Promise<WebhookRow | null> {
  const { webhooks } = await request(webhooksDocument, {});
  return webhooks.records.find((webhook) => webhook.id === id) ?? null;
}

export type WebhookRow = SettingsWebhooksQuery['webhooks']['records'][number];

/** All webhooks of the workspace; they are few. */
export function useWebhooks() {
  return useQuery({
    queryKey: ['settings-webhooks'],
    queryFn: ({ signal }) => request(webhooksDocument, {}, { signal }),
    refetchInterval: 30_000,
  });
}

const apiKeysDocument = graphql(`
  query SettingsApiKeys($is_living: Boolean, $page: Int, $per_page: Int) {
    api_keys(is_living: $is_living, page: $page, per_page: $per_page) {
      total_records
      records {
        id
        name
        key_end
        scopes
        user {
          id
          name
        }
        expires_at
        last_used_at
        revoked_at
        created_at
      }
    }
  }
`);

export type ApiKeyRow = SettingsApiKeysQuery['api_keys']['records'][number];
export const KEYS_PER_PAGE = 20;

/** A page of keys. @param isLiving those in use; else those that ended */
export function useApiKeys(isLiving: boolean, page: number, perPage: number) {
  return useQuery({
    queryKey: ['settings-api-keys', isLiving, page, perPage],
    queryFn: ({ signal }) =>
      request(apiKeysDocument, { is_living: isLiving, page, per_page: perPage }, { signal }),
    placeholderData: keepPreviousData,
  });
}

const logDocument = graphql(`
  query WebhookLog($webhook: ID!, $webhooks: [ID!], $state: [String!], $page: Int, $per_page: Int) {
    webhook_deliveries(webhook: $webhooks, state: $state, page: $page, per_page: $per_page) {
      total_records
      records {
        id
        message_id
        kind
        subject
        body
        state
        tries {
          at
          status
          problem
          duration_ms
        }
        next_try_at
        tries_most
        status
        problem
        duration_ms
        answer
        ended_at
        created_at
      }
    }
    webhook_hours(webhook: $webhook) {
      average_ms
      hours {
        hours_ago
        delivered
        failed
      }
    }
  }
`);

export type DeliveryRow = WebhookLogQuery['webhook_deliveries']['records'][number];
export type WebhookHours = WebhookLogQuery['webhook_hours'];
export const LOG_PER_PAGE = 20;
/** A delivery whose next try is so near is on its way. */
const SOON_MS = 3_000;

/** The log of a webhook. While something is on its way it is read again every few seconds. */
export function useLog(id: string, isFailed: boolean, page: number, perPage: number) {
  return useQuery({
    queryKey: ['webhook-log', id, isFailed, page, perPage],
    queryFn: ({ signal }) =>
      request(
        logDocument,
        { webhook: id, webhooks: [id], page, per_page: perPage, ...(isFailed ? { state: ['failed'] } : {}) },
        { signal },
      ),
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
    refetchInterval: ({ state: { data } }) =>
      data?.webhook_deliveries.records.some(
        ({ next_try_at }) => next_try_at !== null && new Date(next_try_at).getTime() < Date.now() + SOON_MS,
      ) === true
        ? 1_500
        : 15_000,
  });
}

export const createWebhookDocument = graphql(`
  mutation CreateWebhook($name: String!, $url: String!, $kinds: [String!]!) {
    webhook_create(name: $name, url: $url, kinds: $kinds) {
      id
      secret
    }
  }
`);

export const updateWebhookDocument = graphql(`
  mutation UpdateWebhook(
    $id: ID!
    $name: String
    $url: String
    $kinds: [String!]
    $is_on: Boolean
    $if_updated_at: String
  ) {
    webhook_update(
      id: $id
      name: $name
      url: $url
      kinds: $kinds
      is_on: $is_on
      if_updated_at: $if_updated_at
    ) {
      id
      name
      url
      kinds
      is_on
      updated_at
    }
  }
`);

export const deleteWebhookDocument = graphql(`
  mutation DeleteWebhook($id: ID!) {
    webhook_delete(id: $id) {
      id
    }
  }
`);

export const renewSecretDocument = graphql(`
  mutation RenewWebhookSecret($id: ID!) {
    webhook_secret_renew(id: $id) {
      id
      secret
    }
  }
`);

export const testWebhookDocument = graphql(`
  mutation TestWebhook($id: ID!) {
    webhook_test(id: $id) {
      id
    }
  }
`);

export const resendDocument = graphql(`
  mutation ResendDelivery($id: ID!) {
    webhook_delivery_resend(id: $id) {
      id
    }
  }
`);

export const resendFailedDocument = graphql(`
  mutation ResendFailedDeliveries($id: ID!) {
    webhook_failed_resend(id: $id) {
      id
      count
    }
  }
`);

export const createKeyDocument = graphql(`
  mutation CreateApiKey($name: String!, $scopes: [String!]!, $expires_at: String) {
    api_key_create(name: $name, scopes: $scopes, expires_at: $expires_at) {
      id
      key
    }
  }
`);

export const revokeKeyDocument = graphql(`
  mutation RevokeApiKey($id: ID!) {
    api_key_revoke(id: $id) {
      id
    }
  }
`);
