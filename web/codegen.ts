import type { CodegenConfig } from '@graphql-codegen/cli';

/**
 * Types of the console's GraphQL documents, from the schema that the server
 * prints. scripts/codegen.ts runs it when the schema or a `graphql(...)` text
 * changed; the output is not committed.
 */
const config: CodegenConfig = {
  schema: 'contract/schema.graphql',
  documents: ['web/src/**/*.{ts,tsx}', '!web/src/api/generated/**', '!web/src/**/*.test.{ts,tsx}'],
  ignoreNoDocuments: true,
  generates: {
    'web/src/api/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false, skipIndexFile: true },
      config: {
        documentMode: 'string',
        useTypeImports: true,
        importExtension: '.ts',
        enumType: 'string-literal',
        strictScalars: true,
        // everything else that is no number or boolean (ids, times, big amounts) travels as text
        scalars: { Json: 'unknown' },
      },
    },
  },
};

export default config;
