/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ConsoleViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ConsoleViewerQuery = { current_user: { id: string, display_name: string, email: string, core_admin: boolean, off_duty: boolean, other_subdomains: Array<{ host: string, admin_url: string }> } | null, current_subdomain: { id: string, key: string, host: string, admin_url: string, portal_url: string | null, is_trialing: boolean, has_crm_configuration: boolean } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const ConsoleViewerDocument = new TypedDocumentString(`
    query ConsoleViewer {
  current_user {
    id
    display_name
    email
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
    host
    admin_url
    portal_url
    is_trialing
    has_crm_configuration
  }
}
    `) as unknown as TypedDocumentString<ConsoleViewerQuery, ConsoleViewerQueryVariables>;