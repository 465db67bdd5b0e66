/* eslint-disable */
import * as types from './graphql.ts';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  query ConsoleViewer {\n    current_user {\n      id\n      display_name\n      email\n      core_admin\n      off_duty\n      other_subdomains {\n        host\n        admin_url\n      }\n    }\n    current_subdomain {\n      id\n      key\n      host\n      admin_url\n      portal_url\n      is_trialing\n      has_crm_configuration\n    }\n  }\n": typeof types.ConsoleViewerDocument,
};
const documents: Documents = {
    "\n  query ConsoleViewer {\n    current_user {\n      id\n      display_name\n      email\n      core_admin\n      off_duty\n      other_subdomains {\n        host\n        admin_url\n      }\n    }\n    current_subdomain {\n      id\n      key\n      host\n      admin_url\n      portal_url\n      is_trialing\n      has_crm_configuration\n    }\n  }\n": types.ConsoleViewerDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ConsoleViewer {\n    current_user {\n      id\n      display_name\n      email\n      core_admin\n      off_duty\n      other_subdomains {\n        host\n        admin_url\n      }\n    }\n    current_subdomain {\n      id\n      key\n      host\n      admin_url\n      portal_url\n      is_trialing\n      has_crm_configuration\n    }\n  }\n"): typeof import('./graphql.ts').ConsoleViewerDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
