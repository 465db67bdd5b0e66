import {
  buildClientSchema,
  getIntrospectionQuery,
  isInputObjectType,
  isObjectType,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { graphqlLimits } from '../../contract/limits.ts';
import { catalogue } from './catalogue.ts';
import { createExecutor, type ExecuteAnswer } from './execute.ts';
import { createSchema, type RequestContext } from './schema.ts';

const { schema } = createSchema(catalogue);
const context = { commands: [], replay: null } as unknown as RequestContext;
const newExecutor = () =>
  createExecutor(schema, { checkLeaves: false, logFault: (cause) => expect(cause).toBeUndefined() });
async function ask(
  query: string,
  variables: Record<string, unknown> = {},
  on = newExecutor(),
): Promise<ExecuteAnswer & { length: number; text: string }> {
  const { text } = await on.runText(
    on.prepare(query, true),
    { query, variables, operationName: null },
    context,
  );
  return { ...(JSON.parse(text) as ExecuteAnswer), length: text.length, text };
}
/** Types with their fields and arguments, in one text for each. */
const shapeOf = (of: GraphQLSchema): string[] =>
  Object.values(of.getTypeMap())
    .flatMap((type) => {
      if (isInputObjectType(type))
        return Object.values(type.getFields()).map(
          (field) => `${type.name}.${field.name}: ${String(field.type)}`,
        );
      if (!isObjectType(type)) return [type.name];
      return Object.values(type.getFields()).map(
        (field) =>
          `${type.name}.${field.name}(${field.args.map((arg) => `${arg.name}: ${String(arg.type)}`).join()}): ${String(field.type)}`,
      );
    })
    .sort();
const REFUSED = [
  {
    message: expect.stringMatching(/too much of the schema at once|introspection depth/) as string,
    extensions: { code: 'BAD_USER_INPUT' },
  },
];
const aliases = (count: number, field: string): string =>
  Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join(' ');

describe('questions about the schema', () => {
  test.each([
    ['as it is usually asked', getIntrospectionQuery()],
    [
      'with all that can be asked',
      getIntrospectionQuery({
        descriptions: true,
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        schemaDescription: true,
        inputValueDeprecation: true,
        oneOf: true,
      }),
    ],
    ['without descriptions', getIntrospectionQuery({ descriptions: false })],
  ])('the whole of it, %s, builds the same schema', async (_how, query) => {
    const on = newExecutor();
    const { data, errors, length } = await ask(query, {}, on);
    expect(errors).toBeUndefined();
    expect(length).toBeLessThan(graphqlLimits.answerBytes / 3);
    expect(shapeOf(buildClientSchema(data as IntrospectionQuery))).toEqual(shapeOf(schema));
    // the second time it is the text that was kept
    expect((await ask(query, {}, on)).text).toBe((await ask(query, {}, on)).text);
  });

  test('a type, its fields and what they take', async () => {
    const { data } = await ask(
      'query ($name: String!) { __type(name: $name) { name fields(includeDeprecated: true) { name args { name type { name } } type { name kind ofType { name } } } } }',
      { name: 'Suggestion' },
    );
    expect(data).toMatchObject({
      __type: {
        name: 'Suggestion',
        fields: expect.arrayContaining([expect.objectContaining({ name: 'title' })]) as unknown,
      },
    });
    expect((await ask('{ __type(name: "Nothing") { name } }')).data).toEqual({ __type: null });
    const conditional = await ask(
      'query ($with: Boolean! = false) { __schema { queryType { name } directives @include(if: $with) { name } } }',
    );
    expect(conditional.errors).toBeUndefined();
    expect(conditional.data).toEqual({ __schema: { queryType: { name: 'Query' } } });
  });

  test.each([
    [
      'lists that multiply',
      '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
    ],
    [
      'lists that multiply below one type',
      '{ __type(name: "Query") { fields { type { fields { type { fields { type { fields { name } } } } } } } } }',
    ],
    ['aliases', `{ __schema { types { fields { ${aliases(600, 'name')} } } } }`],
    ['aliases of lists', `{ __schema { ${aliases(15, 'types { fields { name args { name } } }')} } }`],
    [
      'descriptions again and again',
      `{ __schema { types { ${aliases(20, 'fields { description args { description } }')} } } }`,
    ],
    [
      'aliases of the root',
      `{ ${aliases(15, '__schema { types { fields { name args { name type { name } } } } }')} }`,
    ],
    [
      'types of the root',
      `{ ${aliases(15, '__type(name: "Query") { fields { name args { name type { name } } type { fields { name } } } }')} }`,
    ],
    [
      'fragments that double',
      `{ __schema { types { ...f0 } } } ${Array.from({ length: 8 }, (_, n) => `fragment f${n} on __Type { ...f${n + 1} ...f${n + 1} }`).join(' ')} fragment f8 on __Type { fields { name } }`,
    ],
    [
      'fragments inside of one another',
      '{ __schema { types { ...a } } } fragment a on __Type { fields { type { ...b } } } fragment b on __Type { fields { type { ...c } } } fragment c on __Type { fields { name } }',
    ],
    [
      'arguments of fields of types',
      '{ __schema { types { fields { args { type { inputFields { type { inputFields { name } } } } } type { fields { args { name } } } } } } }',
    ],
    [
      'possible types',
      `{ __schema { types { fields { type { ofType { ofType { fields { type { ofType { fields { name } } } } } } } } } } }`,
    ],
  ])('%s: refused before it is answered', async (_what, query) => {
    const { errors, data, length } = await ask(query);
    // either limit may come first
    if (
      errors?.[0]?.message.includes('aliases') !== true &&
      errors?.[0]?.message.includes('repeats') !== true
    )
      expect(errors).toMatchObject(REFUSED);
    expect(data).toBeUndefined();
    expect(length).toBeLessThan(1_000);
  });

  test('it costs a hundred pages of the budget', () => {
    expect(newExecutor().prepare('{ __schema { queryType { name } } }', true).cost).toBe(101);
    expect(newExecutor().prepare('{ __typename }', true).cost).toBe(1);
  });
});
