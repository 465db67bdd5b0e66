import type { CodegenConfig } from '@graphql-codegen/cli';

/**
 * Types of the console's GraphQL documents, from the schema that the server
 * prints. Run from the project's root: `graphql-codegen --config web/codegen.ts`
 * after a change of contract/schema.graphql or of any `graphql(...)` text; the
 * output is committed.
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
